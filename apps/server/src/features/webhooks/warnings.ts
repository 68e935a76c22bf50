import { avisoDeCertificado } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { activeCertificate } from '../../cuentas/certificate-repo.ts';
import type { NewEvent } from '../../events/events.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { viewSecuencias } from '../configuracion/secuencias/service.ts';
import { pruneEntregas } from './entregas-repo.ts';
import * as repo from './repo.ts';

/** The class of the job that looks for what expires or runs out; its subject is the company. */
export const WARN = 'aviso-por-webhook';

const hourMs = 60 * 60 * 1_000;
const keptMs = 30 * 24 * hourMs;

/** A warning that is recorded once. */
interface Warning {
  readonly aviso: string;
  readonly event: NewEvent & { readonly sujeto: string };
}

/** Each hour, in companies with an active destination: records each warning once, and deletes old deliveries. */
export const warnHandler = (ctx: Context): JobHandler => ({
  clase: WARN,
  concurrency: 2,
  async handle(empresaId, jobs) {
    const { db, clock, queue, events } = ctx;
    const found = [...(await sequenceWarnings(ctx, empresaId)), ...(await certificateWarnings(ctx, empresaId))];
    await db.tenant(empresaId, async (tx) => {
      const now = clock.now();
      await pruneEntregas(tx, empresaId, new Date(now.getTime() - keptMs));
      const isNeeded = (await repo.listWebhooks(tx, empresaId)).some(({ activo }) => activo);
      if (isNeeded && found.length > 0) {
        const rows = found.map(({ aviso, event }) => ({ empresa_id: empresaId, sujeto: event.sujeto, aviso }));
        const fresh = await repo.rememberAvisos(tx, rows);
        const isFresh = ({ aviso, event }: Warning) =>
          fresh.some((row) => row.aviso === aviso && row.sujeto === event.sujeto);
        await events.append(
          tx,
          empresaId,
          found.filter(isFresh).map(({ event }) => event),
        );
      }
      if (isNeeded) await queue.reschedule(tx, jobs, new Date(now.getTime() + hourMs), 'anew');
      else await queue.finish(tx, jobs);
    });
  },
});

/** Ranges of the company's environment with few numbers left or none, by the rule of Inicio and Configuración. */
async function sequenceWarnings(ctx: Context, empresaId: string): Promise<Warning[]> {
  const { ambiente } = await ctx.issuers.of(empresaId);
  const ranges = await viewSecuencias(ctx, empresaId);
  return ranges
    .filter((range) => range.ambiente === ambiente && range.activo)
    .flatMap(({ id, tipo, desde, hasta, quedan, avisos }) =>
      avisos
        .filter((aviso) => aviso === 'agotado' || aviso === 'por-agotarse')
        .map((aviso) => ({
          aviso,
          event: {
            tipo: 'secuencia.por_agotarse' as const,
            sujeto: id,
            datos: { secuenciaId: id, tipo, desde, hasta, quedan },
          },
        })),
    );
}

/** The certificate in use, once within each of 30, 7 and 1 days. */
async function certificateWarnings(ctx: Context, empresaId: string): Promise<Warning[]> {
  const certificate = await ctx.db.tenant(empresaId, (tx) => activeCertificate(tx, empresaId));
  if (certificate === undefined) return [];
  const { id, titular, valido_hasta } = certificate;
  const validoHasta = valido_hasta.toISOString();
  const dias = avisoDeCertificado(validoHasta, ctx.clock.now().getTime());
  if (dias === undefined || dias === 'vencido') return [];
  const datos = { certificadoId: id, titular, validoHasta, dias };
  return [{ aviso: `certificado-${dias}`, event: { tipo: 'certificado.por_vencer', sujeto: id, datos } }];
}

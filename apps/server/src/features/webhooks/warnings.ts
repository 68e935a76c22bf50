import type { NewEvent } from '../../platform/events/events.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { giveOnce, listRunningOut } from '../atencion/service.ts';
import type { Context } from '../context.ts';
import { pruneEntregas } from './entregas-repo.ts';
import * as repo from './repo.ts';

/** The class of the job that checks for certificates and ranges about to run out; its subject is the company. */
export const WARN = 'aviso-por-webhook';

const hourMs = 60 * 60 * 1_000;
const retentionMs = 30 * 24 * hourMs;

/** Each hour, in companies with an active destination: records each warning once, and deletes old deliveries. */
export const warnHandler = (ctx: Context): JobHandler => ({
  clase: WARN,
  concurrency: 2,
  async handle(empresaId, jobs) {
    const { db, clock, queue, events } = ctx;
    const warnings = (await listRunningOut(ctx, empresaId)).flatMap(warningsOf);
    await db.tenant(empresaId, async (tx) => {
      const now = clock.now();
      await pruneEntregas(tx, empresaId, new Date(now.getTime() - retentionMs));
      const isNeeded = (await repo.listWebhooks(tx, empresaId)).some(({ activo }) => activo);
      if (isNeeded) {
        const fresh = await giveOnce(tx, empresaId, 'webhook', warnings);
        await events.append(tx, empresaId, fresh.map(eventOf));
        await queue.reschedule(tx, jobs, new Date(now.getTime() + hourMs), 'anew');
      } else await queue.finish(tx, jobs);
    });
  },
});

type RunningOut = Awaited<ReturnType<typeof listRunningOut>>[number];

/** For a range, programs are sent a warning if few numbers are left or none, not of its expiry. */
function warningsOf(one: RunningOut): RunningOut[] {
  if (one.que === 'certificado') return [one];
  const umbrales = one.umbrales.filter((umbral) => umbral === 'agotado' || umbral === 'por-agotarse');
  return umbrales.length === 0 ? [] : [{ ...one, umbrales }];
}

function eventOf(one: RunningOut): NewEvent {
  const { sujeto } = one;
  if (one.que === 'certificado') {
    const datos = {
      certificadoId: sujeto,
      titular: one.titular,
      validoHasta: one.validoHasta.toISOString(),
      dias: one.dias,
    };
    return { tipo: 'certificado.por_vencer', sujeto, datos };
  }
  const { tipo, desde, hasta, quedan } = one.rango;
  return { tipo: 'secuencia.por_agotarse', sujeto, datos: { secuenciaId: sujeto, tipo, desde, hasta, quedan } };
}

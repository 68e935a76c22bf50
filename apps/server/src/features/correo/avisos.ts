import { avisoDeCertificado, avisoDeRangoNombre, rangosPorAtender } from '@timbre/contract';
import { formatENCF, formatFecha, type TipoECF } from '@timbre/values';
import type { Context } from '../../context.ts';
import { certificateMail, rangeMail } from '../../correo/messages.ts';
import { type Mail, postMail } from '../../correo/outbox.ts';
import { markAviso } from '../../correo/repo.ts';
import { activeCertificate } from '../../cuentas/certificate-repo.ts';
import { administratorsOf } from '../../cuentas/membresias.ts';
import type { Tx } from '../../db/transactions.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { viewSecuencias } from '../configuracion/secuencias/service.ts';

/** The class of the job that warns the people of a company; its subject is the company. */
export const WARN = 'aviso-por-correo';
const mostAdministrators = 20;

/** A warning, with the key under which it is given once. */
interface Warning {
  readonly clave: string;
  readonly mail: Pick<Mail, 'clase' | 'asunto' | 'texto' | 'enlace'>;
}

/**
 * Warns a company's administrators of its certificate (30, 7 and 1 days before it expires) and of its ranges, once of each thing.
 */
export const warningHandler = (ctx: Context): JobHandler => ({
  clase: WARN,
  concurrency: 1,
  async handle(empresaId, jobs) {
    for (const job of jobs) await warn(ctx, empresaId, job);
  },
});

async function warn(ctx: Context, empresaId: string, job: Job): Promise<void> {
  const ranges = await rangeWarnings(ctx, empresaId);
  const { razonSocial } = await ctx.issuers.of(empresaId);
  await ctx.db.system(async (tx) => {
    const warnings = [...(await certificateWarnings(ctx, tx, empresaId, razonSocial)), ...ranges];
    const fresh: Warning[] = [];
    for (const warning of warnings) {
      const row = { empresa_id: empresaId, clave: warning.clave, creado: ctx.clock.now() };
      if (await markAviso(tx, row)) fresh.push(warning);
    }
    const people = fresh.length === 0 ? [] : await administratorsOf(tx, empresaId, mostAdministrators);
    await postMail(
      ctx,
      tx,
      fresh.flatMap(({ mail }) => people.map((para) => ({ empresaId, para, ...mail }))),
    );
    await ctx.queue.finish(tx, [job]);
  });
}

async function certificateWarnings(ctx: Context, tx: Tx, empresaId: string, empresa: string): Promise<Warning[]> {
  const row = await activeCertificate(tx, empresaId);
  if (row === undefined) return [];
  const { id, valido_hasta: hasta } = row;
  const aviso = avisoDeCertificado(hasta.toISOString(), ctx.clock.now().getTime());
  if (aviso === undefined || aviso === 'vencido') return [];
  const mail = certificateMail(ctx.config, empresa, aviso, formatFecha(hasta.getTime()));
  return [{ clave: `certificado ${id} ${aviso}`, mail }];
}

/** Of the ranges in use in the company's environment, but for those after which another one is left. */
async function rangeWarnings(ctx: Context, empresaId: string): Promise<Warning[]> {
  const { ambiente, razonSocial } = await ctx.issuers.of(empresaId);
  const inUse = (await viewSecuencias(ctx, empresaId)).filter((range) => range.ambiente === ambiente && range.activo);
  return rangosPorAtender(inUse).map(({ range: { id, tipo, desde, hasta, avisos } }) => {
    const name = [desde, hasta].map((n) => formatENCF(tipo as TipoECF, n)).join(' a ');
    const words = avisos.map((aviso) => avisoDeRangoNombre[aviso]);
    return { clave: `rango ${id} ${avisos.join(' ')}`, mail: rangeMail(ctx.config, razonSocial, name, words) };
  });
}

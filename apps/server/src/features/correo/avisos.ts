import { avisoDeRangoNombre } from '@timbre/contract';
import { formatENCF, formatFecha, type TipoECF } from '@timbre/values';
import { administratorsOf } from '../../domain/companies/memberships-repo.ts';
import { certificateMail, rangeMail } from '../../domain/mail/messages.ts';
import { postMail } from '../../domain/mail/outbox.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { giveOnce, listRunningOut } from '../atencion/service.ts';
import type { Context } from '../context.ts';

/** The class of the job that warns the people of a company; its subject is the company. */
export const WARN = 'aviso-por-correo';
const mostAdministrators = 20;

/**
 * Warns a company's administrators of its certificate (30, 7 and 1 days before it expires) and of its ranges, except
 * those after which another one is left. Each threshold is announced once.
 */
export const warningHandler = (ctx: Context): JobHandler => ({
  clase: WARN,
  concurrency: 1,
  async handle(empresaId, jobs) {
    for (const job of jobs) await warn(ctx, empresaId, job);
  },
});

type RunningOut = Awaited<ReturnType<typeof listRunningOut>>[number];

async function warn(ctx: Context, empresaId: string, job: Job): Promise<void> {
  const warnings = (await listRunningOut(ctx, empresaId)).filter((one) => one.que === 'certificado' || one.porAtender);
  const { razonSocial } = await ctx.issuers.of(empresaId);
  await ctx.db.system(async (tx) => {
    const fresh = await giveOnce(tx, empresaId, 'correo', warnings);
    const people = fresh.length === 0 ? [] : await administratorsOf(tx, empresaId, mostAdministrators);
    await postMail(
      ctx,
      tx,
      fresh.flatMap((one) => people.map((para) => ({ empresaId, para, ...mailOf(ctx, razonSocial, one) }))),
    );
    await ctx.queue.finish(tx, [job]);
  });
}

function mailOf({ config }: Context, empresa: string, one: RunningOut) {
  if (one.que === 'certificado')
    return certificateMail(config, empresa, one.dias, formatFecha(one.validoHasta.getTime()));
  const { tipo, desde, hasta } = one.rango;
  const name = [desde, hasta].map((n) => formatENCF(tipo as TipoECF, n)).join(' a ');
  const words = one.umbrales.map((aviso) => avisoDeRangoNombre[aviso]);
  return rangeMail(config, empresa, name, words);
}

import type { Who } from '@timbre/authority';
import type { Ambiente } from '@timbre/contract';
import { countWaiting } from '../../domain/authority/outage-repo.ts';
import { tellFailures } from '../../domain/authority/tell-failures.ts';
import { countUndelivered } from '../../domain/comprobantes/queries/delivery-backlog.ts';
import { VOID } from '../../domain/comprobantes/voiding/void-repo.ts';
import { ANSWER } from '../../domain/received/approval.ts';
import { LOOK_UP } from '../../domain/received/look-up.ts';
import type { Context } from '../context.ts';

const hourMs = 3_600_000;

/** The identity used with the authority: always the caller's company, in its environment. */
export async function identityOf({ issuers }: Context, empresaId: string): Promise<Who> {
  const { id, ambiente } = await issuers.of(empresaId);
  return { empresa: id, ambiente };
}

/** The state of the authority for a company. */
export async function viewState(ctx: Context, empresaId: string) {
  const who = await identityOf(ctx, empresaId);
  const session = ctx.authority.session(who);
  return {
    autenticado: session !== undefined,
    expira: session === undefined ? null : new Date(session.autenticadoHasta).toISOString(),
    autoridad: ctx.config.authority,
    disponible: ctx.outages.of(who.ambiente)?.fase !== 'caida',
    caida: await viewOutage(ctx, empresaId, who.ambiente),
  };
}

async function viewOutage(ctx: Context, empresaId: string, ambiente: Ambiente) {
  const fallen = ctx.outages.of(ambiente);
  if (fallen === undefined) return null;
  const [{ esperan, proximo }, { documentos, primeraFirma }] = await ctx.db.tenant(empresaId, (tx) =>
    Promise.all([countWaiting(tx, empresaId), countUndelivered(tx, empresaId)]),
  );
  const { fase, servicio, desde, motivo, pruebaEn } = fallen;
  // The platform probes the host automatically. A single failed service is tried again with the next document.
  const next = servicio === '' ? pruebaEn : (proximo ?? pruebaEn);
  return {
    fase,
    servicio: servicio === '' ? null : servicio,
    desde: desde.toISOString(),
    motivo,
    esperan,
    proximoIntento: new Date(Math.max(next.getTime(), ctx.clock.now().getTime())).toISOString(),
    sinEntregar: documentos,
    entregarAntesDe:
      primeraFirma && new Date(primeraFirma.getTime() + ctx.config.contingencyHours * hourMs).toISOString(),
  };
}

/** Opens the company's session, makes its waiting jobs due and records the new state. @throws Problem `autoridad/…` */
export async function authenticate(ctx: Context, empresaId: string) {
  await ctx.signers.of(empresaId);
  await tellFailures(ctx.authority.authenticate(await identityOf(ctx, empresaId)));
  // Some jobs waited until a certificate or a delegation was corrected.
  await wakeJobs(ctx, empresaId);
  return recordState(ctx, empresaId);
}

/** Tries again now everything that waits for the authority. */
export async function retry(ctx: Context, empresaId: string) {
  const { ambiente } = await identityOf(ctx, empresaId);
  ctx.authority.hurry(ambiente);
  await ctx.authority.probe(ambiente);
  await wakeJobs(ctx, empresaId);
  await ctx.outages.look();
  return viewState(ctx, empresaId);
}

/** Closes the company's sessions, ends the tokens that its callers obtained, and records the new state. */
export async function closeSession(ctx: Context, empresaId: string) {
  ctx.authority.forget(empresaId);
  await ctx.keys.forgetTokens(empresaId);
  return recordState(ctx, empresaId);
}

/** The jobs that ask the authority, or its directory, for a company. */
const ofAuthority = ['envio', VOID, LOOK_UP, ANSWER] as const;

/** Makes all waiting jobs of the company due: its documents, voided numbers, questions about received ones, answers. */
const wakeJobs = ({ db, queue }: Context, empresaId: string) =>
  db.system(async (tx) => {
    for (const clase of ofAuthority) await queue.wakeCompany(tx, clase, empresaId);
  });

/** Returns the present state, and sends it to every open screen of the company. */
async function recordState(ctx: Context, empresaId: string) {
  const datos = await viewState(ctx, empresaId);
  await ctx.db.tenant(empresaId, (tx) => ctx.events.append(tx, empresaId, [{ tipo: 'autoridad', datos }]));
  return datos;
}

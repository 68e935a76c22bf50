import { refuse } from '@timbre/refusal';
import { countLinks, lifeOfLink, makeLink, personOfLink, takeLink } from '../../domain/companies/links-repo.ts';
import { findMembresia, type MembresiaRow, workplacesOf } from '../../domain/companies/memberships-repo.ts';
import { demandStrength, endSessions } from '../../domain/companies/people.ts';
import { findByCorreo, findPersona, holdPersona, passwordOf, setPassword } from '../../domain/companies/people-repo.ts';
import { createRateLimit, createSharedLimit } from '../../domain/companies/rate-limit.ts';
import { knowsAddress } from '../../domain/companies/sessions-repo.ts';
import { isAddress } from '../../domain/mail/address.ts';
import { changedMail, newUserMail, ofPlatform, recoveryMail } from '../../domain/mail/messages.ts';
import { platformJobs, postMail } from '../../domain/mail/outbox.ts';
import { keepPassword } from '../../platform/crypto/password-filter.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { EventKind } from '../../platform/events/kinds.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import { networkOf, siteOf } from '../../platform/input/client-address.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** The class of the job that finds the person who requested a link. */
const RECOVER = 'recuperacion';
const hourMs = 60 * 60_000;
/**
 * Maximum links sent to a person in an hour, and maximum when an address where the person logged in before requests
 * one: strangers cannot exhaust the latter.
 */
const [mostPerHour, mostForKnown] = [3, 6];

/**
 * Requests a link for an e-mail. Queues a job even for unknown addresses, so that neither the response nor its timing
 * reveals whether the account exists. Attempts are limited by network and in total; the first attempt of each site
 * in an hour does not count towards the total.
 */
export function createRecovery(ctx: Context) {
  const byNetwork = createRateLimit(ctx.clock, 5, 60);
  const inAll = createSharedLimit(ctx.clock, 200, 1, hourMs / 1_000);
  return async (text: string, ip: string): Promise<void> => {
    const correo = text.trim().toLowerCase();
    if (!isAddress(correo)) refuse('correo/direccion', 'Escriba un correo completo, como ana@empresa.do');
    byNetwork.take(networkOf(ip));
    inAll(siteOf(ip));
    const sujeto = newId(ctx.clock.now());
    await ctx.db.system((tx) =>
      ctx.queue.enqueue(tx, [{ clase: RECOVER, empresaId: platformJobs, sujeto, datos: { correo, ip } }]),
    );
  };
}

/** Makes the requested links, for the addresses of people other than the platform's administrator. */
export const recoveryHandler = (ctx: Context): JobHandler => ({
  clase: RECOVER,
  concurrency: 2,
  async handle(_empresaId, jobs) {
    for (const job of jobs) await ctx.db.system((tx) => recover(ctx, tx, job));
  },
});

async function recover(ctx: Context, tx: Tx, job: Job): Promise<void> {
  const { correo, ip } = job.datos as { correo: string; ip: string };
  await ctx.queue.finish(tx, [job]);
  const person = await findByCorreo(tx, correo);
  if (person === undefined || person.es_root) return;
  const most = (await knowsAddress(tx, person.id, ip)) ? mostForKnown : mostPerHour;
  if ((await countLinks(tx, person.id, new Date(ctx.clock.now().getTime() - hourMs))) >= most) return;
  const secret = await makeLink(ctx, tx, person.id, lifeOfLink.recuperacion);
  await postMail(ctx, tx, [ofPlatform(correo, recoveryMail(ctx.config, secret))]);
  await recordOf(ctx, tx, person.id, 'usuario.recuperacion', ip);
}

/** Records the event in every company that the person works for, since it concerns all of them. */
async function recordOf(ctx: Context, tx: Tx, personaId: string, tipo: EventKind, ip: string): Promise<void> {
  for (const { id: sujeto, empresa_id, nombre_usuario: por } of await workplacesOf(tx, personaId))
    await ctx.events.append(tx, empresa_id, [{ tipo, sujeto, datos: { usuario: por, por, ip } }]);
}

/** A password chosen with a link. */
interface Choice {
  readonly enlace: string;
  readonly password: string;
  readonly repeated: string;
}

/**
 * Sets the password of the person to whom the link belongs, ends their sessions and notifies them by mail. The second
 * factor stays.
 *
 * @throws Problem `contrasena/…`, `enlace/vencido`
 */
export function createRestoring(ctx: Context) {
  const byNetwork = createRateLimit(ctx.clock, 20, 3);
  return async ({ enlace, password, repeated }: Choice, ip: string): Promise<void> => {
    byNetwork.take(networkOf(ip));
    if (password !== repeated) refuse('contrasena/distinta');
    const owner = await ctx.db.system(async (tx) => {
      const id = await personOfLink(ctx, tx, enlace);
      if (id === undefined) return undefined;
      return { id, person: await findPersona(tx, id), places: await workplacesOf(tx, id) };
    });
    if (owner?.person === undefined) return refuse('enlace/vencido');
    const { id, person, places } = owner;
    const names = places.flatMap(({ nombre_usuario, rnc }) => [nombre_usuario, rnc]);
    demandStrength(password, [person.correo, ...names]);
    const stored = await keepPassword(ctx.keyring, password);
    await ctx.db.system(async (tx) => {
      await holdPersona(tx, id);
      if ((await takeLink(ctx, tx, enlace)) === undefined) refuse('enlace/vencido');
      await setPassword(tx, id, stored, true);
      await endSessions(ctx, tx, { personaId: id });
      await recordOf(ctx, tx, id, 'usuario.restablecida', ip);
      await postMail(ctx, tx, [ofPlatform(person.correo, changedMail(ip))]);
    });
  };
}

/**
 * Sends a link to another person of the caller's company: to choose their first password, or another one.
 *
 * @throws Problem `recurso/no-encontrado`, `usuario/propio`, `usuario/invitado`
 */
export async function sendLink(ctx: Context, caller: PersonCaller, id: string, by: Actor): Promise<void> {
  const { empresaId, usuarioId } = caller;
  const { razonSocial } = await ctx.issuers.of(empresaId);
  await ctx.db.system(async (tx) => {
    const row = (await findMembresia(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    if (row.id === usuarioId) refuse('usuario/propio');
    if (row.estado === 'invitada') refuse('usuario/invitado');
    await postMail(ctx, tx, [{ empresaId, para: row.correo, ...(await linkMail(ctx, tx, razonSocial, row)) }]);
    const datos = { usuario: row.nombre_usuario, ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'usuario.enlace', sujeto: row.id, datos }]);
  });
}

async function linkMail(ctx: Context, tx: Tx, empresa: string, row: MembresiaRow) {
  const person = await passwordOf(tx, row.persona_id);
  if (person?.contrasena_propia !== false)
    return recoveryMail(ctx.config, await makeLink(ctx, tx, row.persona_id, lifeOfLink.recuperacion));
  const secret = await makeLink(ctx, tx, row.persona_id, lifeOfLink.invitacion);
  return newUserMail(ctx.config, empresa, row.nombre_usuario, secret);
}

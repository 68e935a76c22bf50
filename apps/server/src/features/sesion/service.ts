import type { Rol } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { checkPassword } from '../../crypto/password.ts';
import { newId } from '../../db/id.ts';
import { afterCommit, type Tx } from '../../db/transactions.ts';
import { platformRecord } from '../../events/events.ts';
import type { EventKind } from '../../events/kinds.ts';
import type { Actor, SessionCaller } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { createRateLimit } from './rate-limit.ts';
import * as repo from './repo.ts';

/** However much it is used, a session ends. */
const lifeMs = 12 * 60 * 60 * 1_000;
const maxSessions = 10;
/** For how long it is remembered that an account is not known at an address. */
const strangeForMs = 60_000;
const maxStrangers = 20_000;

/** A person's try to log in. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
  readonly ip: string;
  readonly device: string;
}

export type Login = (credentials: Credentials) => Promise<{ key: string; expira: Date; profile: repo.ProfileRow }>;

/**
 * Logging in, with its limits. Failures are counted by address, by account and altogether; the account's limit does not
 * bind an address from which its owner has logged in before, so that nobody is locked out by a stranger's tries. Who was
 * found to be a stranger a moment ago is held to the limits before anything else: a refused try asks no database.
 */
export function createLogin(ctx: Pick<Context, 'db' | 'clock' | 'keyring' | 'events'>): Login {
  const byAddress = createRateLimit(ctx.clock, 20, 3);
  const byAccount = createRateLimit(ctx.clock, 10, 30);
  const ofStrangers = createRateLimit(ctx.clock, 30, 0.5);
  const ofKnown = createRateLimit(ctx.clock, 30, 0.2);

  const strangers = new Map<string, number>();
  const limitStrangers = (account: string) => {
    byAccount.take(account);
    ofStrangers.take('');
  };

  return async ({ login, password, ip, device }) => {
    const account = login.trim().toLowerCase();
    byAddress.take(ip);
    const nowMs = ctx.clock.monotonicMs();
    const pair = `${ip} ${account}`;
    const strange = (strangers.get(pair) ?? 0) > nowMs;
    if (strange) limitStrangers(account);
    const { user, known } = await ctx.db.system(async (tx) => {
      const user = await repo.findUser(tx, account);
      return { user, known: user !== undefined && (await repo.knowsAddress(tx, user.id, ip)) };
    });
    if (known) ofKnown.take('');
    else if (!strange) {
      strangers.set(pair, nowMs + strangeForMs);
      if (strangers.size > maxStrangers) strangers.delete(strangers.keys().next().value!);
      limitStrangers(account);
    }

    const right = await checkPassword(user?.contrasena_hash, password, known ? 'known' : 'strangers');
    const record = (tx: Tx, tipo: EventKind) => {
      const datos = { por: user!.nombre_usuario, ip, dispositivo: device };
      return ctx.events.append(tx, user!.empresa_id ?? platformRecord, [{ tipo, sujeto: user!.id, datos }]);
    };
    if (!right || user === undefined) {
      if (user !== undefined) await ctx.db.system((tx) => record(tx, 'sesion.rechazada'));
      refuse('sesion/credenciales');
    }
    if (!user.aprobada) refuse('sesion/registro-pendiente');
    byAddress.giveBack(ip);
    if (!known) byAccount.giveBack(account);
    (known ? ofKnown : ofStrangers).giveBack('');
    strangers.delete(pair);

    const now = ctx.clock.now();
    const key = ctx.keyring.newKey('ses');
    const expira = new Date(now.getTime() + lifeMs);
    const profile = await ctx.db.system(async (tx) => {
      const session = {
        id: newId(now),
        hmac: ctx.keyring.hmac(key),
        usuarioId: user.id,
        dispositivo: device,
        ip,
        now,
        expira,
      };
      await repo.insertSession(tx, session, maxSessions);
      const profile = await repo.profileOf(tx, user.id);
      await record(tx, 'sesion.iniciada');
      return profile;
    });
    return { key, expira, profile };
  };
}

/** A person to be given access; `empresaId` null for the platform's administrator. */
export interface NewUser {
  readonly empresaId: string | null;
  /** What they may do there; the platform's administrator is `root`. */
  readonly rol: 'root' | Rol;
  readonly nombreUsuario: string;
  readonly correo: string;
  /** See hashPassword. */
  readonly passwordHash: string;
}

/** Gives a person access. Gives their id. */
export async function createUser(ctx: Pick<Context, 'clock'>, tx: Tx, user: NewUser): Promise<string> {
  const id = newId(ctx.clock.now());
  const { empresaId, rol, nombreUsuario, correo } = user;
  const row = { id, empresa_id: empresaId, nombre_usuario: nombreUsuario, correo, rol };
  await tx
    .insertInto('usuario')
    .values({ ...row, contrasena_hash: user.passwordHash })
    .execute();
  return id;
}

/** Which of a person's names somebody has already, in Spanish, when that is why they could not be stored. */
export function takenName(error: unknown): string | undefined {
  const { constraint } = error as { readonly constraint?: string };
  if (constraint === 'usuario_nombre') return 'Ese nombre de usuario ya está en uso';
  return constraint === 'usuario_correo' ? 'Ese correo ya tiene un usuario' : undefined;
}

/**
 * Closes a person's sessions in the transaction that makes it necessary.
 *
 * @param kept the id of one that stays open
 */
export async function endSessions(ctx: Context, tx: Tx, usuarioId: string, kept?: string): Promise<void> {
  await repo.closeOtherSessions(tx, usuarioId, kept, ctx.clock.now());
  afterCommit(tx, () => ctx.keys.forget());
}

/** Who the caller is. @throws Problem `sesion/expirada` when the session went, with its person, since it was looked up */
export async function currentSession(ctx: Context, caller: SessionCaller) {
  return ctx.db.system(async (tx) => {
    const found = await tx.selectFrom('sesion').select('expira').where('id', '=', caller.sesionId).executeTakeFirst();
    const { expira } = found ?? refuse('sesion/expirada');
    return { profile: await repo.profileOf(tx, caller.usuarioId), expira };
  });
}

/** The caller's open sessions, the one used last first. */
export const listSessions = (ctx: Context, caller: SessionCaller) =>
  ctx.db.system((tx) => repo.openSessionsOf(tx, caller.usuarioId, ctx.clock.now()));

/**
 * Closes sessions of the caller.
 *
 * @param id which one; undefined = all
 * @returns how many were closed: none when it is not theirs, or was closed already
 */
export async function closeSessions(
  ctx: Context,
  caller: SessionCaller,
  id: string | undefined,
  by: Actor,
): Promise<number> {
  const closed = await ctx.db.system(async (tx) => {
    const closed = await repo.closeSessions(tx, caller.usuarioId, id, ctx.clock.now());
    if (closed > 0) {
      const datos = { sesiones: closed, ...by };
      await ctx.events.append(tx, caller.empresaId ?? platformRecord, [
        { tipo: 'sesion.cerrada', sujeto: caller.usuarioId, datos },
      ]);
    }
    return closed;
  });
  ctx.keys.forget();
  return closed;
}

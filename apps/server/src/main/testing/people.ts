import { type Rol, sesion } from '@timbre/contract';
import { findPerson } from '../../domain/companies/memberships-repo.ts';
import { addRoot, giveAccess } from '../../domain/companies/people.ts';
import { findRoot } from '../../domain/companies/people-repo.ts';
import { insertSession } from '../../domain/companies/sessions-repo.ts';
import type { Context } from '../../features/context.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { keepPassword, type StoredPassword } from '../../platform/crypto/password-filter.ts';
import { newId } from '../../platform/db/id.ts';
import type { TestServer } from './server.ts';
import type { Stranger } from './stranger.ts';

/** The password of every test user. */
export const testPassword = 'una-contraseña-larga';

/** How many people each server has. */
const made = new WeakMap<Context, number>();
const passwords = new WeakMap<Keyring, Promise<StoredPassword>>();

function nextNumber(ctx: Context): number {
  const next = (made.get(ctx) ?? 0) + 1;
  made.set(ctx, next);
  return next;
}

/** {@link testPassword} as a server stores it, hashed once for each server. */
function storedPassword({ keyring }: Context): Promise<StoredPassword> {
  const stored = passwords.get(keyring) ?? keepPassword(keyring, testPassword);
  passwords.set(keyring, stored);
  return stored;
}

/** Adds a person to a company and logs them in. Returns the session key. */
export async function makePerson(
  { ctx }: Pick<TestServer, 'ctx'>,
  { id, rnc }: Pick<Stranger, 'id' | 'rnc'>,
  rol: Rol,
): Promise<string> {
  const name = `${rol}${nextNumber(ctx)}-${rnc}`;
  const user = {
    empresaId: id,
    rol,
    nombreUsuario: name,
    correo: `${name}@ejemplo.invalid`,
    password: await storedPassword(ctx),
    propia: true,
  };
  return openSession({ ctx }, (await ctx.db.system((tx) => giveAccess(ctx, tx, user))).usuarioId);
}

/** Logs in the administrator of the platform, `root`, who is created if there is none. Returns the session key. */
export async function makeRoot({ ctx }: Pick<TestServer, 'ctx'>): Promise<string> {
  const stored = await storedPassword(ctx);
  const id = await ctx.db.system(
    async (tx) => (await findRoot(tx, 'root'))?.id ?? (await addRoot(ctx, tx, 'root', stored)),
  );
  return openSession({ ctx }, id);
}

/** Opens another session of a user. Returns its key. */
export async function openSession({ ctx }: Pick<TestServer, 'ctx'>, usuarioId: string): Promise<string> {
  const key = ctx.keyring.newKey('ses');
  const now = ctx.clock.now();
  const expira = new Date(now.getTime() + 12 * 60 * 60 * 1_000);
  await ctx.db.system(async (tx) => {
    const person = await findPerson(tx, usuarioId);
    if (person === undefined) throw new Error('There is no such user');
    const session = {
      id: newId(now),
      hmac: ctx.keyring.hmac(key),
      personaId: person.persona_id,
      membresiaId: person.empresa_id === null ? null : usuarioId,
      dispositivo: 'prueba',
      ip: '127.0.0.1',
      now,
      expira,
      contrasenaDada: now,
    };
    await insertSession(tx, session, 100);
  });
  return key;
}

/** Confirms the password of a session's user, for calls that require a recent confirmation. */
export async function givePassword({ call }: Pick<TestServer, 'call'>, key: string): Promise<void> {
  const { status } = await call(sesion.confirmarSesion, { body: { contrasena: testPassword } }, key);
  if (status !== 204) throw new Error(`The password was not taken (${status})`);
}

import { type Ambiente, type Rol, sesion } from '@timbre/contract';
import { rncCheckDigitHolds } from '@timbre/values';
import type { Context } from '../context.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { type KeptPassword, keepPassword } from '../crypto/password-filter.ts';
import { createEmpresa } from '../cuentas/empresas-repo.ts';
import { findPerson } from '../cuentas/membresias.ts';
import { addRoot, giveAccess } from '../cuentas/people.ts';
import { insertSession } from '../cuentas/sesiones.ts';
import { newId } from '../db/id.ts';
import { makeDemoCertificate } from '../demo-certificate.ts';
import { createIntegrationKey } from '../features/configuracion/keys.ts';
import { type CertificateMaterial, storeCertificate } from '../features/empresa/service.ts';
import type { TestServer } from './server.ts';

/** An invented company with a logged-in user and an integration key. */
export interface TestEmpresa {
  readonly id: string;
  readonly rnc: string;
  readonly usuarioId: string;
  /** Session key. */
  readonly sesion: string;
  /** Integration key. */
  readonly clave: string;
}

const testActor = { por: 'prueba', ip: '127.0.0.1' };

/** The password of every test user. */
export const testPassword = 'una-contraseña-larga';

/** How many names the companies and people of each server have used. */
const made = new WeakMap<Context, number>();
const passwords = new WeakMap<Keyring, Promise<KeptPassword>>();
let certificate: Promise<CertificateMaterial> | undefined;

function nextNumber(ctx: Context): number {
  const next = (made.get(ctx) ?? 0) + 1;
  made.set(ctx, next);
  return next;
}

/** {@link testPassword} as a server stores it, hashed once for each server. */
function keptPassword({ keyring }: Context): Promise<KeptPassword> {
  const kept = passwords.get(keyring) ?? keepPassword(keyring, testPassword);
  passwords.set(keyring, kept);
  return kept;
}

/**
 * Registers a company.
 *
 * @param options `certificado`: with a certificate in use (the same for all companies of the process); default true
 */
export async function makeEmpresa(
  { ctx }: Pick<TestServer, 'ctx'>,
  { certificado = true, ambiente = 'testecf' as Ambiente } = {},
): Promise<TestEmpresa> {
  const n = nextNumber(ctx);
  const rnc = inventedRNC(n);
  const kept = await keptPassword(ctx);
  const { id, usuarioId } = await ctx.db.system(async (tx) => {
    const id = await createEmpresa(ctx, tx, {
      rnc,
      razonSocial: `Empresa de Prueba ${n} SRL`,
      ambiente,
      demo: false,
    });
    const user = {
      empresaId: id,
      rol: 'administrador' as const,
      nombreUsuario: `prueba${rnc}`,
      correo: `prueba${rnc}@ejemplo.invalid`,
      password: kept,
      propia: true,
    };
    return { id, usuarioId: (await giveAccess(ctx, tx, user)).usuarioId };
  });
  if (certificado) {
    certificate ??= makeDemoCertificate({ name: 'Persona de Prueba', id: '00000000018' }, testPassword, new Date());
    await storeCertificate(ctx, id, await certificate, testActor);
  }
  const clave = await createIntegrationKey(ctx, id, testActor);
  return { id, rnc, usuarioId, sesion: await openSession({ ctx }, usuarioId), clave };
}

/** Adds a person to a company and logs them in. Gives the session key. */
export async function makePerson(
  { ctx }: Pick<TestServer, 'ctx'>,
  { id, rnc }: TestEmpresa,
  rol: Rol,
): Promise<string> {
  const name = `${rol}${nextNumber(ctx)}-${rnc}`;
  const user = {
    empresaId: id,
    rol,
    nombreUsuario: name,
    correo: `${name}@ejemplo.invalid`,
    password: await keptPassword(ctx),
    propia: true,
  };
  return openSession({ ctx }, (await ctx.db.system((tx) => giveAccess(ctx, tx, user))).usuarioId);
}

/** Logs in the administrator of the platform. Gives the session key. */
export async function makeRoot({ ctx }: Pick<TestServer, 'ctx'>): Promise<string> {
  const kept = await keptPassword(ctx);
  return openSession({ ctx }, await ctx.db.system((tx) => addRoot(ctx, tx, 'root', kept)));
}

/** Opens another session of a user. Gives its key. */
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

/** Gives an RNC of a series that was never assigned, with a correct check digit. */
function inventedRNC(n: number): string {
  const stem = `199${String(n).padStart(5, '0')}`;
  const digit = [...'0123456789'].find((last) => rncCheckDigitHolds(stem + last));
  return stem + digit;
}

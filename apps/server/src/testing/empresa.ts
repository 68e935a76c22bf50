import { type Rol, sesion } from '@timbre/contract';
import { rncCheckDigitHolds } from '@timbre/values';
import { hashPassword } from '../crypto/password.ts';
import { newId } from '../db/id.ts';
import { makeDemoCertificate } from '../demo-certificate.ts';
import { createIntegrationKey } from '../features/configuracion/keys.ts';
import { type CertificateMaterial, createEmpresa, storeCertificate } from '../features/empresa/service.ts';
import { insertSession } from '../features/sesion/repo.ts';
import { createUser } from '../features/sesion/service.ts';
import type { TestServer } from './server.ts';

/** An invented company with a user, logged in, and an integration key. */
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

let made = 0;
let passwordHash: Promise<string> | undefined;
let certificate: Promise<CertificateMaterial> | undefined;

/**
 * Registers a company.
 *
 * @param options `certificado`: with one in use (the same for all companies of the process); default true
 */
export async function makeEmpresa(
  { ctx }: Pick<TestServer, 'ctx'>,
  { certificado = true, ambiente = 'testecf' as const } = {},
): Promise<TestEmpresa> {
  made += 1;
  const rnc = inventedRNC(made);
  passwordHash ??= hashPassword(testPassword);
  const hash = await passwordHash;
  const { id, usuarioId } = await ctx.db.system(async (tx) => {
    const id = await createEmpresa(ctx, tx, {
      rnc,
      razonSocial: `Empresa de Prueba ${made} SRL`,
      ambiente,
      demo: false,
      aprobada: true,
    });
    const user = {
      empresaId: id,
      rol: 'administrador' as const,
      nombreUsuario: `prueba${rnc}`,
      correo: `prueba${rnc}@ejemplo.invalid`,
      passwordHash: hash,
    };
    return { id, usuarioId: await createUser(ctx, tx, user) };
  });
  if (certificado) {
    certificate ??= makeDemoCertificate({ name: 'Persona de Prueba', id: '00000000018' }, testPassword, new Date());
    await storeCertificate(ctx, id, await certificate, testActor);
  }
  const clave = await createIntegrationKey(ctx, id, testActor);
  return { id, rnc, usuarioId, sesion: await openSession({ ctx }, usuarioId), clave };
}

/** One more person of a company, logged in. Gives the session key. */
export async function makePerson(
  { ctx }: Pick<TestServer, 'ctx'>,
  { id, rnc }: TestEmpresa,
  rol: Rol,
): Promise<string> {
  passwordHash ??= hashPassword(testPassword);
  made += 1;
  const name = `${rol}${made}-${rnc}`;
  const user = {
    empresaId: id,
    rol,
    nombreUsuario: name,
    correo: `${name}@ejemplo.invalid`,
    passwordHash: await passwordHash,
  };
  return openSession({ ctx }, await ctx.db.system((tx) => createUser(ctx, tx, user)));
}

/** The administrator of the platform, logged in. Gives the session key. */
export async function makeRoot({ ctx }: Pick<TestServer, 'ctx'>): Promise<string> {
  passwordHash ??= hashPassword(testPassword);
  const hash = await passwordHash;
  const user = { empresaId: null, rol: 'root' as const, nombreUsuario: 'root', correo: 'root', passwordHash: hash };
  return openSession({ ctx }, await ctx.db.system((tx) => createUser(ctx, tx, user)));
}

/** Opens one more session of a user. Gives its key. */
export async function openSession({ ctx }: Pick<TestServer, 'ctx'>, usuarioId: string): Promise<string> {
  const key = ctx.keyring.newKey('ses');
  const now = ctx.clock.now();
  const expira = new Date(now.getTime() + 12 * 60 * 60 * 1_000);
  const session = {
    id: newId(now),
    hmac: ctx.keyring.hmac(key),
    usuarioId,
    dispositivo: 'prueba',
    ip: '127.0.0.1',
    now,
    expira,
  };
  await ctx.db.system((tx) => insertSession(tx, session, 100));
  return key;
}

/** Has the person of a session give their password, for what wants it given a short while ago. */
export async function givePassword({ call }: Pick<TestServer, 'call'>, key: string): Promise<void> {
  const { status } = await call(sesion.confirmarSesion, { body: { contrasena: testPassword } }, key);
  if (status !== 204) throw new Error(`The password was not taken (${status})`);
}

/** An RNC of a series that was never given out, its check digit right. */
function inventedRNC(n: number): string {
  const stem = `199${String(n).padStart(5, '0')}`;
  const digit = [...'0123456789'].find((last) => rncCheckDigitHolds(stem + last));
  return stem + digit;
}

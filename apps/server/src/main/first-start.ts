import { randomBytes } from 'node:crypto';
import { expires, ultimoDePrueba } from '@timbre/contract';
import { tiposECF } from '@timbre/values';
import { activeCertificate } from '../domain/companies/certificate-repo.ts';
import { createEmpresa, findDemo, isAnyEmpresa } from '../domain/companies/companies-repo.ts';
import { readDatos } from '../domain/companies/datos-empresa.ts';
import { makeDemoCertificate } from '../domain/companies/demo-certificate.ts';
import { addRoot, giveAccess } from '../domain/companies/people.ts';
import { findRoot, setPassword } from '../domain/companies/people-repo.ts';
import { insertSecuencias } from '../domain/comprobantes/numbers/ranges-repo.ts';
import { ensureInventedRegister } from '../domain/taxpayers/load-invented.ts';
import type { Context } from '../features/context.ts';
import { storeCertificate } from '../features/empresa/service.ts';
import { checkPassword } from '../platform/crypto/password.ts';
import { keepPassword } from '../platform/crypto/password-filter.ts';
import { newId } from '../platform/db/id.ts';
import { lockUntilCommit } from '../platform/db/lock.ts';
import type { Tx } from '../platform/db/transactions.ts';

/** The credentials shown to the operator who starts the server. */
export interface Credentials {
  readonly login: string;
  /** undefined if a person changed or set it: then only that person has it. */
  readonly password: string | undefined;
}

/** Its RNC has a valid check digit, and is of a series that has not been assigned. */
const demoCompany = {
  rnc: '199000005',
  razonSocial: 'Colmado La Esquina Demo SRL',
  datos: { direccion: 'Calle Inventada 1, Santo Domingo' },
} as const;
/** A cédula that belongs to no person: none begins with 000. */
const demoHolder = '00000000018';
const demoUser = 'demo';
const rootUser = 'root';

/** Arbitrary number of the advisory lock that serialises starting processes. */
const firstStartLock = 7_301_846_207n;

/** Creates the administrator if there is none. The result has a password if it was created now. */
export async function ensureRoot(ctx: Context): Promise<Credentials> {
  const { root } = ctx.config;
  const login = root?.login ?? rootUser;
  const password = root?.password ?? randomBytes(15).toString('base64url');
  const stored = await ctx.db.system((tx) => findRoot(tx, root?.login));
  if (stored === undefined) {
    const hashed = await keepPassword(ctx.keyring, password);
    const made = await ctx.db.system(async (tx) => {
      await takeTurn(tx);
      if ((await findRoot(tx, root?.login)) !== undefined) return false;
      await addRoot(ctx, tx, login, hashed);
      return true;
    });
    return { login, password: made && root === undefined ? password : undefined };
  }
  if (root !== undefined && !(await checkPassword(stored.contrasena_hash, password))) {
    const hashed = await keepPassword(ctx.keyring, password);
    await ctx.db.system((tx) => setPassword(tx, stored.id, hashed, true));
  }
  return { login: stored.correo, password: undefined };
}

/** Creates the demonstration company if it is configured. Returns its credentials, at each start, while it exists. */
export async function ensureDemo(ctx: Context): Promise<Credentials | undefined> {
  const password = ctx.keyring.passwordFor(demoUser);
  let demo = await ctx.db.system((tx) => findDemo(tx, demoUser));
  if (demo === undefined) {
    if (!(await demoIsWanted(ctx))) return undefined;
    await makeDemo(ctx, password);
    demo = await ctx.db.system((tx) => findDemo(tx, demoUser));
  }
  if (demo === undefined) return undefined;
  if (ctx.config.authority === 'simulador') await ensureInventedRegister(ctx);
  const { empresaId, rnc, contrasena_hash } = demo;
  if ((await ctx.db.tenant(empresaId, (tx) => activeCertificate(tx, empresaId))) === undefined) {
    const holder = { name: 'Persona de Demostración', id: demoHolder };
    const certificate = await makeDemoCertificate(holder, ctx.keyring.passwordFor('certificate'), ctx.clock.now());
    await storeCertificate(ctx, empresaId, certificate, { por: 'Timbre', ip: '' });
  }
  return { login: rnc, password: (await checkPassword(contrasena_hash, password)) ? password : undefined };
}

async function demoIsWanted({ config, db }: Context): Promise<boolean> {
  if (config.demo !== undefined) return config.demo;
  if (config.authority !== 'simulador') return false;
  return !(await db.system(isAnyEmpresa));
}

async function makeDemo(ctx: Context, password: string): Promise<void> {
  const hashed = await keepPassword(ctx.keyring, password);
  await ctx.db.system(async (tx) => {
    await takeTurn(tx);
    if ((await findDemo(tx, demoUser)) !== undefined) return;
    const datos = readDatos(demoCompany.datos);
    const empresaId = await createEmpresa(ctx, tx, { ...demoCompany, datos, ambiente: 'testecf', demo: true });
    await giveAccess(ctx, tx, {
      empresaId,
      rol: 'administrador',
      nombreUsuario: demoUser,
      correo: 'demo@timbre.invalid',
      password: hashed,
      propia: false,
    });
    await insertSecuencias(tx, demoRanges(ctx, empresaId));
  });
}

const demoRanges = (ctx: Context, empresaId: string) =>
  (['testecf', 'certecf', 'ecf'] as const).flatMap((ambiente) =>
    tiposECF.map((tipo) => ({
      empresa_id: empresaId,
      id: newId(ctx.clock.now()),
      ambiente,
      tipo: Number(tipo),
      desde: 1,
      hasta: ultimoDePrueba(tipo),
      siguiente: 1,
      vence: expires(tipo) ? '2028-12-31' : null,
    })),
  );

/** Serialises starting processes. */
const takeTurn = (tx: Tx) => lockUntilCommit(tx, firstStartLock);

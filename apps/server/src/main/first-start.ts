import { randomBytes } from 'node:crypto';
import { findDemo, isAnyEmpresa } from '../domain/companies/companies-repo.ts';
import { addRoot } from '../domain/companies/people.ts';
import { findRoot, setPassword } from '../domain/companies/people-repo.ts';
import type { Config } from '../domain/config.ts';
import { ensureInventedRegister } from '../domain/taxpayers/load-invented.ts';
import type { Context } from '../features/context.ts';
import { today } from '../features/reportes/service.ts';
import { checkPassword } from '../platform/crypto/password.ts';
import { keepPassword } from '../platform/crypto/password-filter.ts';
import { lockUntilCommit } from '../platform/db/lock.ts';
import type { Tx } from '../platform/db/transactions.ts';
import { accountant, createEmpty, createPair, peopleOf } from './demo/create.ts';
import { ensureCertificate } from './demo/maker.ts';

/** The credentials shown to the operator who starts the server. */
export interface Credentials {
  readonly login: string;
  /** undefined if a person changed or set it: then only that person has it. */
  readonly password: string | undefined;
}

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

/** Creates the demonstration if it is configured. Returns its credentials, at each start, while it exists. */
export async function ensureDemo(ctx: Context): Promise<Credentials | undefined> {
  const { nombreUsuario } = accountant;
  let demo = await ctx.db.system((tx) => findDemo(tx, nombreUsuario));
  if (demo === undefined) {
    if (!(await demoIsWanted(ctx))) return undefined;
    await makeDemo(ctx);
    demo = await ctx.db.system((tx) => findDemo(tx, nombreUsuario));
  }
  if (demo === undefined) return undefined;
  if (ctx.config.authority === 'simulador') await ensureInventedRegister(ctx);
  const { empresaId, rnc, contrasena_hash } = demo;
  await ensureCertificate(ctx, empresaId, 'tienda');
  const password = ctx.keyring.passwordFor(nombreUsuario);
  return { login: rnc, password: (await checkPassword(contrasena_hash, password)) ? password : undefined };
}

async function demoIsWanted({ config, db }: Context): Promise<boolean> {
  if (config.demo !== undefined) return config.demo !== '0';
  if (config.authority !== 'simulador') return false;
  return !(await db.system(isAnyEmpresa));
}

/** A history needs a simulator of this server, and a database without other companies: else the demonstration is empty. */
const hasHistory = ({ demo, authority, simulatorUrl }: Config): boolean =>
  demo !== 'vacia' && authority === 'simulador' && simulatorUrl === undefined;

async function makeDemo(ctx: Context): Promise<void> {
  const people = await peopleOf(ctx);
  await ctx.db.system(async (tx) => {
    await takeTurn(tx);
    if ((await findDemo(tx, accountant.nombreUsuario)) !== undefined) return;
    if (hasHistory(ctx.config) && !(await isAnyEmpresa(tx))) await createPair(ctx, tx, { people, today: today(ctx) });
    else await createEmpty(ctx, tx, people);
  });
}

/** Serialises starting processes. */
const takeTurn = (tx: Tx) => lockUntilCommit(tx, firstStartLock);

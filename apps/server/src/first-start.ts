import { randomBytes } from 'node:crypto';
import { tiposECF } from '@timbre/values';
import { sql } from 'kysely';
import { ConfigError } from './config.ts';
import type { Context } from './context.ts';
import { checkPassword, hashPassword } from './crypto/password.ts';
import { newId } from './db/id.ts';
import type { Tx } from './db/transactions.ts';
import { makeDemoCertificate } from './demo-certificate.ts';
import { insertSecuencias } from './features/configuracion/secuencias/repo.ts';
import { activeCertificate } from './features/empresa/repo.ts';
import { createEmpresa, storeCertificate } from './features/empresa/service.ts';
import { createUser } from './features/sesion/service.ts';

/** What whoever starts the server is told. */
export interface Credentials {
  readonly login: string;
  /** undefined when it was changed, or belongs to whoever set it: only they know it. */
  readonly password: string | undefined;
}

/** An RNC whose check digit holds, of a series that has not been given out. */
const demoCompany = {
  rnc: '199000005',
  razonSocial: 'Colmado La Esquina Demo SRL',
  direccion: 'Calle Inventada 1, Santo Domingo',
} as const;
/** Nobody's cédula: none begins with 000. */
const demoHolder = '00000000018';
const demoUser = 'demo';
const rootUser = 'root';

/** Any number: the lock that starting processes take turns by. */
const firstStartLock = 7_301_846_207n;

/** Throws ConfigError when the master key is not the one that the companies' secrets were sealed under. */
export async function checkMasterKey({ db, keyring }: Pick<Context, 'db' | 'keyring'>): Promise<void> {
  const sealed = await db.system((tx) =>
    tx.selectFrom('empresa').select(['id', 'llave_envuelta']).limit(1).executeTakeFirst(),
  );
  if (sealed === undefined) return;
  try {
    keyring.unwrap(sealed.id, sealed.llave_envuelta);
  } catch {
    throw new ConfigError(
      'La llave maestra no es la que selló los datos: revise TIMBRE_MASTER_KEY, o el archivo master.key de la carpeta de datos',
    );
  }
}

/** Sees to it that the administrator exists. Gives a password when it was made now. */
export async function ensureRoot(ctx: Context): Promise<Credentials> {
  const { root } = ctx.config;
  const login = root?.login ?? rootUser;
  const password = root?.password ?? randomBytes(15).toString('base64url');
  const stored = await ctx.db.system((tx) => findRoot(tx, root?.login));
  if (stored === undefined) {
    const passwordHash = await hashPassword(password);
    const made = await ctx.db.system(async (tx) => {
      await takeTurn(tx);
      if ((await findRoot(tx, root?.login)) !== undefined) return false;
      await createUser(ctx, tx, { empresaId: null, rol: 'root', nombreUsuario: login, correo: login, passwordHash });
      return true;
    });
    return { login, password: made && root === undefined ? password : undefined };
  }
  if (root !== undefined && !(await checkPassword(stored.contrasena_hash, password))) {
    const contrasena_hash = await hashPassword(password);
    await ctx.db.system((tx) =>
      tx.updateTable('usuario').set({ contrasena_hash }).where('id', '=', stored.id).execute(),
    );
  }
  return { login: stored.nombre_usuario, password: undefined };
}

/** The administrator of that name; of any, when none is given. */
function findRoot(tx: Tx, login: string | undefined) {
  let roots = tx
    .selectFrom('usuario')
    .select(['id', 'nombre_usuario', 'contrasena_hash'])
    .where('rol', '=', 'root')
    .orderBy('creado')
    .limit(1);
  if (login !== undefined) roots = roots.where(sql`lower(nombre_usuario)`, '=', login.toLowerCase());
  return roots.executeTakeFirst();
}

/** Makes the demonstration company where it is wanted. Gives its credentials, at each start, while it exists. */
export async function ensureDemo(ctx: Context): Promise<Credentials | undefined> {
  const password = ctx.keyring.passwordFor(demoUser);
  let demo = await ctx.db.system(findDemo);
  if (demo === undefined) {
    if (!(await demoIsWanted(ctx))) return undefined;
    await makeDemo(ctx, password);
    demo = await ctx.db.system(findDemo);
  }
  if (demo === undefined) return undefined;
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
  return (await db.system((tx) => tx.selectFrom('empresa').select('id').limit(1).execute())).length === 0;
}

async function makeDemo(ctx: Context, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await ctx.db.system(async (tx) => {
    await takeTurn(tx);
    if ((await findDemo(tx)) !== undefined) return;
    const empresaId = await createEmpresa(ctx, tx, { ...demoCompany, ambiente: 'testecf', demo: true, aprobada: true });
    await createUser(ctx, tx, {
      empresaId,
      rol: 'administrador',
      nombreUsuario: demoUser,
      correo: 'demo@timbre.invalid',
      passwordHash,
    });
    await insertSecuencias(tx, demoRanges(ctx, empresaId));
  });
}

const findDemo = (tx: Tx) =>
  tx
    .selectFrom('empresa as e')
    .innerJoin('usuario as u', 'u.empresa_id', 'e.id')
    .select(['e.id as empresaId', 'e.rnc', 'u.contrasena_hash'])
    .where('e.demo', '=', true)
    .where('u.nombre_usuario', '=', demoUser)
    .executeTakeFirst();

const demoRanges = (ctx: Context, empresaId: string) =>
  (['testecf', 'certecf', 'ecf'] as const).flatMap((ambiente) =>
    tiposECF.map((tipo) => ({
      empresa_id: empresaId,
      id: newId(ctx.clock.now()),
      ambiente,
      tipo: Number(tipo),
      desde: 1,
      hasta: tipo === '32' ? 50_000_000 : 10_000_000,
      siguiente: 1,
      vence: tipo === '32' || tipo === '34' ? null : '2028-12-31',
    })),
  );

/** One starting process after another. */
const takeTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(${firstStartLock.toString()}::bigint)`.execute(tx);

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '../process/config-error.ts';

/** The PostgreSQL accounts that log in, each with the rights that its work needs. */
export const accounts = {
  timbre_owner: { does: 'dueño de las tablas; solo para «migrar»', password: 'TIMBRE_OWNER_PASSWORD' },
  timbre_server: { does: 'el servidor', password: 'TIMBRE_SERVER_PASSWORD' },
  timbre_backup: { does: 'pg_dump: lo lee todo y no cambia nada', password: 'TIMBRE_BACKUP_PASSWORD' },
} as const;
export type Account = keyof typeof accounts;
const names = Object.keys(accounts) as Account[];

/** Passwords to set, in plain text: for new accounts, or for those with a new password. */
type Passwords = Readonly<Partial<Record<Account, string>>>;

const minPassword = 12;

/**
 * The passwords from the environment.
 *
 * @throws ConfigError when one is short, or not printable ASCII: clients encode other characters differently
 */
export function passwordsFrom(env: Readonly<Record<string, string | undefined>>): Passwords {
  const entries = names.flatMap((account) => {
    const { password: variable } = accounts[account];
    const password = env[variable];
    if (!password) return [];
    if (password.length < minPassword || !/^[\x21-\x7e]+$/.test(password))
      throw new ConfigError(`${variable} debe tener ${minPassword} caracteres o más, sin espacios ni acentos`);
    return [[account, password] as const];
  });
  return Object.fromEntries(entries);
}

const newPassword = () => randomBytes(24).toString('base64url');
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The SCRAM verifier that PostgreSQL stores: sent instead of the password, so that neither the server nor its log
 * contains the password.
 */
function verifierOf(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (word: string) => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
}

/** Creates the roles that are missing. */
const createAccounts = `do $$
declare
  papel text;
  cosa record;
begin
  foreach papel in array array['timbre_app', 'timbre_cartera', 'timbre_system'] loop
    if not exists (select from pg_roles where rolname = papel) then execute format('create role %I nologin', papel); end if;
  end loop;
  foreach papel in array array['timbre_owner', 'timbre_server', 'timbre_backup'] loop
    if not exists (select from pg_roles where rolname = papel) then execute format('create role %I login', papel); end if;
  end loop;
  if not pg_has_role(current_user, 'timbre_owner', 'usage') then grant timbre_owner to current_user; end if;
end $$;`;

/** Makes the owner the owner of every table and routine. */
const ownEverything = `do $$
declare
  cosa record;
begin
  if not pg_has_role('timbre_owner', (select nspowner from pg_namespace where nspname = 'public'), 'usage') then
    alter schema public owner to timbre_owner;
  end if;
  revoke create on schema public from public;
  for cosa in
    select c.oid::regclass as nombre from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and c.relowner <> 'timbre_owner'::regrole
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  loop
    execute format('alter table %s owner to timbre_owner', cosa.nombre);
  end loop;
  for cosa in
    select p.oid::regprocedure as nombre from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner <> 'timbre_owner'::regrole
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to timbre_owner', cosa.nombre);
  end loop;
end $$;`;

/** Lets `timbre_backup` read everything. */
const backupRights = `-- Las copias: leen cada fila de cada empresa, y nada más.
grant usage on schema public to timbre_backup;
grant select on all tables in schema public to timbre_backup;
grant select on all sequences in schema public to timbre_backup;
alter default privileges for role timbre_owner in schema public grant select on tables to timbre_backup;
alter default privileges for role timbre_owner in schema public grant select on sequences to timbre_backup;
do $$
begin
  if not (select rolbypassrls from pg_roles where rolname = 'timbre_backup') then alter role timbre_backup bypassrls; end if;
exception when insufficient_privilege then
  raise warning 'Un superusuario debe ejecutar «alter role timbre_backup bypassrls»: hasta entonces pg_dump se negará.';
end $$;`;

/**
 * The SQL that creates or repairs the roles. Run by an administrator in the database concerned: a superuser, or an
 * account that may create roles (then only a superuser can complete `timbre_backup`).
 *
 * @param database its name
 */
export function rolesScript(database: string, passwords: Passwords): string {
  const set = names.flatMap((account) => {
    const password = passwords[account];
    return password === undefined ? [] : [`alter role ${account} password '${verifierOf(password)}';`];
  });
  return `-- Los papeles de Timbre en PostgreSQL. Puede ejecutarse otra vez sin daño.
${createAccounts}
${set.join('\n')}

-- El servidor no tiene nada por sí mismo: en cada transacción se vuelve uno de los tres.
alter role timbre_server noinherit;
grant timbre_app, timbre_cartera, timbre_system to timbre_owner, timbre_server;

-- Nadie más entra; todo es del dueño, también lo que otro usuario creó antes.
alter database ${quote(database)} owner to timbre_owner;
revoke all on database ${quote(database)} from public;
grant connect on database ${quote(database)} to timbre_server, timbre_backup;
${ownEverything}
alter default privileges for role timbre_owner in schema public
  grant select, insert, update, delete on tables to timbre_app, timbre_system;

${backupRights}
`;
}

/** The result of creating the roles. */
interface MadeRoles {
  /** For each account, the address to connect with; without a password if the account keeps the one it had. */
  readonly addresses: Readonly<Record<Account, string>>;
  /** The steps that the administrator must still take. */
  readonly warnings: readonly string[];
}

/**
 * Creates the database if it is missing, and its roles.
 *
 * @param databaseUrl an administrator's address, which names the database that Timbre is to use
 * @param chosen passwords to set; for new accounts without one, a password is generated
 */
export async function makeRoles(databaseUrl: string, chosen: Passwords): Promise<MadeRoles> {
  const database = databaseOf(databaseUrl);
  const warnings: string[] = [];
  const admin = await connectTo(databaseUrl).catch(async (error: Error & { code?: string }) => {
    if (error.code !== '3D000') throw error;
    const elsewhere = new URL(databaseUrl);
    elsewhere.pathname = '/postgres';
    const maker = await connectTo(elsewhere.href);
    await maker
      .query(`create database ${quote(database)} template template0 encoding 'UTF8'`)
      .finally(() => maker.end());
    return connectTo(databaseUrl);
  });
  admin.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message !== undefined) warnings.push(message);
  });
  try {
    const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles');
    const known = new Set(rows.map(({ rolname }) => rolname));
    const fresh = names.filter((account) => !known.has(account)).map((account) => [account, newPassword()]);
    const passwords: Passwords = { ...Object.fromEntries(fresh), ...chosen };
    await admin.query(`begin;\n${rolesScript(database, passwords)}commit`);
    const addresses = names.map((account) => {
      const address = new URL(databaseUrl);
      address.username = account;
      address.password = passwords[account] ?? '';
      return [account, address.href];
    });
    return { addresses: Object.fromEntries(addresses), warnings };
  } finally {
    await admin.end();
  }
}

/** Name of the database of an address. */
export function databaseOf(databaseUrl: string): string {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  if (name === '' || name === 'postgres')
    throw new ConfigError(
      'DATABASE_URL debe nombrar la base de datos de Timbre, p. ej. postgres://postgres@servidor/timbre',
    );
  return name;
}

/** Passwords for every account, generated for those without one: for a script that another person runs. */
export const allPasswords = (chosen: Passwords): Required<Passwords> =>
  Object.fromEntries(names.map((account) => [account, chosen[account] ?? newPassword()])) as Required<Passwords>;

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

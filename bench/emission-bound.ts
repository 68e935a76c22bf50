// The lower bound of the cost of one emission: its parts, each measured alone in its simplest form, in milliseconds of
// one core. Their sum determines how many documents a second this machine's cores could take from the API to
// acceptance. A part marked as a reference is not a limit: it is the time that a common library takes for that work.
import { execFile, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { writeDocument } from '@timbre/ecf';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { Pool } from 'undici';
import { syncedOptions } from '../apps/server/src/platform/db/synced-files.ts';
import { officialFiles, readableXsd } from '../packages/ecf/testing/official.ts';
import { measureCpuRate, measureCpuRateAsync } from './measure.ts';
import { sampleECF } from './sample-ecf.ts';

/** Milliseconds of one core for each part of one emission. */
export type Parts = Readonly<Record<string, number>>;

export const cores = availableParallelism();

/** The sum of the parts. */
export const totalMs = (parts: Parts): number => Object.values(parts).reduce((sum, ms) => sum + ms, 0);

const xml = writeDocument('ECF', sampleECF(1));
const json = JSON.stringify(sampleECF(1));

/** The parts that do not depend on the database: one RSA signature, one XSD validation, one call in and two calls out. */
export async function nodeParts(): Promise<Parts> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pieces = xml.split('<Item>');
  return {
    'sign, ms': 1000 / measureCpuRate(() => sign('sha256', Buffer.from(xml), privateKey), 1),
    'validate by XSD (reference), ms': 1000 / measureCpuRate(xsdValidation(), 1),
    'build and digest, ms':
      1000 / measureCpuRate(() => createHash('sha256').update(pieces.join('<Item>')).digest('base64'), 0.5),
    ...(await httpParts()),
  };
}

function xsdValidation(): () => void {
  const validator = officialFiles ? XsdValidator.fromDoc(XmlDocument.fromString(readableXsd('31'))) : undefined;
  return () => {
    const document = XmlDocument.fromString(xml);
    // The document is not signed yet: libxml2 validates all of it and then reports the missing signature.
    try {
      validator?.validate(document);
    } catch {}
    document.dispose();
  };
}

/** A bare Fastify server that reads JSON, and one that reads XML: the cost of a call for the server and for the caller. */
async function httpParts(): Promise<Parts> {
  const server = spawn(process.execPath, ['--input-type=module', '-e', bareServer], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(server.stdout, 'data')) as [Buffer];
  const pool = new Pool(address.toString().trim(), { connections: 32, pipelining: 1 });
  try {
    const inbound = await exchange(pool, { method: 'POST', path: '/json', type: 'application/json', body: json });
    const post = await exchange(pool, { method: 'POST', path: '/xml', type: 'application/xml', body: xml });
    const poll = await exchange(pool, { method: 'GET', path: '/estado' });
    return {
      'JSON in, by bare Fastify (reference), ms': inbound.serverMs,
      'XML out, by undici (reference), ms': post.callerMs,
      'status out, by undici (reference), ms': poll.callerMs,
    };
  } finally {
    await pool.destroy();
    server.kill();
  }
}

const bareServer = `
  import Fastify from 'fastify';
  const app = Fastify();
  app.addContentTypeParser('application/xml', { parseAs: 'string' }, (request, body, done) => done(null, body));
  const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  for (const path of ['/json', '/xml']) app.post(path, async () => ({ trackId: 'x' }));
  app.get('/estado', async () => ({ trackId: 'x', estado: 'Aceptado', codigo: '1' }));
  app.get('/cpu', async () => cpuMs());
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
`;

const calls = 6000;

/** Processor time of one call, on the server's and on the caller's side. */
async function exchange(
  pool: Pool,
  { method, path, type, body }: { method: 'GET' | 'POST'; path: string; type?: string; body?: string },
): Promise<{ serverMs: number; callerMs: number }> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const call = async () => (await pool.request({ method, path, headers, body: body ?? null })).body.text();
  const serverMs = async () => Number(await (await pool.request({ method: 'GET', path: '/cpu' })).body.text());
  const run = async (times: number) => {
    let left = times;
    const caller = async () => {
      while (left-- > 0) await call();
    };
    await Promise.all(Array.from({ length: 32 }, caller));
  };
  await run(calls / 4);
  const server = await serverMs();
  const own = process.cpuUsage();
  await run(calls);
  const { user, system } = process.cpuUsage(own);
  return { serverMs: ((await serverMs()) - server) / calls, callerMs: (user + system) / 1000 / calls };
}

/**
 * Database work for one document: in a transaction of its own, and in one shared by as many documents as in emission.
 */
export interface DatabaseParts {
  readonly alone: Parts;
  readonly shared: Parts;
}

/** Most documents in one transaction of emission. */
const batch = 64;
const tenants = 200;
const blocks = 1500;
const schema = `
  create table seq (tenant int primary key, next bigint not null);
  create table doc (tenant int, number bigint, xml text not null, primary key (tenant, number));
  create table outbox (id bigserial primary key, tenant int not null, number bigint not null, state int not null default 0);
  create table audit (id bigserial primary key, tenant int not null, entry text not null);
  create table row_of (id int primary key, state int not null);
  insert into seq select i, 1 from generate_series(1, ${tenants}) i;
  insert into row_of select i, 0 from generate_series(1, ${blocks * batch}) i;`;

/** Statements that assign numbers to some documents of a tenant ($1) and store them with the numbers just below $2. */
const emission = (documents: number) =>
  [
    `update seq set next = next + ${documents} where tenant = $1 returning next`,
    ...[
      `insert into doc select $1, $2::bigint - i, repeat('abcdefgh', 750)`,
      'insert into outbox (tenant, number) select $1, $2::bigint - i',
      `insert into audit (tenant, entry) select $1, 'document ' || ($2::bigint - i)`,
    ].map((insert) => `${insert} from generate_series(1, ${documents}) i`),
  ] as const;
/** The statement that changes the state of that many rows: the first ones of block $1, each block one batch. */
const changed = (documents: number) =>
  `update row_of set state = state + 1 where id > $1::int * ${batch} and id <= $1::int * ${batch} + ${documents}`;

/** Parts of one document, from the time of each transaction. Its state changes three times: sent, received, decided. */
const partsOf = (documents: number, emissionMs: number, changeMs: number): Parts => {
  const share = documents === 1 ? '' : `, 1 of ${documents}`;
  return {
    [`emission transaction${share}, ms`]: emissionMs / documents,
    [`three commits${share}, ms`]: (3 * changeMs) / documents,
  };
};

/** Measured by pgbench with 32 connections, which keep PostgreSQL busy on all cores. */
export async function postgresParts(databaseUrl: string): Promise<DatabaseParts> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-bound-'));
  const msOf = async (script: string) => {
    const file = join(folder, 'script.sql');
    writeFileSync(file, script);
    const options = ['-n', '-M', 'prepared', '-c', '32', '-j', '2', '-T', '4', '-f', file, databaseUrl];
    const { stdout } = await run('pgbench', options);
    return (1000 * cores) / Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  };
  const measure = async (documents: number) => {
    const [update, ...inserts] = emission(documents).map((sql) =>
      sql.replace('$1', ':tenant').replaceAll('$2', ':next'),
    );
    const statements = ['begin;', `${update} \\gset`, ...inserts.map((sql) => `${sql};`), 'commit;'];
    const emissionMs = await msOf(`\\set tenant random(1, ${tenants})\n${statements.join('\n')}\n`);
    const change = changed(documents).replaceAll('$1', ':block');
    return partsOf(documents, emissionMs, await msOf(`\\set block random(0, ${blocks - 1})\n${change};\n`));
  };
  try {
    await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-c', schema, databaseUrl]);
    return { alone: await measure(1), shared: await measure(batch) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const run = promisify(execFile);

/** The same on the embedded engine, which has one thread. */
export async function embeddedParts(): Promise<DatabaseParts> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-bound-'));
  const db = await PGlite.create(syncedOptions(folder));
  const any = (count: number) => Math.floor(Math.random() * count);
  const measure = async (documents: number) => {
    const [update, ...inserts] = emission(documents);
    const transaction = () =>
      db.transaction(async (tx) => {
        const tenant = 1 + any(tenants);
        const { rows } = await tx.query<{ next: number }>(update, [tenant]);
        for (const insert of inserts) await tx.query(insert, [tenant, rows[0]?.next]);
      });
    const change = () => db.query(changed(documents), [any(blocks)]);
    const emissionMs = 1000 / (await measureCpuRateAsync(transaction, 2));
    return partsOf(documents, emissionMs, 1000 / (await measureCpuRateAsync(change, 1)));
  };
  try {
    await db.exec(schema);
    return { alone: await measure(1), shared: await measure(batch) };
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}

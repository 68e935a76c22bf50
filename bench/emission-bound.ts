// The lower bound of the cost of one emission: its parts, each measured alone in its simplest form, in milliseconds
// of one core. Their sum gives how many documents a second this machine's cores could bring from the API to acceptance.
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
    'validate by XSD, ms': 1000 / measureCpuRate(xsdValidation(), 1),
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
    return { 'JSON in, ms': inbound.serverMs, 'XML out, ms': post.callerMs, 'status out, ms': poll.callerMs };
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

const tenants = 200;
const schema = `
  create table seq (tenant int primary key, next bigint not null);
  create table doc (tenant int, number bigint, xml text not null, primary key (tenant, number));
  create table outbox (id bigserial primary key, tenant int not null, number bigint not null, state int not null default 0);
  create table audit (id bigserial primary key, tenant int not null, entry text not null);
  create table row_of (id int primary key, state int not null);
  insert into seq select i, 1 from generate_series(1, ${tenants}) i;
  insert into row_of select i, 0 from generate_series(1, 10000) i;`;

const emission = [
  'update seq set next = next + 1 where tenant = $1 returning next',
  `insert into doc values ($1, $2, repeat('abcdefgh', 750))`,
  'insert into outbox (tenant, number) values ($1, $2)',
  `insert into audit (tenant, entry) values ($1, 'document ' || $2)`,
] as const;
const oneRow = 'update row_of set state = state + 1 where id = $1';

/** One emission transaction and three commits of one row, by pgbench at 32 connections, when PostgreSQL uses both cores. */
export async function postgresParts(databaseUrl: string): Promise<Parts> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-bound-'));
  const rate = async (name: string, script: string) => {
    const file = join(folder, name);
    writeFileSync(file, script);
    const options = ['-n', '-M', 'prepared', '-c', '32', '-j', '2', '-T', '4', '-f', file, databaseUrl];
    const { stdout } = await run('pgbench', options);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  };
  try {
    await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-c', schema, databaseUrl]);
    const [update, ...inserts] = emission.map((sql) => sql.replace('$1', ':tenant').replaceAll('$2', ':next'));
    const statements = [`begin;`, `${update} \\gset`, ...inserts.map((sql) => `${sql};`), `commit;`];
    const transactions = await rate('tx', `\\set tenant random(1, ${tenants})\n${statements.join('\n')}\n`);
    const commits = await rate('row', `\\set id random(1, 10000)\n${oneRow.replace('$1', ':id')};\n`);
    return {
      'emission transaction, ms': (1000 * cores) / transactions,
      'three commits, ms': (3 * 1000 * cores) / commits,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const run = promisify(execFile);

/** The same on the embedded engine, which has one thread. */
export async function embeddedParts(): Promise<Parts> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-bound-'));
  const db = await PGlite.create({ dataDir: folder });
  try {
    await db.exec(schema);
    const transaction = () =>
      db.transaction(async (tx) => {
        const tenant = 1 + Math.floor(Math.random() * tenants);
        const { rows } = await tx.query<{ next: number }>(emission[0], [tenant]);
        for (const insert of emission.slice(1)) await tx.query(insert, [tenant, rows[0]?.next]);
      });
    const commit = () => db.query(oneRow, [1 + Math.floor(Math.random() * 10_000)]);
    return {
      'emission transaction, ms': 1000 / (await measureCpuRateAsync(transaction, 2)),
      'three commits, ms': 3000 / (await measureCpuRateAsync(commit, 1)),
    };
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}

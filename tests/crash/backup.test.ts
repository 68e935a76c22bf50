import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTimbre } from '../built-server.ts';
import { Client, creditInvoice, settled } from './client.ts';
import { makePlace, type Place } from './rig.ts';

let place: Place;
let folder: string;
let copy: string;
let issued: string[];

beforeAll(async () => {
  place = await makePlace();
  folder = mkdtempSync(join(tmpdir(), 'timbre-copia-'));
  copy = join(folder, 'copias', 'timbre.copia');
  const server = (await place.start())!;
  const client = new Client();
  for (let i = 0; i < 5; i++) client.ask(`copia ${i}`, creditInvoice('100.00'));
  await client.submit(server);
  await settled(server);
  await server.kill('SIGTERM');
  issued = [...client.answered.values()].map(({ eNCF }) => eNCF);
});
afterAll(async () => {
  await place.leave();
  rmSync(folder, { recursive: true });
});

/** Runs a command with environment variables that override those of the place. */
const timbre = (env: Record<string, string>, ...args: string[]) => runTimbre({ ...place.env, ...env }, ...args);

/** The variables of an empty place on the same engine, and a function that removes it. */
async function emptyPlace(name: string): Promise<{ env: Record<string, string>; drop(): Promise<void> }> {
  const env = { TIMBRE_DATA_DIR: join(folder, name) };
  if (place.databaseUrl === undefined) return { env, drop: async () => undefined };
  const address = new URL(place.databaseUrl);
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  const database = `timbre_${name}_${process.pid}`;
  await admin.query(`create database ${database}`);
  address.pathname = `/${database}`;
  return {
    env: { ...env, DATABASE_URL: address.href },
    async drop() {
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
    },
  };
}

test('a backup is one sealed file, which only its owner reads and which reveals nothing', {
  tags: ['P4.11'],
}, async () => {
  expect(issued).toHaveLength(5);
  const made = await timbre({}, 'copia', 'crear', copy);
  expect(made).toMatchObject({ code: 0 });
  expect(statSync(copy).mode & 0o077).toBe(0);
  const bytes = readFileSync(copy);
  for (const eNCF of issued) expect(bytes.includes(eNCF)).toBe(false);
});

test('a backup is rehearsed: restored apart, checked and removed', { tags: ['P4.11'] }, async () => {
  const rehearsed = await timbre({}, 'copia', 'ensayar', copy);
  expect(rehearsed.output).toContain('5 comprobantes firmados, 0 hallazgos');
  expect(rehearsed.code).toBe(0);
});

test('a backup restored into an empty place has what was issued; into one that is not empty it is refused', async () => {
  const { env, drop } = await emptyPlace('restaurada');
  const restored = await timbre(env, 'copia', 'restaurar', copy);
  expect(restored).toMatchObject({ code: 0 });
  const checked = await timbre(env, 'verificar');
  expect(checked.output).toContain('5 comprobantes firmados, 0 hallazgos');
  expect((await timbre(env, 'copia', 'restaurar', copy)).code).toBe(1);
  expect((await timbre(env, 'verificar')).output).toContain('5 comprobantes firmados, 0 hallazgos');
  await drop();
});

test('a backup with another master key, or a damaged one, is refused and leaves nothing behind', async () => {
  const { env, drop } = await emptyPlace('ajena');
  const other = { ...env, TIMBRE_MASTER_KEY: randomBytes(32).toString('base64') };
  const refused = await timbre(other, 'copia', 'restaurar', copy);
  expect(refused.output).toContain('está dañada, o se selló con otra llave maestra');
  expect(refused.code).toBe(1);
  expect((await timbre(env, 'copia', 'restaurar', join(folder, 'no-existe'))).output).toContain('No existe');
  // With the right key it succeeds.
  expect((await timbre(env, 'copia', 'restaurar', copy)).code).toBe(0);
  await drop();
});

test('the server signs and issues as before with a new master key, and the old key opens nothing', {
  tags: ['P4.11'],
}, async () => {
  const fresh = randomBytes(32).toString('base64');
  expect((await timbre({}, 'llave', 'rotar')).output).toContain('falta TIMBRE_NEW_MASTER_KEY');
  expect(await timbre({ TIMBRE_NEW_MASTER_KEY: fresh }, 'llave', 'rotar')).toMatchObject({ code: 0 });
  // Run again, as if an interruption had hidden the result from the operator.
  expect(await timbre({ TIMBRE_NEW_MASTER_KEY: fresh }, 'llave', 'rotar')).toMatchObject({ code: 0 });
  expect((await timbre({}, 'verificar')).output).toContain('La llave maestra no es la que selló los datos');
  const server = (await place.start({ TIMBRE_MASTER_KEY: fresh }))!;
  const client = new Client();
  client.ask('después', creditInvoice('50.00'));
  await client.submit(server);
  await settled(server);
  await server.kill('SIGTERM');
  expect(issued).not.toContain([...client.answered.values()][0]?.eNCF);
  expect((await timbre({ TIMBRE_MASTER_KEY: fresh }, 'verificar')).output).toContain(
    '6 comprobantes firmados, 0 hallazgos',
  );
});

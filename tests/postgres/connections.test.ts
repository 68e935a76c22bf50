import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '../../apps/server/src/platform/db/connect.ts';
import {
  CommitUnknown,
  DatabaseUnavailable,
  type Db,
  type Tx,
} from '../../apps/server/src/platform/db/transactions.ts';
import { type Cluster, makeCluster } from '../../scripts/postgres-cluster.mjs';
import { listPostgres } from '../../scripts/postgres-programs.mjs';
import type { BuiltServer } from '../built-server.ts';
import { settled } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { startLoad } from './load.ts';

const newest = listPostgres().at(-1);

let cluster: Cluster;
let place: Place;
let server: BuiltServer;
let ended: number | NodeJS.Signals | undefined;
beforeAll(async () => {
  if (newest === undefined) return;
  cluster = await makeCluster(newest);
  await cluster.start();
  await cluster.query('create database timbre');
  place = await makePlace({ databaseUrl: cluster.url('postgres', 'timbre') });
  server = (await place.start())!;
  server.ended.then((end) => {
    ended = end;
  });
});
afterAll(async () => {
  await place?.leave();
  await cluster?.remove();
});

/** Throws when the server has ended. */
const demandRunning = () => {
  if (ended !== undefined) throw new Error(`The server ended (${ended}):\n${server.output().slice(-3_000)}`);
};

/** Terminates connections of the server, one at a time, while it works. */
async function terminate(times: number): Promise<void> {
  for (let cut = 0; cut < times; ) {
    const [gone] = await cluster.query<{ gone: boolean }>(
      `select pg_terminate_backend(pid) as gone from pg_stat_activity
       where application_name like 'timbre%' order by random() limit 1`,
    );
    if (gone?.gone) cut += 1;
    await delay(40);
    demandRunning();
  }
}

test.skipIf(newest === undefined)(
  'a server under load survives 40 cut connections and 6 restarts of PostgreSQL without loss or repetition',
  async () => {
    const load = startLoad([server]);
    await load.issued(20);
    await terminate(40);
    await load.issued(20);

    for (const how of ['fast', 'immediate', 'kill', 'fast', 'immediate', 'kill'] as const) {
      await cluster.stop(how);
      const refusal = await fetch(`${server.address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ correo: server.login, contrasena: server.password }),
      });
      expect([how, refusal.status, refusal.headers.get('content-type')]).toEqual([
        how,
        503,
        'application/problem+json; charset=utf-8',
      ]);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
      await cluster.start();
      const since = performance.now();
      await load.issued(1);
      console.info(`${how}: issued again ${Math.round(performance.now() - since)} ms after PostgreSQL was back`);
      demandRunning();
    }
    await load.issued(20);
    await load.stop();
    expect([...load.refused.keys()].filter((refusal) => !refusal.startsWith('503 '))).toEqual([]);

    const { client } = load;
    await client.repeat(server);
    expect(client.contradicted).toEqual([]);
    const since = performance.now();
    await settled(server);
    console.info(`${client.answered.size} documents; all final after ${Math.round(performance.now() - since)} ms`);
    const [stored] = await cluster.query<{ total: string }>(
      'select count(*) as total from documento where not es_rfce',
      'timbre',
    );
    expect(Number(stored?.total)).toBe(client.answered.size);
    await server.kill('SIGTERM');
    const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
    expect(checked.output).toContain(' 0 hallazgos');
  },
  240_000,
);

describe.skipIf(newest === undefined)('a transaction', () => {
  let db: Db;
  beforeAll(() => {
    db = connectPostgres(cluster.url('postgres', 'timbre'), { onWarning: () => undefined });
  });
  afterAll(() => db.close());

  const cut = (pid: number) => cluster.query(`select pg_terminate_backend(${pid}, 5000)`);
  const pidOf = async (tx: Tx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid;

  test('a transaction cut before its commit is done again: between two statements, and after the last', {
    tags: ['P4.2'],
  }, async () => {
    let runs = 0;
    const result = await db.system(async (tx) => {
      runs += 1;
      if (runs <= 2) await cut(await pidOf(tx));
      if (runs === 1) await pidOf(tx);
      return runs;
    });
    expect(result).toBe(3);
  });

  test('a transaction cut while it commits may be stored: it is not done again', { tags: ['P4.2'] }, async () => {
    await cluster.query(
      `create table lenta (n integer);
       grant all on lenta to timbre_system;
       create function espera() returns trigger language plpgsql as 'begin perform pg_sleep(60); return null; end';
       create constraint trigger espera after insert on lenta deferrable initially deferred
         for each row execute function espera()`,
      'timbre',
    );
    let runs = 0;
    let pid = 0;
    const work = db.system(async (tx) => {
      runs += 1;
      pid = await pidOf(tx);
      await sql`insert into lenta values (1)`.execute(tx);
    });
    const failed = expect(work).rejects.toBeInstanceOf(CommitUnknown);
    const commits = () => cluster.query(`select from pg_stat_activity where pid = ${pid} and query = 'commit'`);
    while ((await commits()).length === 0) await delay(20);
    await cut(pid);
    await failed;
    expect(runs).toBe(1);
  });

  test('a transaction over a PostgreSQL that is down fails at once, and works again when it is back', {
    tags: ['P4.2'],
  }, async () => {
    await cluster.stop('fast');
    await expect(db.system(pidOf)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await cluster.start();
    expect(await db.system(pidOf)).toBeGreaterThan(0);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPostgres } from '../../apps/server/src/platform/db/connect.ts';
import { sharedSignals } from '../../apps/server/src/platform/db/signals.ts';
import { type Cluster, makeCluster } from '../../scripts/postgres-cluster.mjs';
import { listPostgres } from '../../scripts/postgres-programs.mjs';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { settled } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { startLoad } from './load.ts';
import { hasPooler, type Pooler, startPooler } from './pooler.ts';

const newest = listPostgres().at(-1);
const skip = newest === undefined || !hasPooler;

let cluster: Cluster;
let pooler: Pooler;
let place: Place;
const dataDir = mkdtempSync(join(tmpdir(), 'timbre-pooled-'));
beforeAll(async () => {
  if (newest === undefined || skip) return;
  cluster = await makeCluster(newest);
  await cluster.start();
  await cluster.query('create database timbre');
  pooler = await startPooler(cluster);
  place = await makePlace({ databaseUrl: pooler.url('postgres', 'timbre') });
});
afterAll(async () => {
  await place?.leave();
  await pooler?.stop();
  await cluster?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test.skipIf(skip)(
  'two servers behind a pgbouncer that lends its sessions by the transaction issue and send, also after PostgreSQL was killed',
  async () => {
    const first = (await place.start())!;
    const second: BuiltServer = await startBuiltServer({
      company: place.company,
      env: { ...place.env, TIMBRE_DATA_DIR: dataDir },
    });
    const load = startLoad([first, second]);
    await load.client.sendWorkbook(first);
    await load.issued(60);
    await cluster.stop('kill');
    await cluster.start();
    await load.issued(60);
    await load.stop();
    expect([...load.refused.keys()].filter((refusal) => !refusal.startsWith('503 '))).toEqual([]);
    await load.client.repeat(second);
    expect(load.client.contradicted).toEqual([]);
    await settled(first);
    await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')]);
    const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
    expect(checked.output).toContain(' 0 hallazgos');
  },
  180_000,
);

test.skipIf(skip)(
  'a shared session keeps nothing of a transaction: no limit, no role, no name of a statement',
  async () => {
    const quiet = { onWarning: () => undefined };
    const prepared = sql<{ n: number }>`select count(*)::integer as n from pg_prepared_statements where ${1} = 1`;
    const left = async (url: string) => {
      const db = connectPostgres(url, quiet);
      await db.system((tx) => prepared.execute(tx));
      const within = await db.system(async (tx) => {
        const { rows } = await sql<{ t: string }>`select current_setting('statement_timeout') as t`.execute(tx);
        return { limit: rows[0]!.t, names: (await prepared.execute(tx)).rows[0]!.n };
      });
      await db.close();
      return within;
    };
    const pooled = pooler.url('postgres', 'timbre');
    expect(await left(pooled)).toEqual({ limit: '30s', names: 0 });
    expect(await left(cluster.url('postgres', 'timbre'))).toEqual({ limit: '30s', names: 1 });
    expect(await left(`${cluster.url('postgres', 'timbre')}?prepared=0`)).toEqual({ limit: '30s', names: 0 });

    const bare = connectPostgres(pooled, quiet);
    const after = await bare.owner((tx) =>
      sql`select current_user as who, current_setting('statement_timeout') as t`.execute(tx),
    );
    expect(after.rows).toEqual([{ who: 'postgres', t: '30s' }]);
    await bare.close();
    const sessions = await cluster.query(
      `select distinct query ~ 'rollback|commit' as ended from pg_stat_activity where datname = 'timbre' and state <> 'active'`,
    );
    expect(sessions).toEqual([{ ended: true }]);
  },
);

test.skipIf(skip)(
  'a server behind pgbouncer looks for all changes each second, as it hears nothing from others',
  async () => {
    const signals = sharedSignals(pooler.url('postgres', 'timbre'), () => undefined);
    const heard = new Promise<void>((resolve) => {
      let times = 0;
      signals.on('nadie lo dijo', () => {
        times += 1;
        if (times === 3) resolve();
      });
    });
    await heard;
    await signals.close();
  },
);

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Cluster, makeCluster } from '../../scripts/postgres-cluster.mjs';
import { listPostgres } from '../../scripts/postgres-programs.mjs';
import type { BuiltServer } from '../built-server.ts';
import { Client, creditInvoice, settled } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';

// Two running servers whose database is replaced by an older one. Each has its own journal, and learns only from the
// database which numbers the other has issued.

/** The newest PostgreSQL with its backup tools installed. */
const newest = listPostgres().findLast(({ bin }) => existsSync(join(bin, 'pg_dump')));
const folder = mkdtempSync(join(tmpdir(), 'timbre-lost-'));
const clusters: Cluster[] = [];
let place: Place | undefined;
afterEach(async () => {
  await place?.leave();
  await Promise.all(clusters.splice(0).map((cluster) => cluster.remove()));
  rmSync(folder, { recursive: true, force: true });
});

interface Scene {
  readonly primary: Cluster;
  /** The standby of the primary. The servers connect to it when the primary is lost. */
  readonly second: Cluster;
  readonly place: Place;
  readonly servers: readonly [BuiltServer, BuiltServer];
}

async function begin(): Promise<Scene> {
  const primary = await makeCluster(newest!);
  clusters.push(primary);
  await primary.start();
  await primary.query('create database timbre');
  await primary.stop('fast');
  const second = await primary.copy();
  clusters.push(second);
  second.follow(primary);
  await Promise.all([primary.start(), second.start()]);
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${second.port}`;
  const made = await makePlace({ databaseUrl: `postgres://postgres@${hosts}/timbre?target_session_attrs=read-write` });
  place = made;
  // The first server uses the data folder in which the company was registered, so every journal of the database is in
  // use.
  const servers = [(await made.start())!, (await made.start({ TIMBRE_DATA_DIR: join(folder, 'two') }))!] as const;
  return { primary, second, place: made, servers };
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 240_000; !(await what()); await delay(100))
    if (Date.now() > deadline) throw new Error('Not so within four minutes');
}

let asked = 0;
/** Issues that many documents at a server, and repeats the requests as often as needed. */
async function issue(server: BuiltServer, total: number): Promise<string[]> {
  const client = new Client();
  for (let i = 0; i < total; i++) client.ask(`pedido ${asked++}`, creditInvoice('8.00'));
  await until(async () => {
    await client.submit(server);
    return client.answered.size === total;
  });
  return [...client.answered.values()].map(({ eNCF }) => eNCF);
}

const notices = async ({ address }: BuiltServer): Promise<string> =>
  ((await (await fetch(`${address}/readyz`)).json()) as { avisos: string[] }).avisos.join('\n');

/** Waits until the standby has applied all changes, so that the schema and the documents so far are not lost. */
const caughtUp = ({ primary }: Scene) =>
  until(async () => {
    const rows = await primary.query(
      `select from pg_stat_replication where state = 'streaming' and replay_lsn = pg_current_wal_lsn()`,
    );
    return rows.length === 1;
  });

function postgres(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(newest!.bin, program), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

/** Ways in which the servers get an older database: the first step, and the step after more documents were issued. */
const losses: Record<string, (scene: Scene) => Promise<() => Promise<void>>> = {
  async 'a standby that lagged behind, promoted'(scene) {
    await caughtUp(scene);
    await scene.second.stop('kill');
    return async () => {
      await scene.primary.stop('kill');
      await scene.second.start();
      await scene.second.query('select pg_promote()');
    };
  },
  async 'a backup restored on the same server'({ primary }) {
    const dump = join(folder, 'copia.dump');
    postgres('pg_dump', '-Fc', '-f', dump, '-d', primary.url('postgres', 'timbre'));
    return async () => {
      await primary.query('create database restaurada');
      postgres('pg_restore', '-d', primary.url('postgres', 'restaurada'), dump);
      await primary.query('alter database timbre with allow_connections false');
      await primary.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'timbre'`);
      await primary.query('alter database timbre rename to vieja');
      await primary.query('alter database restaurada rename to timbre');
    };
  },
};

describe.skipIf(newest === undefined)('under two running servers', () => {
  test.each(Object.keys(losses))(
    'no number is issued again (%s), and both servers go on once one of them is reconciled',
    async (loss) => {
      const scene = await begin();
      const { place, servers } = scene;
      const [one, two] = servers;
      const issued = [...(await issue(one, 4)), ...(await issue(two, 4))];
      await settled(one);
      const lose = await losses[loss]!(scene);
      issued.push(...(await issue(one, 4)), ...(await issue(two, 4)));
      await settled(one);
      await lose();

      for (const server of servers) await until(async () => (await notices(server)).includes('Números en cuarentena'));
      const refusals = new Set<string | undefined>();
      for (const server of [...servers, ...servers]) {
        const client = new Client();
        for (let i = 0; i < 5; i++) refusals.add(await client.refusal(server, creditInvoice('1.00')));
      }
      expect([...refusals]).toEqual(['secuencia/cuarentena']);

      const reconciled = await place.timbre('reconciliar');
      expect(reconciled.output).toContain(' 31: 8 números perdidos, 8 en la DGII; vuelve a emitir');
      const again = [...(await issue(one, 3)), ...(await issue(two, 3))];
      expect(again.filter((eNCF) => issued.includes(eNCF))).toEqual([]);
      await settled(one);
      const log = await place.control<{ eNCF: string }[]>('log');
      expect(new Set(log.map(({ eNCF }) => eNCF)).size).toBe(log.length);
      const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
      expect(checked.output).toContain(' 0 hallazgos');
    },
    240_000,
  );

  test('a restart that loses nothing needs no person, and documents go on in order', {
    timeout: 300_000,
    tags: ['P1.7'],
  }, async () => {
    const { primary, servers } = await begin();
    const [one, two] = servers;
    const issued = [...(await issue(one, 3)), ...(await issue(two, 3))];
    await primary.stop('immediate');
    await primary.start();
    issued.push(...(await issue(two, 3)), ...(await issue(one, 3)));
    expect(issued.sort()).toEqual(Array.from({ length: 12 }, (_, i) => `E31${String(i + 1).padStart(10, '0')}`));
    expect(await notices(one)).toBe('');
  });

  test('documents wait after a restart for the journal of a process that died, or until its loss is confirmed', {
    timeout: 300_000,
    tags: ['P1.7'],
  }, async () => {
    const { primary, place, servers } = await begin();
    const [one, two] = servers;
    const issued = [...(await issue(one, 2)), ...(await issue(two, 2))];
    await two.kill('SIGKILL');
    await primary.stop('immediate');
    await primary.start();

    await until(async () => (await notices(one)).includes('1 diario(s) de emisión más'));
    expect(await new Client().refusal(one, creditInvoice('1.00'))).toBe('secuencia/cuarentena');
    const confirmed = await place.timbre('diario', 'rehacer');
    expect(confirmed.output).toContain('1 diarios dados por perdidos');
    issued.push(...(await issue(one, 2)));
    expect(new Set(issued).size).toBe(6);
    expect(await notices(one)).toBe('');
  });

  test('a new journal beside a process at work issues: the database is the one that was compared', async () => {
    const { place, servers } = await begin();
    const [one, two] = servers;
    const issued = [...(await issue(one, 2)), ...(await issue(two, 2))];
    await two.kill('SIGTERM');
    rmSync(join(folder, 'two', 'diario', 'emision.diario'));
    const again = (await place.start({ TIMBRE_DATA_DIR: join(folder, 'two') }))!;
    issued.push(...(await issue(again, 2)));
    expect(new Set(issued).size).toBe(6);
    expect(await notices(again)).toBe('');
  }, 300_000);
});

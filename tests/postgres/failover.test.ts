import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Cluster, makeCluster } from '../../scripts/postgres-cluster.mjs';
import { listPostgres } from '../../scripts/postgres-programs.mjs';
import { Client, consumerInvoice, creditInvoice, settled } from '../crash/client.ts';
import { demandFreshNumbers } from '../crash/fresh-numbers.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { startLoad } from './load.ts';

const newest = listPostgres().at(-1);

const clusters: Cluster[] = [];
let place: Place | undefined;
afterEach(async () => {
  await place?.leave();
  await Promise.all(clusters.splice(0).map((cluster) => cluster.remove()));
});

/** Starts a primary and its standby, and a server with the addresses of both, the standby's first. */
async function makePair(synchronous: boolean) {
  const primary = await makeCluster(newest!);
  clusters.push(primary);
  await primary.start();
  await primary.query('create database timbre');
  await primary.stop('fast');
  const standby = await primary.copy();
  clusters.push(standby);
  standby.follow(primary);
  if (synchronous) primary.set({ synchronous_standby_names: 'espejo' });
  await Promise.all([primary.start(), standby.start()]);
  await caughtUp(primary);
  const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  place = await makePlace({ databaseUrl: `postgres://postgres@${hosts}/timbre?target_session_attrs=read-write` });
  return { primary, standby, place, server: (await place.start())! };
}

/** Waits until the standby has applied all changes. */
async function caughtUp(primary: Cluster): Promise<void> {
  for (const deadline = Date.now() + 240_000; ; await delay(50)) {
    const rows = await primary.query(
      `select from pg_stat_replication where state = 'streaming' and replay_lsn = pg_current_wal_lsn()`,
    );
    if (rows.length === 1) return;
    if (Date.now() > deadline) throw new Error('The standby does not follow');
  }
}

const numbersAt = async (cluster: Cluster) =>
  (await cluster.query<{ encf: string }>('select encf from documento where not es_rfce order by encf', 'timbre')).map(
    ({ encf }) => encf,
  );

test.skipIf(newest === undefined)(
  'the server goes on at the promoted standby when the primary dies; synchronous replication loses nothing',
  async () => {
    const { primary, standby, place, server } = await makePair(true);
    const load = startLoad([server]);
    await load.issued(60);
    await primary.stop('kill');
    const since = performance.now();
    await load.client.issue(server, 'sin primario', creditInvoice('1.00'));
    await standby.query('select pg_promote()');
    await load.issued(1);
    console.info(`issued again ${Math.round(performance.now() - since)} ms after the primary died`);
    await load.issued(60);
    await load.stop();
    expect([...load.refused.keys()].filter((refusal) => !refusal.startsWith('503 '))).toEqual([]);
    await load.client.repeat(server);
    expect(load.client.contradicted).toEqual([]);
    await settled(server);

    const stored = await numbersAt(standby);
    const acknowledged = [...load.client.answered.values()].map(({ eNCF }) => eNCF);
    expect(acknowledged.filter((eNCF) => !stored.includes(eNCF))).toEqual([]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    await server.kill('SIGTERM');
    const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
    expect(checked.output).toContain(' 0 hallazgos');
  },
  180_000,
);

test.skipIf(newest === undefined)(
  'no number is issued again when a standby that lagged is promoted: its series wait for reconciliation',
  async () => {
    const { primary, standby, place, server } = await makePair(false);
    const client = new Client();
    const issue = async (round: string, total: number) => {
      for (let i = 0; i < total; i++)
        client.ask(`${round} ${i}`, i % 3 === 2 ? consumerInvoice('9.00') : creditInvoice('8.00'));
      await client.submit(server);
      await settled(server);
    };
    await issue('copiados', 6);
    await caughtUp(primary);
    await standby.stop('kill');
    await issue('perdidos', 9);
    const issued = new Set([...client.answered.values()].map(({ eNCF }) => eNCF));
    expect(issued.size).toBe(15);
    await primary.stop('kill');
    await standby.start();
    await standby.query('select pg_promote()');
    expect(await numbersAt(standby)).toHaveLength(6);

    const refusal = async (document: object) => {
      for (;;) {
        const code = await client.refusal(server, document);
        if (code?.startsWith('servidor/') !== true) return code;
        await delay(100);
      }
    };
    expect(await refusal(creditInvoice('1.00'))).toBe('secuencia/cuarentena');
    expect(await refusal(consumerInvoice('1.00'))).toBe('secuencia/cuarentena');
    const other = creditInvoice('1.00');
    other.Encabezado.IdDoc.TipoeCF = '45';
    expect(await refusal(other)).toBeUndefined();

    const reconciled = await place.timbre('reconciliar');
    expect(reconciled.output).toContain(' 31: 6 números perdidos, 6 en la DGII; vuelve a emitir');
    await demandFreshNumbers(place, server, issued, 100);
  },
  180_000,
);

import type { Ambiente } from '@timbre/contract';
import { seeded } from '@timbre/ecf/samples';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice, type Reception, settled } from './client.ts';
import { killsIn } from './covering.ts';
import { makePlace, type Place } from './rig.ts';

let own = 9_000_000;
/** A number that a client chooses, far from those that the server assigns from the range. */
const ownNumber = (tipo: string): string => {
  own += 1;
  return `E${tipo}${String(own).padStart(10, '0')}`;
};

/** The longest wait for a failpoint. */
const PATIENCE_MS = 240_000;
const TURN_MS = 100;
const TURNS_UNTIL_ANOTHER = 50;

/**
 * Kills the server repeatedly while it works in one environment. Each environment has its own file, and they run in
 * parallel.
 */
export function killAndCompare(ambiente: Ambiente): void {
  const isSecond = inject('onPostgresToo') && process.env.TEST_DATABASE_URL === undefined;
  const { points, random } = killsIn(ambiente, { every: inject('every'), isSecond });
  let place: Place;
  let client: Client;
  beforeAll(async () => {
    place = await makePlace({ ambiente });
    client = new Client();
  });
  afterAll(() => place.leave());

  /**
   * Runs the operations that pass a failpoint until the server crashes: emission, a workbook, corrections of rejected
   * documents.
   */
  async function work(server: BuiltServer, round: string): Promise<void> {
    if (round.startsWith('edit')) await orderRejection();
    for (let i = 0; i < 3; i++) client.ask(`${round} ${i}`, i < 2 ? creditInvoice('100.00') : consumerInvoice('50.00'));
    await client.submit(server);
    if (/^(import|sign)/.test(round)) await client.sendWorkbook(server);
    if (round.startsWith('adopt')) {
      for (const tipo of ['31', '32', '31']) client.askXml(ownNumber(tipo));
      await client.submitXml(server);
    }
    let alive = true;
    server.ended.then(() => {
      alive = false;
    });
    for (let turn = 1; alive && turn * TURN_MS < PATIENCE_MS; turn += 1) {
      if (round.startsWith('edit')) {
        await client.mendRejected(server);
        if (turn % TURNS_UNTIL_ANOTHER === 0) await issueAnother(server, `${round}, turn ${turn}`);
      }
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
    }
  }

  const ordered = 'El RNC Emisor no se encuentra activo';
  let orders = 0;

  /** Makes the authority reject the next document that it receives, unless an earlier order is still unused. */
  async function orderRejection(): Promise<void> {
    const log = await place.control<Reception[]>('log');
    const used = log.filter(({ decision }) => decision.mensajes.some(({ valor }) => valor === ordered)).length;
    if (used < orders) return;
    orders += 1;
    const mensajes = [{ codigo: '0', valor: ordered }];
    await place.control('force', { estado: 'rechazado', mensajes, secuenciaUtilizada: false });
  }

  /**
   * Issues one more document to be rejected. The order may have been used by a document that was in transit at a kill.
   * If the result of that document's first delivery is unknown, its rejection does not permit a correction.
   */
  async function issueAnother(server: BuiltServer, name: string): Promise<void> {
    await orderRejection();
    client.ask(name, creditInvoice('100.00'));
    await client.submit(server);
  }

  /** Starts a server without failpoints and checks that all work completes and that every response was honoured. */
  async function demandOrder(): Promise<void> {
    const server = await place.start();
    if (server === undefined) throw new Error('Killed without a fault');
    await client.sendMended(server);
    await client.submit(server);
    await client.repeat(server);
    await client.submitXml(server);
    await client.repeatXml(server);
    const asPerson = () => client.settleUnconfirmed(server, () => place.control<Reception[]>('log'));
    // Only in certification do documents need manual confirmation. Notes wait for them.
    const meanwhile = ambiente === 'certecf' ? asPerson : undefined;
    await settled(server, meanwhile);
    await client.mendRejected(server);
    await settled(server, meanwhile);
    await meanwhile?.();
    await settled(server);
    expect(await client.call(server, 'GET', '/api/facturas?estado=sin_confirmar')).toEqual([]);
    await server.kill('SIGTERM');
    expect(client.contradicted).toEqual([]);
    if (ambiente !== 'certecf') await demandSentOnce();
    await demandTruth();
  }

  /**
   * Checks that a document submitted signed reached the authority once, however often it was submitted. Not used in
   * certification, where no service reports the outcome.
   */
  async function demandSentOnce(): Promise<void> {
    const received = (await place.control<Reception[]>('log')).map(({ eNCF }) => eNCF);
    for (const eNCF of client.adopted.keys())
      expect([eNCF, received.filter((each) => each === eNCF)]).toEqual([eNCF, [eNCF]]);
  }

  /**
   * Compares the server's data with the authority's log, and checks that it has more documents than were acknowledged.
   */
  async function demandTruth(): Promise<void> {
    const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
    expect(checked.output).toContain(' 0 hallazgos');
    expect(checked.code).toBe(0);
    expect(Number(/^(\d+) comprobantes/m.exec(checked.output)?.[1])).toBeGreaterThan(client.answered.size);
  }

  if (points.length > 0)
    test('a server killed at every named point, on the same data, finishes by itself and keeps every promise', {
      timeout: 600_000,
      tags: ['P1.6'],
    }, async () => {
      for (const point of points) {
        const server = await place.start({ TIMBRE_FAILPOINT: point });
        if (server === undefined) continue; // killed during the recovery from the previous kill
        await work(server, point);
        const end = await Promise.race([server.ended, Promise.resolve('never reached')]);
        expect(end, `the kill at ${point}`).toBe('SIGKILL');
      }
      await demandOrder();
    });

  if (random > 0)
    test('a server killed at random instants while it issues and sends a workbook loses nothing and repeats nothing', {
      timeout: 600_000,
      tags: ['P1.6'],
    }, async () => {
      const chance = seeded(inject('seed'));
      for (let i = 0; i < 150; i++) {
        client.ask(`azar ${i}`, i % 3 === 0 ? consumerInvoice(`${i}.50`) : creditInvoice(`${i}.00`));
        if (i % 5 === 0) client.askXml(ownNumber(i % 2 === 0 ? '31' : '32'));
      }
      for (let kill = 0; kill < random; kill++) {
        const server = await place.start();
        if (server === undefined) throw new Error('Killed without a fault');
        const working = Promise.all([
          client.submit(server),
          client.submitXml(server),
          kill === 0 ? client.sendWorkbook(server) : undefined,
        ]);
        await new Promise((resolve) => setTimeout(resolve, 20 + chance() * 700));
        await server.kill('SIGKILL');
        await working;
      }
      await demandOrder();
    });
}

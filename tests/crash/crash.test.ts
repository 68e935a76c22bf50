import { afterAll, beforeAll, expect, test } from 'vitest';
import { failpoints } from '../../apps/server/src/failpoint.ts';
import type { BuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice, settled } from './client.ts';
import { makePlace, type Place } from './rig.ts';

let place: Place;
let client: Client;
beforeAll(async () => {
  place = await makePlace();
  client = new Client();
});
afterAll(() => place.leave());

/** Longest that a failpoint may be in coming. */
const PATIENCE_MS = 90_000;

/** Everything that passes by a failpoint, until the server dies: programs issue, a workbook is sent, what is rejected is mended. */
async function work(server: BuiltServer, round: string): Promise<void> {
  if (round.startsWith('edit'))
    await place.control('force', {
      estado: 'rechazado',
      mensajes: [{ codigo: '0', valor: 'Rechazo ordenado por la prueba' }],
      secuenciaUtilizada: false,
    });
  for (let i = 0; i < 3; i++) client.ask(`${round} ${i}`, i < 2 ? creditInvoice('100.00') : consumerInvoice('50.00'));
  await client.submit(server);
  if (/^(import|sign)/.test(round)) await client.sendWorkbook(server);
  let alive = true;
  server.ended.then(() => {
    alive = false;
  });
  for (const deadline = Date.now() + PATIENCE_MS; alive && Date.now() < deadline; ) {
    if (round.startsWith('edit')) await client.mendRejected(server);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts a server without faults and demands that everything comes to its end, and that every promise was kept. */
async function demandOrder(): Promise<void> {
  const server = await place.start();
  if (server === undefined) throw new Error('Killed without a fault');
  await client.submit(server);
  await client.repeat(server);
  await settled(server);
  await client.mendRejected(server);
  await settled(server);
  await server.kill('SIGTERM');
  expect(client.contradicted).toEqual([]);
  const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
  expect(checked.output).toContain(' 0 hallazgos');
  expect(checked.code).toBe(0);
  expect(Number(/^(\d+) comprobantes/m.exec(checked.output)?.[1])).toBeGreaterThan(client.answered.size);
}

/** The second passing of these is another moment: after the question for the verdict, not after the post. */
const points = process.env.P
  ? process.env.P.split(',')
  : [...failpoints, 'send-talked:2', 'send-recording:2', 'send-recorded:2'];

test('killed at every named point, on the same data, it finishes by itself and keeps every promise', async () => {
  for (const point of points) {
    const server = await place.start({ TIMBRE_FAILPOINT: point });
    if (server === undefined) continue; // while it took up what the kill before had left
    await work(server, point);
    const end = await Promise.race([server.ended, Promise.resolve('never reached')]);
    expect(end, `the kill at ${point}`).toBe('SIGKILL');
  }
  await demandOrder();
}, 600_000);

test('killed at random instants while programs issue and a workbook is sent, it loses nothing and repeats nothing', async () => {
  const random = seeded(20_261_121);
  for (let i = 0; i < 150; i++) {
    client.ask(`azar ${i}`, i % 3 === 0 ? consumerInvoice(`${i}.50`) : creditInvoice(`${i}.00`));
  }
  for (let kill = 0; kill < 6; kill++) {
    const server = await place.start();
    if (server === undefined) throw new Error('Killed without a fault');
    const working = Promise.all([client.submit(server), kill === 0 ? client.sendWorkbook(server) : undefined]);
    await new Promise((resolve) => setTimeout(resolve, 20 + random() * 700));
    await server.kill('SIGKILL');
    await working;
  }
  await demandOrder();
}, 600_000);

/** Repeatable numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

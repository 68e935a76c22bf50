import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuracion } from '@timbre/contract';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { Client, creditInvoice, settled } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed at each step of an automatic delivery. The simulator acts as the buyer. No delivery is lost, and
// none is sent again unless the kill hides the response.

let place: Place;
/** The buyer of {@link creditInvoice}. */
const rnc = '131246796';

beforeAll(async () => {
  place = await makePlace();
  await place.control('taxpayer', { rnc, nombre: 'Comprador de Prueba SRL', ...makeCertificate() });
});
afterAll(() => place.leave());

interface Received {
  readonly eNCF: string;
  readonly estado: string;
}
const receivedOf = async (eNCF: string) =>
  (await place.control<Received[]>('received', { rnc })).filter((one) => one.eNCF === eNCF).map(({ estado }) => estado);

const switchOn = (client: Client, server: BuiltServer) =>
  client.call(server, 'PUT', configuracion.guardarEntregaAutomatica.path, { activa: true });

const deliveryOf = async (client: Client, server: BuiltServer, id: string) =>
  await client.call<{ estado: string } | null>(server, 'GET', `/api/documentos/${id}/entrega`);

test.each<[string, string, readonly string[]]>([
  ['deliver-asked', 'entregada', ['0']],
  ['deliver-begun', 'entregada', ['0']],
  // The buyer has the document, but the server lost the response. It sends the same bytes again, which are refused as
  // repeated.
  ['deliver-talked', 'sin_confirmar', ['0', '1']],
  ['deliver-recorded', 'entregada', ['0']],
])('the delivery of a server killed at %s ends %s', async (point, estado, received) => {
  const client = new Client();
  const armed = (await place.start({ TIMBRE_FAILPOINT: point }))!;
  await switchOn(client, armed);
  client.ask(point, creditInvoice('100.00'));
  await client.submit(armed);
  expect(await armed.ended).toBe('SIGKILL');
  // At one point the next server waits until the lease runs out.
  if (point !== 'deliver-begun') await endLeases(place);

  const server = (await place.start())!;
  await client.submit(server);
  const { id, eNCF } = client.answered.get(point)!;
  await expect
    .poll(async () => (await deliveryOf(client, server, id))?.estado, { timeout: 200_000, interval: 500 })
    .toBe(estado);
  expect(await receivedOf(eNCF)).toEqual(received);
  await server.kill('SIGTERM');
});

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('two servers on one database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-second-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test('two servers deliver together what both issue, and no invoice twice', async () => {
    const first = (await place.start())!;
    const second = await startBuiltServer({ company: place.company, env: { ...place.env, TIMBRE_DATA_DIR: dataDir } });
    const clients = [new Client(), new Client()];
    await switchOn(clients[0]!, first);
    await Promise.all(
      [first, second].map(async (server, n) => {
        for (let i = 0; i < 60; i++) clients[n]!.ask(`${n} ${i}`, creditInvoice(`${i + 1}.20`));
        await clients[n]!.submit(server);
      }),
    );
    await settled(first);
    const issued = clients.flatMap(({ answered }) => [...answered.values()]);
    expect(issued).toHaveLength(120);
    const states = () => Promise.all(issued.map(async ({ id }) => (await deliveryOf(clients[0]!, first, id))?.estado));
    await expect
      .poll(async () => (await states()).filter((estado) => estado !== 'entregada'), {
        timeout: 120_000,
        interval: 1_000,
      })
      .toEqual([]);
    const received = await place.control<Received[]>('received', { rnc });
    const counts = issued.map(({ eNCF }) => received.filter((one) => one.eNCF === eNCF).length);
    expect(new Set(counts)).toEqual(new Set([1]));
    await second.kill('SIGKILL');
    await first.kill('SIGTERM');
  });
});

import type { importacion, simulacion } from '@timbre/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed while a batch is generated, signed and sent. No receipt is lost, and none is sent twice.

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

const standard = 25;
const summaries = 4;

const view = async (client: Client, server: BuiltServer) =>
  (await client.call<simulacion.Simulacion>(server, 'GET', '/api/simulacion'))!;

/** The documents of the simulation. */
async function documentsOf(client: Client, server: BuiltServer) {
  const { importacionId } = await view(client, server);
  const path = `/api/importaciones/${importacionId}/documentos?limite=200`;
  return (await client.call<{ documentos: importacion.FilaDeImportacion[] }>(server, 'GET', path))!.documentos;
}

/** Starts a server that is killed at a point. `work` makes its requests first. */
async function killAt(point: string, work?: (server: BuiltServer) => Promise<unknown>): Promise<void> {
  await endLeases(place);
  const server = await place.start({ TIMBRE_FAILPOINT: point });
  // If the server passes the point while it starts, it is killed before it is ready.
  if (server === undefined) return;
  await work?.(server);
  expect(await server.ended).toBe('SIGKILL');
}

/** Waits until every receipt is in a state, and returns them. */
const settled = (client: Client, server: BuiltServer, wanted: string) =>
  vi.waitFor(
    async () => {
      const documents = await documentsOf(client, server);
      expect(documents.map(({ estado }) => estado).filter((estado) => estado !== wanted)).toEqual([]);
      return documents;
    },
    { timeout: 120_000, interval: 200 },
  );

test('a batch that is killed while it generates, signs and sends is accepted whole, each receipt once', {
  tags: ['SI4-5'],
}, async () => {
  await killAt('simulation-stored', (server) => new Client().call(server, 'POST', '/api/simulacion/lote', {}));
  await killAt('sign-committed', async (server) => {
    const client = new Client();
    const { importacionId, siguientes } = await view(client, server);
    // The batch was not committed, so no number was used.
    expect(importacionId).toBeNull();
    expect(new Set(siguientes.map(({ siguiente }) => siguiente))).toEqual(new Set([1]));
    const made = await client.call<{ importacionId: string }>(server, 'POST', '/api/simulacion/lote', {});
    await client.call(server, 'POST', `/api/importaciones/${made!.importacionId}/firmar`, {});
  });

  let before: readonly (readonly string[])[] = [];
  await killAt('send-talked', async (server) => {
    const client = new Client();
    const receipts = await settled(client, server, 'firmado');
    expect(receipts).toHaveLength(standard + summaries);
    before = receipts.map(({ id, eNCF }) => [id, eNCF]);
    const { importacionId } = await view(client, server);
    await client.call(server, 'POST', `/api/importaciones/${importacionId}/enviar`, {});
  });
  await killAt('send-recording');

  await endLeases(place);
  const receipts = await settled(new Client(), (await place.start())!, 'aceptado');
  expect(receipts.map(({ id, eNCF }) => [id, eNCF])).toEqual(before);
  const log = await place.control<{ eNCF: string; decision: { estado: string } }[]>('log');
  const accepted = log.filter(({ decision }) => decision.estado !== 'rechazado').map(({ eNCF }) => eNCF);
  expect(accepted).toHaveLength(standard);
  expect(new Set(accepted).size).toBe(standard);
});

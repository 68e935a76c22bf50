import type { importacion, simulacion } from '@timbre/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { makePlace, type Place } from './rig.ts';

// The server is killed while a batch is generated, signed and sent: nothing of it is lost, and nothing is sent twice.

vi.setConfig({ testTimeout: 300_000 });

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

/** Starts a server that is killed at a point; `work` asks it for something first. */
async function killAt(point: string, work?: (server: BuiltServer) => Promise<unknown>): Promise<void> {
  const server = await place.start({ TIMBRE_FAILPOINT: point });
  // A point that is passed while it starts kills it before it is ready.
  if (server === undefined) return;
  await work?.(server);
  expect(await server.ended).toBe('SIGKILL');
}

/** Starts a server, and waits until every document is in one of these states. */
async function settles(states: readonly string[]) {
  const server = (await place.start())!;
  const client = new Client();
  const found = await vi.waitFor(
    async () => {
      const documents = await documentsOf(client, server);
      expect(documents.map(({ estado }) => estado).filter((estado) => !states.includes(estado))).toEqual([]);
      return documents;
    },
    { timeout: 120_000, interval: 200 },
  );
  return { server, client, found };
}

test('killed while it generates, signs and sends, the batch is accepted whole, each receipt once', async () => {
  await killAt('simulation-stored', (server) => new Client().call(server, 'POST', '/api/simulacion/lote', {}));
  await killAt('sign-sealed', async (server) => {
    const client = new Client();
    const { importacionId, siguientes } = await view(client, server);
    // What was not committed took no number.
    expect(importacionId).toBeNull();
    expect(new Set(siguientes.map(({ siguiente }) => siguiente))).toEqual(new Set([1]));
    const made = await client.call<{ importacionId: string }>(server, 'POST', '/api/simulacion/lote', {});
    await client.call(server, 'POST', `/api/importaciones/${made!.importacionId}/firmar`, {});
  });
  for (const point of ['sign-committed', 'sign-journaled']) await killAt(point);

  const signed = await settles(['firmado']);
  expect(signed.found).toHaveLength(standard + summaries);
  const bytes = signed.found.map(({ id, eNCF }) => [id, eNCF]);
  await signed.server.kill('SIGKILL');

  await killAt('send-begun', async (server) => {
    const client = new Client();
    const { importacionId } = await view(client, server);
    await client.call(server, 'POST', `/api/importaciones/${importacionId}/enviar`, {});
  });
  for (const point of ['send-talked', 'send-recorded', 'send-recording']) await killAt(point);

  const { found } = await settles(['aceptado']);
  expect(found.map(({ id, eNCF }) => [id, eNCF])).toEqual(bytes);
  const log = await place.control<{ eNCF: string; decision: { estado: string } }[]>('log');
  const accepted = log.filter(({ decision }) => decision.estado !== 'rechazado').map(({ eNCF }) => eNCF);
  expect(accepted).toHaveLength(standard);
  expect(new Set(accepted).size).toBe(standard);
});

import type { importacion } from '@timbre/contract';
import { writeSheet } from '@timbre/ecf';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rowOf } from '../../apps/server/src/domain/comprobantes/workbooks/testing/document-rows.ts';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed while it judges again the rows of an import: after a range was registered, and after another
// import was signed with the same documents.

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

/** Uploads a workbook of invoices, and waits until it was read. Returns its id. */
async function upload(client: Client, server: BuiltServer, ...eNCFs: string[]): Promise<string> {
  const { headers, rows } = writeSheet(
    'ECF',
    eNCFs.map((eNCF) => rowOf(place.company.login, { eNCF, precio: '100.00' })),
  );
  const form = new FormData();
  const bytes = xlsxOf({ ECF: [[...headers], ...rows.map((row) => row.map((cell) => cell ?? null))] });
  form.set('archivo', new File([new Uint8Array(bytes)], 'libro.xlsx'));
  const { id } = (await client.call<{ id: string }>(server, 'POST', '/api/importaciones', form))!;
  await vi.waitFor(
    async () =>
      expect((await client.call<importacion.Importacion>(server, 'GET', `/api/importaciones/${id}`))?.estado).toBe(
        'listo',
      ),
    { timeout: 120_000, interval: 200 },
  );
  return id;
}

async function rowsOf(client: Client, server: BuiltServer, id: string) {
  const path = `/api/importaciones/${id}/documentos`;
  return (await client.call<{ documentos: importacion.FilaDeImportacion[] }>(server, 'GET', path))!.documentos;
}

/** Waits until the rows of an import are in these states. Returns them. */
const settled = (client: Client, server: BuiltServer, id: string, ...states: string[]) =>
  vi.waitFor(
    async () => {
      const rows = await rowsOf(client, server, id);
      expect(rows.map(({ eNCF, estado }) => `${eNCF} ${estado}`).sort()).toEqual(states);
      return rows;
    },
    { timeout: 120_000, interval: 200 },
  );

const sign = (client: Client, server: BuiltServer, id: string) =>
  client.call(server, 'POST', `/api/importaciones/${id}/firmar`, {});

/** Starts a server that is killed at a point. `work` makes its requests first. */
async function killAt(point: string, work?: (server: BuiltServer) => Promise<unknown>): Promise<void> {
  await endLeases(place);
  const server = await place.start({ TIMBRE_FAILPOINT: point });
  // If the server passes the point while it starts, it is killed before it is ready.
  if (server === undefined) return;
  await work?.(server);
  expect(await server.ended).toBe('SIGKILL');
}

test('rows that waited for a range, or for a document, are judged again although the server is killed meanwhile', async () => {
  const first = (await place.start())!;
  const client = new Client();
  // The document stays in the later workbook until the row of the older one is to be signed.
  const [same, signed] = [await upload(client, first, 'E310000000900'), await upload(client, first, 'E310000000900')];
  await sign(client, first, signed);
  const [document] = await settled(client, first, signed, 'E310000000900 firmado');
  const waiting = await upload(client, first, 'E318000000001');
  await settled(client, first, waiting, 'E318000000001 error');
  await first.stop();

  const range = { ambiente: 'testecf', tipo: '31', desde: 8_000_000_001, hasta: 8_000_000_009, vence: '2028-12-31' };
  await killAt('review-judged', (server) => new Client().call(server, 'POST', '/api/secuencias', range));
  await killAt('review-concluded');
  // The third import that is looked at.
  await killAt('review-adopted:3', async (server) => {
    const again = new Client();
    await settled(again, server, waiting, 'E318000000001 pendiente');
    await sign(again, server, same);
  });

  await endLeases(place);
  const last = (await place.start())!;
  const [adopted] = await settled(new Client(), last, same, 'E310000000900 firmado');
  expect(adopted!.id).toBe(document!.id);
  expect(await rowsOf(new Client(), last, signed)).toEqual([]);
  await last.stop();
});

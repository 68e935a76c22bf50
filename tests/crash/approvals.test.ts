import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed while it sends the commercial approvals of a workbook. In the end the DGII has each of them
// once.

let place: Place;
beforeAll(async () => {
  place = await makePlace({ ambiente: 'certecf' });
});
afterAll(() => place.leave());

const path = '/api/aprobaciones-comerciales';
const count = 150;

function workbook(rnc: string): FormData {
  const rows = Array.from({ length: count }, (_, i) => [
    '131880681',
    `E31${String(i + 1).padStart(10, '0')}`,
    '01-04-2026',
    '83320.00',
    rnc,
  ]);
  const book = xlsxOf({ Aprobaciones: [['RNCEmisor', 'eNCF', 'FechaEmision', 'MontoTotal', 'RNCComprador'], ...rows] });
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(book)], 'aprobaciones.xlsx'));
  return form;
}

interface Listed {
  readonly aprobaciones: readonly { readonly envio: string; readonly eNCF: string }[];
  readonly siguiente: string | null;
  readonly totales: Readonly<Record<'total' | 'firmados' | 'enviados', number>>;
}

async function all(client: Client, server: BuiltServer): Promise<Listed['aprobaciones']> {
  const approvals: Listed['aprobaciones'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Listed | undefined = await client.call<Listed>(
      server,
      'GET',
      `${path}?limit=100${cursor && `&cursor=${cursor}`}`,
    );
    approvals.push(...page!.aprobaciones);
    cursor = page!.siguiente;
  }
  return approvals;
}

test('all approvals are stored, and each is sent once, when the server is killed between two batches', {
  tags: ['SI4-2'],
}, async () => {
  const client = new Client();
  const armed = (await place.start({ TIMBRE_FAILPOINT: 'approvals-queued' }))!;
  await client.call(armed, 'POST', path, workbook(armed.login));
  await client.call(armed, 'POST', `${path}/firmar`, {});
  await client.call(armed, 'POST', `${path}/enviar`, {});
  expect(await armed.ended).toBe('SIGKILL');
  await endLeases(place);

  const server = (await place.start())!;
  const { totales } = (await client.call<Listed>(server, 'GET', path))!;
  expect(totales).toMatchObject({ total: count, firmados: count });
  expect(totales.enviados).toBeGreaterThan(0);
  expect(totales.enviados).toBeLessThan(count);
  expect((await client.answer(server, 'POST', `${path}/enviar`, {})).status).toBe(202);
  await vi.waitFor(
    async () => {
      const states = (await all(client, server)).map(({ envio }) => envio);
      expect(states).toEqual(Array.from({ length: count }, () => 'aceptada'));
    },
    { timeout: 120_000, interval: 500 },
  );
  const log = await place.control<{ service: string; fileName: string }[]>('log');
  const sent = log.filter(({ service }) => service === 'aprobacionComercial').map(({ fileName }) => fileName);
  expect(sent.toSorted()).toEqual([...new Set(sent)].sort());
  expect(sent).toHaveLength(count);
});

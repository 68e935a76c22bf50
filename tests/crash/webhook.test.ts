import { webhooks } from '@timbre/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../apps/server/src/features/webhooks/testing/receiver.ts';
import { Client, creditInvoice } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed after a webhook was sent and before that is recorded. It is sent again under the same id.

let place: Place;
let receiver: Receiver;

beforeAll(async () => {
  [place, receiver] = await Promise.all([makePlace(), startReceiver()]);
});
afterAll(async () => {
  await place.leave();
  await receiver.close();
});

test('a delivery killed between sending and recording arrives again with the same bytes', async () => {
  const armed = (await place.start({ TIMBRE_FAILPOINT: 'webhook-sent' }))!;
  const client = new Client();
  const body = { url: receiver.url, descripcion: '', eventos: ['documento.aceptado'], activo: true };
  const path = webhooks.crearWebhook.path;
  const { webhook } = (await client.call<{ webhook: { id: string } }>(armed, 'POST', path, body))!;
  expect(receiver.hits).toEqual([]);
  client.ask('una', creditInvoice('100.00'));
  await client.submit(armed);
  expect(await armed.ended).toBe('SIGKILL');
  await endLeases(place);
  expect(receiver.hits).toHaveLength(1);

  const server = (await place.start())!;
  await expect.poll(() => receiver.hits.length).toBe(2);
  const [first, again] = receiver.hits;
  expect(again!.headers['timbre-delivery']).toBe(first!.headers['timbre-delivery']);
  expect(again!.body).toBe(first!.body);
  const list = () =>
    client.call<{ entregas: { estado: string }[] }>(server, 'GET', `/api/webhooks/entregas?webhookId=${webhook.id}`);
  await expect.poll(async () => (await list())?.entregas.map(({ estado }) => estado)).toEqual(['entregada']);
  await server.kill('SIGTERM');
});

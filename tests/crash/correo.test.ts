import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { correo, emision } from '@timbre/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, creditInvoice, settled } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed after a message was saved and before that is recorded. It is saved again under the same id.

let place: Place;

beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

test('a message is stored once and recorded when the server is killed between the two', async () => {
  const client = new Client();
  const messages = () => readdirSync(join(place.dataDir, 'correo'));
  // Waits for the message that the company's registration was approved.
  const first = (await place.start())!;
  await settled(first);
  const before = messages();
  await first.kill('SIGTERM');

  const armed = (await place.start({ TIMBRE_FAILPOINT: 'mail-posted' }))!;
  const { path } = emision.enviarFactura;
  const { id } = (await client.call<{ id: string }>(armed, 'POST', path, creditInvoice('100.00')))!;
  const address = correo.enviarPorCorreo.path.replace(':id', id);
  await client.call(armed, 'POST', address, { para: ['compras@comprador.example'] });
  expect(await armed.ended).toBe('SIGKILL');
  await endLeases(place);
  const own = () => messages().filter((name) => !before.includes(name));
  const [message] = own();
  expect(message).toMatch(/\.eml$/);

  const server = (await place.start())!;
  const list = async () =>
    (await client.call<{ correos: { estado: string }[] }>(server, 'GET', address))?.correos.map(({ estado }) => estado);
  await expect.poll(list).toEqual(['guardado']);
  expect(own()).toEqual([message]);
  await server.kill('SIGTERM');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, consumerInvoice, creditInvoice, settled } from './client.ts';
import { demandFreshNumbers } from './fresh-numbers.ts';
import { copyDatabase, makePlace, type Place } from './rig.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

test('no number is issued again over a restored backup: its series wait for reconciliation, the others go on', {
  timeout: 300_000,
  tags: ['P1.7'],
}, async () => {
  const client = new Client();
  const issue = async (round: string, total: number) => {
    const server = (await place.start())!;
    for (let i = 0; i < total; i++)
      client.ask(`${round} ${i}`, i % 3 === 2 ? consumerInvoice('9.00') : creditInvoice('8.00'));
    await client.submit(server);
    await settled(server);
    await server.kill('SIGTERM');
  };
  await issue('antes', 6);
  await copyDatabase(place, 'aside');
  await issue('perdidos', 9);
  const issued = new Set([...client.answered.values()].map(({ eNCF }) => eNCF));
  await copyDatabase(place, 'back');

  let server = (await place.start())!;
  expect(await client.refusal(server, creditInvoice('1.00'))).toBe('secuencia/cuarentena');
  expect(await client.refusal(server, consumerInvoice('1.00'))).toBe('secuencia/cuarentena');
  const other = creditInvoice('1.00');
  other.Encabezado.IdDoc.TipoeCF = '45';
  expect(await client.refusal(server, other)).toBeUndefined();
  const ready = await fetch(`${server.address}/readyz`);
  expect(ready.status).toBe(200);
  expect(((await ready.json()) as { avisos: string[] }).avisos).toHaveLength(2);

  if (place.databaseUrl === undefined) {
    const refused = await place.timbre('reconciliar');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Deténgalo') });
    await settled(server);
    await server.kill('SIGTERM');
  }
  const reconciled = await place.timbre('reconciliar');
  expect(reconciled.output).toContain(' 31: 6 números perdidos, 6 en la DGII; vuelve a emitir');
  expect(reconciled.output).toContain(' 32: 3 números perdidos, 0 en la DGII; vuelve a emitir');
  expect(reconciled.code).toBe(0);
  if (place.databaseUrl === undefined) server = (await place.start())!;

  await demandFreshNumbers(place, server, issued, 50);
});

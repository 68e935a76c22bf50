import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice, settled } from './client.ts';
import { copyDatabase, makePlace, type Place } from './rig.ts';

let place: Place;
afterEach(() => place.leave());

const journal = () => join(place.dataDir, 'diario', 'emision.diario');
const notices = async ({ address }: BuiltServer): Promise<string> =>
  ((await (await fetch(`${address}/readyz`)).json()) as { avisos: string[] }).avisos.join('\n');

/** Starts a server, issues documents and shuts it down. Returns the numbers. */
async function issue(documents: readonly object[]): Promise<string[]> {
  const server = (await place.start())!;
  const client = new Client();
  documents.forEach((document, i) => void client.ask(`${i} ${Math.random()}`, document));
  await client.submit(server);
  await settled(server);
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(client.answered.size).toBe(documents.length);
  return [...client.answered.values()].map(({ eNCF }) => eNCF);
}

const lost = 'Falta el diario de emisión de este proceso';

test('a missing journal beside issued numbers is reported and blocks issuing at each start, until it is confirmed', {
  timeout: 300_000,
  tags: ['P1.8'],
}, async () => {
  place = await makePlace();
  const invoices = Array.from({ length: 3 }, () => creditInvoice('8.00'));
  expect((await issue(invoices)).sort().at(-1)).toBe('E310000000003');
  rmSync(journal());

  for (let start = 0; start < 2; start++) {
    const server = (await place.start())!;
    expect(server.output()).toContain(lost);
    expect(await notices(server)).toContain(lost);
    const client = new Client();
    expect(await client.refusal(server, creditInvoice('1.00'))).toBe('secuencia/cuarentena');
    expect(await client.refusal(server, consumerInvoice('1.00'))).toBe('secuencia/cuarentena');
    expect(await client.call<unknown[]>(server, 'GET', '/api/facturas?limit=5')).toHaveLength(3);
    await server.kill('SIGTERM');
  }
  const confirmed = await place.timbre('diario', 'rehacer');
  expect(confirmed).toMatchObject({ code: 0, output: expect.stringContaining('vuelven a emitir') });
  expect(await issue([creditInvoice('2.00')])).toEqual(['E310000000004']);
  expect(readFileSync(journal(), 'utf8')).toMatch(/ 31 4\n/);
  const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
  expect(checked.output).toContain(' 0 hallazgos');
});

test('documents lost with the journal and the end of the database are recovered from the authority before issuing', {
  timeout: 300_000,
  tags: ['P1.8'],
}, async () => {
  place = await makePlace();
  const invoices = (total: number) => Array.from({ length: total }, () => creditInvoice('8.00'));
  const issued = await issue(invoices(3));
  await copyDatabase(place, 'aside');
  issued.push(...(await issue(invoices(4))));
  await copyDatabase(place, 'back');
  rmSync(journal());

  const confirmed = await place.timbre('diario', 'rehacer');
  expect(confirmed.output).toContain(' 31: la DGII tiene números hasta el 7; ninguno se repetirá');
  expect(confirmed.output).toContain(' 32: de los que siguen al 0 no se puede preguntar');
  expect(confirmed.code).toBe(0);
  const again = await issue(invoices(2));
  expect(again.filter((eNCF) => issued.includes(eNCF))).toEqual([]);
  expect(again.sort()).toEqual(['E310000000008', 'E310000000009']);
  const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
  expect(checked.output).toContain(' 0 hallazgos');
});

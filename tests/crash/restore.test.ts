import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, consumerInvoice, creditInvoice, settled } from './client.ts';
import { makePlace, type Place } from './rig.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

/** Copies the database aside, or puts the copy back. No server is running. */
async function copyDatabase(direction: 'aside' | 'back'): Promise<void> {
  if (place.databaseUrl === undefined) {
    const folders = [join(place.dataDir, 'db'), join(place.dataDir, 'db.copia')];
    const [from = '', to = ''] = direction === 'aside' ? folders : folders.reverse();
    rmSync(to, { recursive: true, force: true });
    return cpSync(from, to, { recursive: true });
  }
  const address = new URL(place.databaseUrl);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  const [from, to] = direction === 'aside' ? [name, `${name}_copia`] : [`${name}_copia`, name];
  await admin.query(`drop database if exists ${to} with (force)`);
  await admin.query(`create database ${to} template ${from}`);
  if (direction === 'back') await admin.query(`drop database ${from}`);
  await admin.end();
}

test('over a restored backup no number is issued again: its series wait until they are reconciled, the others go on', async () => {
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
  await copyDatabase('aside');
  await issue('perdidos', 9);
  const issued = new Set([...client.answered.values()].map(({ eNCF }) => eNCF));
  await copyDatabase('back');

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

  const again = new Client();
  for (let i = 0; i < 6; i++) again.ask(`después ${i}`, i % 3 === 2 ? consumerInvoice('7.00') : creditInvoice('6.00'));
  for (let tries = 0; tries < 50 && again.answered.size < 6; tries++) {
    await again.submit(server);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const fresh = [...again.answered.values()].map(({ eNCF }) => eNCF);
  expect(fresh).toHaveLength(6);
  expect(fresh.filter((eNCF) => issued.has(eNCF))).toEqual([]);
  await settled(server);
  await server.kill('SIGTERM');

  const log = await place.control<{ eNCF: string }[]>('log');
  expect(new Set(log.map(({ eNCF }) => eNCF)).size).toBe(log.length);
  const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
  expect(checked.output).toContain(' 0 hallazgos');
}, 300_000);

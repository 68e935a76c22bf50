import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice, settled } from './client.ts';
import type { Place } from './rig.ts';

/**
 * Issues documents after the database was replaced by an older one, stops the server, and checks that no number was
 * issued or received twice.
 *
 * @param issued the numbers that were issued before
 * @param tries most tries, 100 ms apart, until all documents are issued
 */
export async function demandFreshNumbers(
  place: Place,
  server: BuiltServer,
  issued: { has(eNCF: string): boolean },
  tries: number,
): Promise<void> {
  const again = new Client();
  for (let i = 0; i < 6; i++) again.ask(`después ${i}`, i % 3 === 2 ? consumerInvoice('7.00') : creditInvoice('6.00'));
  for (let tried = 0; tried < tries && again.answered.size < 6; tried++) {
    await again.submit(server);
    await delay(100);
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
}

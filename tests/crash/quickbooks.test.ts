import { quickbooks } from '@timbre/contract';
import { createQuickBooksSimulator, type QuickBooksSimulator } from '@timbre/quickbooks-simulator';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failpoints } from '../../apps/server/src/platform/process/failpoint.ts';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { makePlace, type Place } from './rig.ts';

// The server is killed between every two steps of a token renewal, repeatedly on one connection. The QuickBooks
// simulator revokes the old refresh token when the new tokens are used. The connection is never lost, and no user has
// to connect again.

let place: Place;
let simulator: QuickBooksSimulator;
const client = new Client();

beforeAll(async () => {
  // Tokens that expire in a second are renewed at each call.
  simulator = createQuickBooksSimulator({ settings: { accessLifeMs: 1_000, perSecond: 1_000 } });
  [place] = await Promise.all([
    makePlace(),
    simulator.listen().then((url) => Object.assign(env, { QUICKBOOKS_BASE_URL: url })),
  ]);
});
afterAll(async () => {
  await place.leave();
  await simulator.close();
});

const env: Record<string, string> = {};
const start = async (more = {}): Promise<BuiltServer> => (await place.start({ ...env, ...more }))!;
const info = (server: BuiltServer) =>
  client.call<{ nombre: string }>(server, 'GET', quickbooks.empresaDeQuickBooks.path);

const late = (word: string) => new Promise<string>((resolve) => setTimeout(() => resolve(word), 30_000).unref());

/**
 * Ends the turn of a killed server, so that the next one need not wait for it. Not necessary on the embedded engine.
 */
async function endTurn(): Promise<void> {
  if (place.databaseUrl === undefined) return;
  const database = new pg.Client({ connectionString: place.databaseUrl });
  await database.connect();
  await database.query('update quickbooks_conexion set turno_hasta = now()');
  await database.end();
}

test('the connection is not lost when the server is killed between each two steps of a renewal', {
  tags: ['SR4-6'],
}, async () => {
  const points = failpoints.filter((name) => name.startsWith('quickbooks-'));
  expect(points).toHaveLength(5);
  for (const [at, point] of points.entries()) {
    const armed = await start({ TIMBRE_FAILPOINT: point });
    if (at === 0) await client.connectQuickBooks(armed);
    await info(armed);
    const end = await Promise.race([armed.ended, late('lost, or never reached')]);
    expect([point, end]).toEqual([point, 'SIGKILL']);
    await endTurn();
  }
  const server = await start();
  expect(await info(server)).toMatchObject({ nombre: 'Colmado La Esquina Demo SRL' });
  // A second time, which shows that the stored refresh token is valid too.
  expect(await info(server)).toMatchObject({ nombre: 'Colmado La Esquina Demo SRL' });
  expect(simulator.control.figures()).toMatchObject({ alive: 1 });
});

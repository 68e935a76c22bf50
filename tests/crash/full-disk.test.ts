import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { type SmallVolume, smallVolumes } from '../small-volume.ts';
import { Client, creditInvoice, settled } from './client.ts';
import { makePlace, type Place } from './rig.ts';

let place: Place;
let server: BuiltServer | undefined;
afterEach(async () => {
  await server?.kill('SIGKILL');
  await place.leave();
});

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

/** Part of the server that is on the volume: its data, or only its journal. PostgreSQL's data is never on it. */
const parts = [
  ...(onPostgres ? [] : [{ what: 'data', check: 'espacio en disco', size: '128m' }]),
  { what: 'journal', check: 'espacio en disco', size: '2m' },
];
const cases = parts.flatMap((part) => smallVolumes.map((volume) => ({ ...part, volume, how: volume('/', '1m').name })));

async function begin(what: string, makeVolume: (folder: string) => SmallVolume) {
  place = await makePlace();
  const folder = what === 'data' ? place.dataDir : join(place.dataDir, 'volumen');
  mkdirSync(folder, { recursive: true });
  const volume = makeVolume(folder);
  const journal: Record<string, string> =
    what === 'journal' ? { TIMBRE_JOURNAL: join(folder, 'diario', 'emision.diario') } : {};
  const { under, env } = volume.start;
  const started = await startBuiltServer({
    // A volume mounted over the data folder hides the company there, so the server gets another one.
    company: what === 'data' && !volume.lasts ? {} : place.company,
    dataDir: place.dataDir,
    env: { ...place.env, TIMBRE_FSYNC: '1', ...journal, ...env },
    ...(under && { under }),
  });
  server = started;
  return { volume, server: started };
}

const readiness = async ({ address }: BuiltServer) => {
  const response = await fetch(`${address}/readyz`);
  const body = (await response.json()) as { comprobaciones: Record<string, string> };
  return { status: response.status, ...body };
};

/** Polls until the condition is true. */
async function until(what: () => Promise<boolean>, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await what()); ) {
    if (Date.now() > deadline) throw new Error(`Not so within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each(cases)('a server with the $what on $how', ({ what, check, size, volume: make }) => {
  test('a full disk takes no number and stops no reading, readiness reports it, and with space all goes on', {
    timeout: 300_000,
    tags: ['P4.4'],
  }, async () => {
    const { volume, server } = await begin(what, (folder) => make(folder, size));
    const client = new Client();
    const issue = () => client.refusal(server, creditInvoice('1.00'));
    for (let i = 0; i < 5; i++) expect(await issue()).toBeUndefined();
    await settled(server);

    volume.fill(server);
    await until(async () => (await readiness(server)).status === 503, 240_000);
    expect((await readiness(server)).comprobaciones[check]).not.toBe('bien');
    const outcomes = { refused: new Set<string | undefined>(), read: 0, unread: 0 };
    for (let i = 0; i < 40; i++) {
      outcomes.refused.add(await issue());
      for (let j = 0; j < 5; j++) {
        if ((await client.call(server, 'GET', '/api/facturas?limit=5')) === undefined) outcomes.unread += 1;
        else outcomes.read += 1;
      }
    }
    expect(outcomes).toEqual({ refused: new Set(['servidor/lleno']), read: 200, unread: 0 });
    expect((await fetch(`${server.address}/livez`)).status).toBe(200);

    volume.free(server);
    client.ask('después', creditInvoice('2.00'));
    await until(async () => {
      await client.submit(server);
      return client.answered.size === 1;
    }, 240_000);
    expect(client.answered.get('después')?.eNCF).toBe('E310000000006');
    expect(await readiness(server)).toMatchObject({ status: 200, comprobaciones: { [check]: 'bien' } });
    await settled(server);

    const log = await place.control<{ eNCF: string }[]>('log');
    expect(log.map(({ eNCF }) => eNCF)).toHaveLength(6);
    const pages = await client.call<{ eNCF: string; estado: string }[]>(server, 'GET', '/api/facturas?limit=20');
    expect(new Set(pages?.map(({ estado }) => estado))).toEqual(new Set(['aceptado']));
    expect(await server.kill('SIGTERM')).toBe(0);
    if (!volume.lasts && what === 'data') return;
    const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
    expect(checked.output).toContain(' 0 hallazgos');
  });
});

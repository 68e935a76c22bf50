import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed again and again while the pilot rehearses and sends a set: it goes on by itself, and sends nothing twice.

vi.setConfig({ testTimeout: 300_000 });

let place: Place;
beforeAll(async () => {
  place = await makePlace({ ambiente: 'certecf' });
});
afterAll(() => place.leave());

interface Piloto {
  readonly comprobantes: { readonly etapa: string; readonly fases: readonly { total: number; aceptados: number }[] };
}

const stageOf = async (client: Client, server: BuiltServer) =>
  (await client.call<Piloto>(server, 'GET', '/api/piloto'))!.comprobantes.etapa;
const reaches = (client: Client, server: BuiltServer, etapa: string) =>
  vi.waitFor(async () => expect(await stageOf(client, server)).toBe(etapa), { timeout: 120_000, interval: 200 });

/** Starts servers that are killed at a point, and at the last one waits for a stage. */
async function throughKills(
  points: readonly string[],
  etapa: string,
): Promise<{ client: Client; server: BuiltServer }> {
  for (const point of points) {
    await endLeases(place);
    const armed = await place.start({ TIMBRE_FAILPOINT: point });
    // A point that is passed while it starts kills it before it is ready.
    if (armed !== undefined) expect(await armed.ended).toBe('SIGKILL');
  }
  await endLeases(place);
  const server = (await place.start())!;
  const client = new Client();
  await reaches(client, server, etapa);
  return { client, server };
}

test('killed at each of its stages, the pilot sends each document once and in order', async () => {
  const first = (await place.start({ TIMBRE_FAILPOINT: 'pilot-moved' }))!;
  const starting = new Client();
  const sample = (await starting.call<Blob>(first, 'GET', '/api/importaciones-muestra'))!;
  const form = new FormData();
  form.set('archivo', new File([sample], 'set.xlsx'));
  await starting.call(first, 'POST', '/api/piloto/comprobantes', form);
  expect(await first.ended).toBe('SIGKILL');

  const { client, server } = await throughKills(['pilot-advanced', 'pilot-moved'], 'listo');
  expect(await place.control<unknown[]>('log')).toEqual([]);
  await server.kill('SIGKILL');

  const sending = (await place.start({ TIMBRE_FAILPOINT: 'pilot-moved' }))!;
  await client.call(sending, 'POST', '/api/piloto/comprobantes/enviar', {});
  expect(await sending.ended).toBe('SIGKILL');
  await throughKills(['pilot-advanced:2', 'send-talked:3', 'pilot-advanced:4'], 'completo');

  const log = await place.control<{ service: string; eNCF: string; decision: { estado: string } }[]>('log');
  const accepted = log.filter(({ decision }) => decision.estado !== 'rechazado').map(({ eNCF }) => eNCF);
  expect(accepted).toHaveLength(13);
  expect(new Set(accepted).size).toBe(13);
  const lastInvoice = log.findLastIndex(({ eNCF, service }) => service === 'enviarECF' && !/^E3[34]/.test(eNCF));
  expect(lastInvoice).toBeLessThan(log.findIndex(({ eNCF }) => /^E3[34]/.test(eNCF)));
});

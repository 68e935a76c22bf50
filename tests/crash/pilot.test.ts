import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client, type Reception } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed repeatedly while the pilot rehearses and sends a set. The pilot continues automatically, and
// sends no document twice.

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

/**
 * Waits until the server is killed or the pilot is complete, and returns which. In certification no service reports the
 * outcome of a document whose response was lost at a kill: the pilot stops, a user settles the document, and the pilot
 * continues.
 */
async function workOn(server: BuiltServer): Promise<string | number> {
  const client = new Client();
  let end: string | number | undefined;
  server.ended.then((how) => {
    end = how;
  });
  for (; end === undefined; await new Promise((resolve) => setTimeout(resolve, 200))) {
    // The server may be killed in the middle of a call.
    const stage = await stageOf(client, server).catch(() => undefined);
    if (stage === 'completo') return stage;
    if (stage !== 'detenido') continue;
    await client
      .settleUnconfirmed(server, () => place.control<Reception[]>('log'))
      .then(() => client.call(server, 'POST', '/api/piloto/comprobantes/enviar', {}))
      .catch(() => undefined);
  }
  return end;
}

/** Starts a server that is killed at a point of the pilot's work. */
async function killAt(point: string): Promise<void> {
  const armed = await startAfterKill({ TIMBRE_FAILPOINT: point });
  // If the server passes the point while it starts, it is killed before it is ready.
  if (armed !== undefined) expect([point, await workOn(armed)]).toEqual([point, 'SIGKILL']);
}

async function startAfterKill(env?: Record<string, string>): Promise<BuiltServer | undefined> {
  await endLeases(place);
  return place.start(env);
}

test('the pilot sends each document once and in order when it is killed at each of its stages', async () => {
  const first = (await place.start({ TIMBRE_FAILPOINT: 'pilot-moved' }))!;
  const client = new Client();
  const sample = (await client.call<Blob>(first, 'GET', '/api/importaciones-muestra'))!;
  const form = new FormData();
  form.set('archivo', new File([sample], 'set.xlsx'));
  await client.call(first, 'POST', '/api/piloto/comprobantes', form);
  expect(await first.ended).toBe('SIGKILL');
  await killAt('pilot-advanced');

  const sending = (await startAfterKill({ TIMBRE_FAILPOINT: 'send-talked' }))!;
  const again = new Client();
  await reaches(again, sending, 'listo');
  expect(await place.control<unknown[]>('log')).toEqual([]);
  await again.call(sending, 'POST', '/api/piloto/comprobantes/enviar', {});
  expect(await sending.ended).toBe('SIGKILL');
  // Both are passed with certainty: six documents are sent at once, and the pilot checks at least once after each of
  // three groups.
  for (const point of ['pilot-advanced:2', 'send-talked']) await killAt(point);
  expect(await workOn((await startAfterKill())!)).toBe('completo');

  const log = await place.control<{ service: string; eNCF: string; decision: { estado: string } }[]>('log');
  const accepted = log.filter(({ decision }) => decision.estado !== 'rechazado').map(({ eNCF }) => eNCF);
  expect(accepted).toHaveLength(13);
  expect(new Set(accepted).size).toBe(13);
  const lastInvoice = log.findLastIndex(({ eNCF, service }) => service === 'enviarECF' && !/^E3[34]/.test(eNCF));
  expect(lastInvoice).toBeLessThan(log.findIndex(({ eNCF }) => /^E3[34]/.test(eNCF)));
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client, creditInvoice } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed at each step of an annulment of unused numbers. No number is both voided and issued, and a
// stored annulment reaches the authority.

let place: Place;
let client: Client;

beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

interface Range {
  readonly id: string;
  readonly tipo: string;
  readonly ambiente: string;
}
interface Voidable {
  readonly tramos: readonly { readonly desde: number; readonly hasta: number }[];
}
interface History {
  readonly anulaciones: readonly { readonly desde: number; readonly hasta: number; readonly estado: string }[];
}

async function rangeOf(server: BuiltServer): Promise<string> {
  const ranges = await client.call<Range[]>(server, 'GET', '/api/secuencias');
  return ranges!.find(({ tipo, ambiente }) => tipo === '31' && ambiente === 'testecf')!.id;
}
const firstFree = async (server: BuiltServer, id: string): Promise<number> =>
  (await client.call<Voidable>(server, 'GET', `/api/secuencias/${id}/anulables`))!.tramos[0]!.desde;
const history = async (server: BuiltServer, id: string) =>
  (await client.call<History>(server, 'GET', `/api/secuencias/${id}/anulaciones`))!.anulaciones;

test.each(['void-stored', 'void-committed', 'void-begun', 'void-talked', 'void-recorded'])(
  'no number is both voided and issued by a server killed at %s, and the annulment ends',
  { tags: ['P1.12'] },
  async (point) => {
    // A new client with its own session, because voiding requires a recent login.
    client = new Client();
    const armed = (await place.start({ TIMBRE_FAILPOINT: point }))!;
    const id = await rangeOf(armed);
    const desde = await firstFree(armed, id);
    const hasta = desde + 4;
    await client.call(armed, 'POST', `/api/secuencias/${id}/anulaciones`, { desde, hasta, codigo608: '08' });
    expect(await armed.ended).toBe('SIGKILL');
    // At one point the next server waits until the lease runs out.
    if (point !== 'void-begun') await endLeases(place);

    const server = (await place.start())!;
    const own = async () => (await history(server, id)).find((each) => each.desde === desde);
    const stored = await own();
    expect(stored === undefined).toBe(point === 'void-stored');
    client.ask(point, creditInvoice('100.00'));
    await client.submit(server);
    const issued = Number(client.answered.get(point)!.eNCF.slice(3));
    expect(issued).toBe(stored === undefined ? desde : hasta + 1);
    if (stored !== undefined)
      await vi.waitFor(
        // If killed after sending, the server sends the same bytes again, which are refused: a user must look in the
        // portal.
        async () => expect((await own())!.estado).toBe(point === 'void-talked' ? 'sin_confirmar' : 'aceptado'),
        { timeout: 120_000, interval: 500 },
      );
    await server.kill('SIGTERM');
    const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
    expect(checked.output).not.toContain('I12');
    expect(checked.output).not.toContain('I1 ');
  },
);

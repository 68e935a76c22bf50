import { execFileSync } from 'node:child_process';
import { type TipoDeWebhook, webhooks } from '@timbre/contract';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { openSession } from '../../../main/testing/people.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';
import type { NewEvent } from '../../../platform/events/events.ts';
import { createRunner, type Runner } from '../../../platform/jobs/runner.ts';
import { createCaller } from '../call.ts';
import { collectHandler } from '../collect.ts';
import { deliverHandler } from '../deliver.ts';
import { warnHandler } from '../warnings.ts';
import { makeTls, type Receiver, startReceiver } from './receiver.ts';

/** The HMAC of a text by OpenSSL. */
export const opensslHmac = (secret: string, text: string): string =>
  execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: text }).toString().split(' ')[0]!;

/** Expects a header to be the signature of a body with these secrets. */
export function signs(header: string, body: string, ...secrets: string[]): void {
  const [t, ...made] = header.split(',');
  expect(t).toMatch(/^t=\d{10}$/);
  expect(made).toEqual(secrets.map((secret) => `v1=${opensslHmac(secret, `${t!.slice(2)}.${body}`)}`));
}

/** A server whose webhooks go to a receiver, as a new company of each test. */
export function withWebhooks() {
  const server = withServer();
  const tls = makeTls();
  const runners: Runner[] = [];
  /** The classes of jobs that the runners do. */
  let done: string[] = [];
  let numbers = 0;
  const state = {} as { company: Stranger; receiver: Receiver };

  /** A runner of the webhooks' jobs, with a caller that accepts the receiver's certificate. */
  async function startRunner(): Promise<void> {
    const { db, queue, signals, clock, log } = server.ctx;
    const caller = createCaller({ allowLoopback: true, ca: tls.cert, withinMs: 2_000 });
    const handlers = [collectHandler(server.ctx), deliverHandler(server.ctx, caller), warnHandler(server.ctx)];
    done = handlers.map(({ clase }) => clase);
    const runner = createRunner({ db, queue, signals, clock, log, handlers });
    runners.push(runner);
    await runner.start();
  }

  beforeAll(async () => {
    state.receiver = await startReceiver(tls);
    // Two runners on one queue, as with two servers.
    await startRunner();
    await startRunner();
  });
  afterAll(async () => {
    for (const runner of runners) await runner.stop(async () => undefined);
    await state.receiver.close();
  });
  beforeEach(async () => {
    state.company = await stranger(server, bare);
    state.receiver.hits.length = 0;
    state.receiver.answers.length = 0;
  });

  const all: TipoDeWebhook[] = [
    'documento.aceptado',
    'documento.rechazado',
    'recibido.nuevo',
    'secuencia.por_agotarse',
  ];
  const destino = (change: object = {}) => ({
    ...{ url: state.receiver.url, descripcion: 'ERP', eventos: all, activo: true },
    ...change,
  });
  const create = async (change: object = {}) =>
    (await server.call(webhooks.crearWebhook, { body: destino(change) }, state.company.sesion)).body;
  const change = (id: string, body: object, key = state.company.sesion) =>
    server.call(webhooks.modificarWebhook, { params: { id }, body: destino(body) }, key);
  const list = async () => (await server.call(webhooks.listarWebhooks, {}, state.company.sesion)).body;
  const log = async (query = {}) => (await server.call(webhooks.listarEntregas, { query }, state.company.sesion)).body;
  const seen = async (id: string) =>
    (await server.call(webhooks.verEntregaDeWebhook, { params: { id } }, state.company.sesion)).body;
  const append = (...events: NewEvent[]) =>
    server.ctx.db.tenant(state.company.id, (tx) => server.ctx.events.append(tx, state.company.id, events));

  function arrival(): NewEvent {
    const id = newId(new Date());
    numbers += 1;
    const encf = `E31${String(numbers).padStart(10, '0')}`;
    const from = { rncEmisor: '131880600', razonEmisor: 'Emisor Ñandú SRL', montoTotal: '118.00', via: 'servicio' };
    const signed = { firmadaPor: '00100000003', confirmada: false };
    return { tipo: 'recibido.nuevo', sujeto: id, datos: { id, eNCF: encf, ...from, ...signed } };
  }

  /** Waits until a look-up returns a value. The clock advances meanwhile, so that jobs that failed are tried again. */
  async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
    for (const deadline = Date.now() + 50_000; ; ) {
      const result = await look();
      if (result !== undefined && result !== false) return result;
      if (Date.now() > deadline)
        throw new Error(`Waited in vain: ${server.logged.filter((line) => line.includes('jobs failed')).at(-1) ?? ''}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
      server.clock.advance(25);
    }
  }
  /** The deliveries, once there are `count` in a state. */
  const inState = (estado: webhooks.EntregaWebhook['estado'], count = 1) =>
    until(async () => {
      const { entregas } = await log({ estado });
      return entregas.length === count && entregas;
    });
  const isIdle = () =>
    until(async () => {
      const { rows } = await server.ctx.db.system(async (tx) => ({
        rows: await tx
          .selectFrom('trabajo')
          .select('id')
          .where('empresa_id', '=', state.company.id)
          .where((each) =>
            each.or([
              each('clase', '=', 'eventos'),
              each.and([each('clase', '=', 'webhook'), each('en', '<=', server.clock.now())]),
            ]),
          )
          .execute(),
      }));
      return rows.length === 0;
    });

  /** How long after its last try a delivery is tried again. */
  async function waitOf(id: string): Promise<number> {
    const { proximo, historial } = await seen(id);
    return Date.parse(proximo!) - Date.parse(historial.at(-1)!.en);
  }

  /** Advances the clock to a time, once no job is in progress. */
  async function later(iso: string | null): Promise<void> {
    await isSettled();
    server.clock.advance(Math.max(0, Date.parse(iso!) - server.clock.now().getTime()));
  }

  /** Waits until no process has a job of the webhooks in progress. */
  const isSettled = () =>
    until(async () => {
      const busy = await server.ctx.db.system((tx) =>
        tx
          .selectFrom('trabajo')
          .select('id')
          .where('empresa_id', '=', state.company.id)
          .where('clase', 'in', done)
          .where((each) => each.or([each('reservado_hasta', 'is not', null), each('en', '<=', server.clock.now())]))
          .execute(),
      );
      return busy.length === 0;
    });

  /** Opens another session: after days the first has expired. */
  async function reopen(): Promise<void> {
    state.company = { ...state.company, sesion: await openSession(server, state.company.usuarioId) };
  }

  const calls = { destino, create, change, list, log, seen };
  const classes = () => done;
  return Object.assign(state, {
    classes,
    server,
    ...calls,
    append,
    arrival,
    until,
    inState,
    isIdle,
    isSettled,
    waitOf,
    later,
    reopen,
  });
}

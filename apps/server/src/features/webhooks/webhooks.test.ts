import { execFileSync } from 'node:child_process';
import { type TipoDeWebhook, webhooks } from '@timbre/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentRow } from '../../main/testing/documento.ts';
import { makePerson, openSession } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import type { NewEvent } from '../../platform/events/events.ts';
import { createRunner, type Runner } from '../../platform/jobs/runner.ts';
import { createCaller } from './call.ts';
import { collectHandler } from './collect.ts';
import { deliverHandler } from './deliver.ts';
import { makeTls, type Receiver, say, startReceiver } from './testing/receiver.ts';
import { WARN, warnHandler } from './warnings.ts';

const server = withServer();
const tls = makeTls();
const minute = 60_000;
const day = 24 * 60 * minute;
let receiver: Receiver;
let company: Stranger;
const runners: Runner[] = [];
/** The classes of jobs that the runners do. */
let done: string[] = [];

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
  receiver = await startReceiver(tls);
  // Two runners on one queue, as with two servers.
  await startRunner();
  await startRunner();
});
afterAll(async () => {
  for (const runner of runners) await runner.stop(async () => undefined);
  await receiver.close();
});
beforeEach(async () => {
  company = await stranger(server, bare);
  receiver.hits.length = 0;
  receiver.answers.length = 0;
});

const all: TipoDeWebhook[] = ['documento.aceptado', 'documento.rechazado', 'recibido.nuevo', 'secuencia.por_agotarse'];
const destino = (change: object = {}) => ({
  ...{ url: receiver.url, descripcion: 'ERP', eventos: all, activo: true },
  ...change,
});
const create = async (change: object = {}) =>
  (await server.call(webhooks.crearWebhook, { body: destino(change) }, company.sesion)).body;
const change = (id: string, body: object, key = company.sesion) =>
  server.call(webhooks.modificarWebhook, { params: { id }, body: destino(body) }, key);
const list = async () => (await server.call(webhooks.listarWebhooks, {}, company.sesion)).body;
const log = async (query = {}) => (await server.call(webhooks.listarEntregas, { query }, company.sesion)).body;
const seen = async (id: string) =>
  (await server.call(webhooks.verEntregaDeWebhook, { params: { id } }, company.sesion)).body;
const append = (...events: NewEvent[]) =>
  server.ctx.db.tenant(company.id, (tx) => server.ctx.events.append(tx, company.id, events));

let numbers = 0;
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
        .where('empresa_id', '=', company.id)
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

/** The HMAC of a text by OpenSSL. */
const opensslHmac = (secret: string, text: string): string =>
  execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: text }).toString().split(' ')[0]!;

/** Expects a header to be the signature of a body with these secrets. */
function signs(header: string, body: string, ...secrets: string[]): void {
  const [t, ...made] = header.split(',');
  expect(t).toMatch(/^t=\d{10}$/);
  expect(made).toEqual(secrets.map((secret) => `v1=${opensslHmac(secret, `${t!.slice(2)}.${body}`)}`));
}

describe('a destination', () => {
  test('a destination gets its chosen events, signed, as its contract says, once by two servers', {
    tags: ['SI7-3'],
  }, async () => {
    const { webhook, secreto } = await create({ eventos: ['recibido.nuevo'] });
    await append(arrival(), { tipo: 'importacion', datos: {} }, arrival());
    await inState('entregada', 2);
    await isIdle();
    expect(receiver.hits).toHaveLength(2);
    for (const { body, headers } of receiver.hits) {
      const payload = JSON.parse(body);
      expect(Value.Errors(webhooks.cargasDeWebhook['recibido.nuevo'], payload)).toEqual([]);
      expect(payload).toMatchObject({ tipo: 'recibido.nuevo', empresa: company.rnc, ambiente: 'testecf' });
      expect(payload.datos.razonEmisor).toBe('Emisor Ñandú SRL');
      expect(headers['timbre-event']).toBe('recibido.nuevo');
      signs(String(headers['timbre-signature']), body, secreto);
      const entrega = await seen(String(headers['timbre-delivery']));
      expect(entrega).toMatchObject({ estado: 'entregada', cuerpo: body, intentos: 1, webhookId: webhook.id });
    }
    expect(new Set(receiver.hits.map(({ body }) => JSON.parse(body).id)).size).toBe(2);
  });

  test('a destination gets the result of a receipt, from its document; not of its summary', {
    tags: ['SI7-3'],
  }, async () => {
    await create();
    const row = documentRow(company, 31, 77);
    const summary = { ...documentRow(company, 32, 78), es_rfce: true };
    await server.ctx.db.tenant(company.id, (tx) => tx.insertInto('documento').values([row, summary]).execute());
    const documento = { estado: 'aceptado', trackId: 'T-1', secuenciaUtilizada: true };
    const mensajes = Array.from({ length: 30 }, (_, i) => ({ codigo: String(i), valor: 'x'.repeat(900) }));
    const moved = ({ id }: { id: string }, change = {}): NewEvent => ({
      tipo: 'documento',
      sujeto: id,
      datos: { eNCF: 'E310000000077', documento: { id, ...documento, mensajes, ...change } },
    });
    await append(moved(row, { estado: 'enviado' }), moved(summary), moved(row));
    await inState('entregada');
    await isIdle();
    expect(receiver.hits).toHaveLength(1);
    const payload = JSON.parse(receiver.hits[0]!.body);
    expect(Value.Errors(webhooks.cargasDeWebhook['documento.aceptado'], payload)).toEqual([]);
    expect(payload.datos).toMatchObject({ documentoId: row.id, tipo: '31', trackId: 'T-1', secuenciaUtilizada: true });
    expect(payload.datos.mensajes).toHaveLength(20);
    expect(receiver.hits[0]!.body.length).toBeLessThan(16_000);
  });

  test('a destination gets no earlier event, none of other companies, and none while it is off', {
    tags: ['SI7-7'],
  }, async () => {
    const other = company;
    await append(arrival());
    company = await stranger(server, bare);
    await append(arrival());
    const { webhook } = await create();
    await change(webhook.id, { activo: false });
    await append(arrival());
    await change(webhook.id, { activo: true });
    await append(arrival());
    await server.ctx.db.tenant(other.id, (tx) => server.ctx.events.append(tx, other.id, [arrival()]));
    await inState('entregada');
    await isIdle();
    expect((await log()).entregas).toHaveLength(1);
    expect(receiver.hits).toHaveLength(1);
    const asked = server.ctx.db.system((tx) =>
      tx.selectFrom('trabajo').select('id').where('empresa_id', '=', other.id).where('clase', 'in', done).execute(),
    );
    expect(await asked).toEqual([]);
  });

  test('a destination gets its secret once; after a rotation both sign for a day', { tags: ['SI7-4'] }, async () => {
    const { webhook, secreto } = await create();
    expect(JSON.stringify(await list())).not.toContain(secreto);
    const { rows } = await server.ctx.db.tenant(company.id, async (tx) => ({
      rows: await tx.selectFrom('webhook').select('secreto').execute(),
    }));
    expect(rows[0]!.secreto.includes(secreto)).toBe(false);
    const params = { id: webhook.id };
    const rotated = (await server.call(webhooks.rotarSecretoWebhook, { params, body: {} }, company.sesion)).body;
    expect(rotated.secreto).not.toBe(secreto);
    await append(arrival());
    await inState('entregada');
    const [both] = receiver.hits;
    signs(String(both!.headers['timbre-signature']), both!.body, rotated.secreto, secreto);
    await isSettled();
    server.clock.advance(day + 1_000);
    await reopen();
    await append(arrival());
    await inState('entregada', 2);
    const [, one] = receiver.hits;
    signs(String(one!.headers['timbre-signature']), one!.body, rotated.secreto);
  });

  test('a company has ten destinations at most, with an address that may be called', async () => {
    for (const url of ['https://10.0.0.1/', 'http://ejemplo.invalid', 'https://169.254.169.254/latest']) {
      const { status, problem } = await server.call(webhooks.crearWebhook, { body: destino({ url }) }, company.sesion);
      expect([url, status, problem.code]).toEqual([url, 422, 'webhook/url']);
    }
    for (let i = 0; i < 10; i++) await create({ activo: false });
    const { status, problem } = await server.call(webhooks.crearWebhook, { body: destino() }, company.sesion);
    expect([status, problem.code]).toEqual([409, 'webhook/demasiados']);
  });

  test('only administrators list a destination or read its log', { tags: ['SI7-7'] }, async () => {
    const { webhook } = await create();
    const key = await makePerson(server, company, 'facturador');
    for (const who of [key, company.clave]) {
      expect((await server.call(webhooks.listarWebhooks, {}, who)).status).toBe(403);
      expect((await server.call(webhooks.listarEntregas, { query: {} }, who)).status).toBe(403);
      expect((await change(webhook.id, {}, who)).status).toBe(403);
    }
  });

  test('a removed destination takes its log with it, and its company is followed no longer', async () => {
    const { webhook } = await create();
    await append(arrival());
    await inState('entregada');
    await server.call(webhooks.eliminarWebhook, { params: { id: webhook.id } }, company.sesion);
    expect([await list(), (await log()).entregas]).toEqual([[], []]);
    await isIdle();
    await append(arrival());
    const { seguida } = await server.ctx.db.tenant(company.id, (tx) =>
      tx.selectFrom('evento_cabeza').select('seguida').executeTakeFirstOrThrow(),
    );
    expect(seguida).toBe(false);
  });
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

describe('a delivery that fails', () => {
  test('a failed delivery is tried again later and later with the same id and bytes, until it arrives', {
    tags: ['SI7-5'],
  }, async () => {
    await create();
    receiver.answers.push(say(500, 'caído'), say(302, '', { location: '/otra' }));
    await append(arrival());
    const [first] = await until(async () => (await log()).entregas[0]?.intentos === 1 && (await log()).entregas);
    expect(first).toMatchObject({ estado: 'pendiente', resultado: 'Respondió 500' });
    expect((await seen(first!.id)).respuesta).toBe('caído');
    const waits = [await waitOf(first!.id)];
    await later(first!.proximo);
    const second = await until(async () => (await log()).entregas[0]?.intentos === 2 && (await log()).entregas[0]);
    waits.push(await waitOf(first!.id));
    expect(waits.map((ms) => 30 * 4 ** Math.round(Math.log(ms / 30_000) / Math.log(4)))).toEqual([30, 120]);
    await later(second!.proximo);
    await inState('entregada');
    expect(new Set(receiver.hits.map(({ headers }) => headers['timbre-delivery']))).toEqual(new Set([first!.id]));
    expect(new Set(receiver.hits.map(({ body }) => body)).size).toBe(1);
    expect((await seen(first!.id)).historial.map(({ estado }) => estado)).toEqual([500, 302, 204]);
    expect((await list())[0]!.fallaDesde).toBeNull();
  });

  test('a delivery that fails for three days is given up, its destination switched off on record; it can be sent again', {
    tags: ['SI7-5'],
  }, async () => {
    const { webhook } = await create();
    let dead = true;
    const fail = () => {
      if (dead) receiver.answers.push(say(503));
    };
    fail();
    await append(arrival());
    for (let tries = 1; ; tries++) {
      const [entrega] = await until(async () => {
        const { entregas } = await log();
        return (entregas[0]?.intentos === tries || entregas[0]?.estado === 'fallida') && entregas;
      });
      if (entrega!.estado === 'fallida') break;
      fail();
      await later(entrega!.proximo);
      await reopen();
    }
    const [entrega] = (await log()).entregas;
    expect(entrega!.intentos).toBeGreaterThan(8);
    const replay = () =>
      server.call(webhooks.reenviarEntrega, { params: { id: entrega!.id }, body: {} }, company.sesion);
    await reopen();
    fail();
    await isSettled();
    server.clock.advance(day);
    await reopen();
    await append(arrival());
    const off = await until(async () => {
      const [one] = await list();
      return one!.desactivado !== null && one;
    });
    expect(off.activo).toBe(false);
    const { rows } = await server.ctx.db.tenant(company.id, async (tx) => ({
      rows: await tx.selectFrom('evento').select('sujeto').where('tipo', '=', 'webhook.desactivado').execute(),
    }));
    expect(rows).toEqual([{ sujeto: webhook.id }]);
    dead = false;
    receiver.answers.length = 0;
    expect((await replay()).problem.code).toBe('webhook/inactivo');
    await change(webhook.id, {});
    const before = receiver.hits.length;
    expect((await replay()).status).toBe(202);
    await inState('entregada');
    expect(receiver.hits).toHaveLength(before + 1);
    expect(receiver.hits.at(-1)!.headers['timbre-delivery']).toBe(entrega!.id);
  });

  test('a delivery without an answer stops calls to the destination for a while', async () => {
    await create();
    receiver.answers.push((response) => void response.destroy());
    await append(arrival());
    await until(async () => (await log()).entregas[0]?.resultado === 'Cortó la conexión');
    await append(arrival(), arrival());
    await until(async () => (await log()).entregas.length === 3);
    await isSettled();
    expect(receiver.hits).toHaveLength(1);
    server.clock.advance(10 * minute);
    await inState('entregada', 3);
    expect(receiver.hits).toHaveLength(4);
  });
});

/** Waits until no process has a job of the webhooks in progress. */
const isSettled = () =>
  until(async () => {
    const busy = await server.ctx.db.system((tx) =>
      tx
        .selectFrom('trabajo')
        .select('id')
        .where('empresa_id', '=', company.id)
        .where('clase', 'in', done)
        .where((each) => each.or([each('reservado_hasta', 'is not', null), each('en', '<=', server.clock.now())]))
        .execute(),
    );
    return busy.length === 0;
  });

/** Opens another session: after days the first has expired. */
async function reopen(): Promise<void> {
  company = { ...company, sesion: await openSession(server, company.usuarioId) };
}

test('a test is sent at once and returns its answer; it stays in the log', { tags: ['SI7-5'] }, async () => {
  const plain = await startReceiver();
  try {
    const { webhook, secreto } = await create({ url: plain.url, activo: false });
    plain.answers.push(say(418, 'no'));
    const params = { id: webhook.id };
    const { body } = await server.call(webhooks.probarWebhook, { params, body: {} }, company.sesion);
    expect(body).toMatchObject({ tipo: 'prueba', estado: 'fallida', resultado: 'Respondió 418', respuesta: 'no' });
    const [hit] = plain.hits;
    expect(Value.Errors(webhooks.cargasDeWebhook.prueba, JSON.parse(hit!.body))).toEqual([]);
    signs(String(hit!.headers['timbre-signature']), hit!.body, secreto);
    expect((await log({ webhookId: webhook.id })).entregas).toHaveLength(1);
  } finally {
    await plain.close();
  }
});

test('the log goes by pages, newest first', { tags: ['SI7-5'] }, async () => {
  const { webhook } = await create();
  await append(arrival(), arrival(), arrival());
  await inState('entregada', 3);
  const ids = (await log()).entregas.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort().reverse());
  const page = await log({ limite: 2, webhookId: webhook.id });
  expect([page.entregas.map(({ id }) => id), page.hayMas]).toEqual([ids.slice(0, 2), true]);
  const rest = await log({ limite: 2, antesDe: ids[1] });
  expect([rest.entregas.map(({ id }) => id), rest.hayMas]).toEqual([ids.slice(2), false]);
});

describe('what runs out', () => {
  const look = () =>
    server.ctx.db.system((tx) =>
      server.ctx.queue.enqueue(tx, [{ clase: WARN, empresaId: company.id, sujeto: company.id }]),
    );
  const warned = () =>
    receiver.hits.map(({ body }) => JSON.parse(body)).map(({ tipo, datos }) => [tipo, datos.quedan ?? datos.dias]);

  test('an expiring certificate is notified once within 30, 7 and 1 days', { tags: ['SI7-8'] }, async () => {
    company = await stranger(server, { ...bare, certificado: true });
    await create({ eventos: ['certificado.por_vencer'] });
    const { valido_hasta } = await server.ctx.db.tenant(company.id, (tx) =>
      tx.selectFrom('certificado').select('valido_hasta').where('activo', '=', true).executeTakeFirstOrThrow(),
    );
    for (const [count, days] of [30, 7, 1].entries()) {
      await isSettled();
      server.clock.advance(valido_hasta.getTime() - days * day - server.clock.now().getTime() + minute);
      await reopen();
      await look();
      await until(() => receiver.hits.length === count + 1);
      await look();
      await isSettled();
    }
    expect(warned()).toEqual([
      ['certificado.por_vencer', 30],
      ['certificado.por_vencer', 7],
      ['certificado.por_vencer', 1],
    ]);
    const [hit] = receiver.hits;
    expect(Value.Errors(webhooks.cargasDeWebhook['certificado.por_vencer'], JSON.parse(hit!.body))).toEqual([]);
  });

  test('a range is notified once when few numbers are left, and once when none', { tags: ['SI7-8'] }, async () => {
    const row = { ambiente: 'testecf' as const, tipo: 31, desde: 1, hasta: 100, vence: '2099-12-31' };
    const id = newId(new Date());
    await server.ctx.db.tenant(company.id, (tx) =>
      tx
        .insertInto('secuencia')
        .values({ ...row, empresa_id: company.id, id, siguiente: 92, prefijo: 'E31', digitos: 10 })
        .execute(),
    );
    await create({ eventos: ['secuencia.por_agotarse'] });
    await until(() => receiver.hits.length === 1);
    await server.ctx.db.tenant(company.id, (tx) =>
      tx.updateTable('secuencia').set({ siguiente: 101 }).where('id', '=', id).execute(),
    );
    await look();
    await until(() => receiver.hits.length === 2);
    await look();
    await isSettled();
    expect(warned()).toEqual([
      ['secuencia.por_agotarse', 9],
      ['secuencia.por_agotarse', 0],
    ]);
    const [hit] = receiver.hits;
    expect(Value.Errors(webhooks.cargasDeWebhook['secuencia.por_agotarse'], JSON.parse(hit!.body))).toEqual([]);
  });
});

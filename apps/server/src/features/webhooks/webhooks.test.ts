import { webhooks } from '@timbre/contract';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { documentRow } from '../../main/testing/documento.ts';
import { makePerson } from '../../main/testing/people.ts';
import { bare, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import type { NewEvent } from '../../platform/events/events.ts';
import { say, startReceiver } from './testing/receiver.ts';
import { signs, withWebhooks } from './testing/webhooks.ts';
import { WARN } from './warnings.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const hooks = withWebhooks();
const {
  server,
  destino,
  create,
  change,
  list,
  log,
  seen,
  append,
  arrival,
  until,
  inState,
  isIdle,
  isSettled,
  waitOf,
  later,
  reopen,
} = hooks;

describe('a destination', () => {
  test('a destination gets its chosen events, signed, as its contract says, once by two servers', {
    tags: ['SI7-3'],
  }, async () => {
    const { webhook, secreto } = await create({ eventos: ['recibido.nuevo'] });
    await append(arrival(), { tipo: 'importacion', datos: {} }, arrival());
    await inState('entregada', 2);
    await isIdle();
    expect(hooks.receiver.hits).toHaveLength(2);
    for (const { body, headers } of hooks.receiver.hits) {
      const payload = JSON.parse(body);
      expect(Value.Errors(webhooks.cargasDeWebhook['recibido.nuevo'], payload)).toEqual([]);
      expect(payload).toMatchObject({ tipo: 'recibido.nuevo', empresa: hooks.company.rnc, ambiente: 'testecf' });
      expect(payload.datos.razonEmisor).toBe('Emisor Ñandú SRL');
      expect(headers['timbre-event']).toBe('recibido.nuevo');
      signs(String(headers['timbre-signature']), body, secreto);
      const entrega = await seen(String(headers['timbre-delivery']));
      expect(entrega).toMatchObject({ estado: 'entregada', cuerpo: body, intentos: 1, webhookId: webhook.id });
    }
    expect(new Set(hooks.receiver.hits.map(({ body }) => JSON.parse(body).id)).size).toBe(2);
  });

  test('a destination gets the result of a receipt, from its document; not of its summary', {
    tags: ['SI7-3'],
  }, async () => {
    await create();
    const row = documentRow(hooks.company, 31, 77);
    const summary = { ...documentRow(hooks.company, 32, 78), es_rfce: true };
    await server.ctx.db.tenant(hooks.company.id, (tx) => tx.insertInto('documento').values([row, summary]).execute());
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
    expect(hooks.receiver.hits).toHaveLength(1);
    const payload = JSON.parse(hooks.receiver.hits[0]!.body);
    expect(Value.Errors(webhooks.cargasDeWebhook['documento.aceptado'], payload)).toEqual([]);
    expect(payload.datos).toMatchObject({ documentoId: row.id, tipo: '31', trackId: 'T-1', secuenciaUtilizada: true });
    expect(payload.datos.mensajes).toHaveLength(20);
    expect(hooks.receiver.hits[0]!.body.length).toBeLessThan(16_000);
  });

  test('a destination gets no earlier event, none of other companies, and none while it is off', {
    tags: ['SI7-7'],
  }, async () => {
    const other = hooks.company;
    await append(arrival());
    hooks.company = await stranger(server, bare);
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
    expect(hooks.receiver.hits).toHaveLength(1);
    const asked = server.ctx.db.system((tx) =>
      tx
        .selectFrom('trabajo')
        .select('id')
        .where('empresa_id', '=', other.id)
        .where('clase', 'in', hooks.classes())
        .execute(),
    );
    expect(await asked).toEqual([]);
  });

  test('a destination gets its secret once; after a rotation both sign for a day', { tags: ['SI7-4'] }, async () => {
    const { webhook, secreto } = await create();
    expect(JSON.stringify(await list())).not.toContain(secreto);
    const { rows } = await server.ctx.db.tenant(hooks.company.id, async (tx) => ({
      rows: await tx.selectFrom('webhook').select('secreto').execute(),
    }));
    expect(rows[0]!.secreto.includes(secreto)).toBe(false);
    const params = { id: webhook.id };
    const rotated = (await server.call(webhooks.rotarSecretoWebhook, { params, body: {} }, hooks.company.sesion)).body;
    expect(rotated.secreto).not.toBe(secreto);
    await append(arrival());
    await inState('entregada');
    const [both] = hooks.receiver.hits;
    signs(String(both!.headers['timbre-signature']), both!.body, rotated.secreto, secreto);
    await isSettled();
    server.clock.advance(day + 1_000);
    await reopen();
    await append(arrival());
    await inState('entregada', 2);
    const [, one] = hooks.receiver.hits;
    signs(String(one!.headers['timbre-signature']), one!.body, rotated.secreto);
  });

  test('a company has ten destinations at most, with an address that may be called', async () => {
    for (const url of ['https://10.0.0.1/', 'http://ejemplo.invalid', 'https://169.254.169.254/latest']) {
      const { status, problem } = await server.call(
        webhooks.crearWebhook,
        { body: destino({ url }) },
        hooks.company.sesion,
      );
      expect([url, status, problem.code]).toEqual([url, 422, 'webhook/url']);
    }
    for (let i = 0; i < 10; i++) await create({ activo: false });
    const { status, problem } = await server.call(webhooks.crearWebhook, { body: destino() }, hooks.company.sesion);
    expect([status, problem.code]).toEqual([409, 'webhook/demasiados']);
  });

  test('only administrators list a destination or read its log', { tags: ['SI7-7'] }, async () => {
    const { webhook } = await create();
    const key = await makePerson(server, hooks.company, 'facturador');
    for (const who of [key, hooks.company.clave]) {
      expect((await server.call(webhooks.listarWebhooks, {}, who)).status).toBe(403);
      expect((await server.call(webhooks.listarEntregas, { query: {} }, who)).status).toBe(403);
      expect((await change(webhook.id, {}, who)).status).toBe(403);
    }
  });

  test('a removed destination takes its log with it, and its company is followed no longer', async () => {
    const { webhook } = await create();
    await append(arrival());
    await inState('entregada');
    await server.call(webhooks.eliminarWebhook, { params: { id: webhook.id } }, hooks.company.sesion);
    expect([await list(), (await log()).entregas]).toEqual([[], []]);
    await isIdle();
    await append(arrival());
    const { seguida } = await server.ctx.db.tenant(hooks.company.id, (tx) =>
      tx.selectFrom('evento_cabeza').select('seguida').executeTakeFirstOrThrow(),
    );
    expect(seguida).toBe(false);
  });
});

describe('a delivery that fails', () => {
  test('a failed delivery is tried again later and later with the same id and bytes, until it arrives', {
    tags: ['SI7-5'],
  }, async () => {
    await create();
    hooks.receiver.answers.push(say(500, 'caído'), say(302, '', { location: '/otra' }));
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
    expect(new Set(hooks.receiver.hits.map(({ headers }) => headers['timbre-delivery']))).toEqual(new Set([first!.id]));
    expect(new Set(hooks.receiver.hits.map(({ body }) => body)).size).toBe(1);
    expect((await seen(first!.id)).historial.map(({ estado }) => estado)).toEqual([500, 302, 204]);
    expect((await list())[0]!.fallaDesde).toBeNull();
  });

  test('a delivery that fails for three days is given up, its destination switched off on record; it can be sent again', {
    tags: ['SI7-5'],
  }, async () => {
    const { webhook } = await create();
    let dead = true;
    const fail = () => {
      if (dead) hooks.receiver.answers.push(say(503));
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
      server.call(webhooks.reenviarEntrega, { params: { id: entrega!.id }, body: {} }, hooks.company.sesion);
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
    const { rows } = await server.ctx.db.tenant(hooks.company.id, async (tx) => ({
      rows: await tx.selectFrom('evento').select('sujeto').where('tipo', '=', 'webhook.desactivado').execute(),
    }));
    expect(rows).toEqual([{ sujeto: webhook.id }]);
    dead = false;
    hooks.receiver.answers.length = 0;
    expect((await replay()).problem.code).toBe('webhook/inactivo');
    await change(webhook.id, {});
    const before = hooks.receiver.hits.length;
    expect((await replay()).status).toBe(202);
    await inState('entregada');
    expect(hooks.receiver.hits).toHaveLength(before + 1);
    expect(hooks.receiver.hits.at(-1)!.headers['timbre-delivery']).toBe(entrega!.id);
  });

  test('a destination whose address is corrected gets at once what waits for it', async () => {
    const { webhook } = await create();
    hooks.receiver.answers.push(say(500, 'caído'));
    await append(arrival());
    const failed = await until(async () => (await log()).entregas.find(({ intentos }) => intentos === 1));
    await change(webhook.id, { url: `${hooks.receiver.url}/otra` });
    const [arrived] = await inState('entregada');
    expect(arrived!.id).toBe(failed.id);
    expect((await seen(failed.id)).historial.at(-1)!.en < failed.proximo!).toBe(true);
  });

  test('a delivery without an answer stops calls to the destination for a while', async () => {
    await create();
    hooks.receiver.answers.push((response) => void response.destroy());
    await append(arrival());
    await until(async () => (await log()).entregas[0]?.resultado === 'Cortó la conexión');
    await append(arrival(), arrival());
    await until(async () => (await log()).entregas.length === 3);
    await isSettled();
    expect(hooks.receiver.hits).toHaveLength(1);
    server.clock.advance(10 * minute);
    await inState('entregada', 3);
    expect(hooks.receiver.hits).toHaveLength(4);
  });
});

test('a test is sent at once and returns its answer; it stays in the log', { tags: ['SI7-5'] }, async () => {
  const plain = await startReceiver();
  try {
    const { webhook, secreto } = await create({ url: plain.url, activo: false });
    plain.answers.push(say(418, 'no'));
    const params = { id: webhook.id };
    const { body } = await server.call(webhooks.probarWebhook, { params, body: {} }, hooks.company.sesion);
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
      server.ctx.queue.enqueue(tx, [{ clase: WARN, empresaId: hooks.company.id, sujeto: hooks.company.id }]),
    );
  const warned = () =>
    hooks.receiver.hits
      .map(({ body }) => JSON.parse(body))
      .map(({ tipo, datos }) => [tipo, datos.quedan ?? datos.dias]);

  test('an expiring certificate is notified once within 30, 7 and 1 days', { tags: ['SI7-8'] }, async () => {
    hooks.company = await stranger(server, { ...bare, certificado: true });
    await create({ eventos: ['certificado.por_vencer'] });
    const { valido_hasta } = await server.ctx.db.tenant(hooks.company.id, (tx) =>
      tx.selectFrom('certificado').select('valido_hasta').where('activo', '=', true).executeTakeFirstOrThrow(),
    );
    for (const [count, days] of [30, 7, 1].entries()) {
      await isSettled();
      server.clock.advance(valido_hasta.getTime() - days * day - server.clock.now().getTime() + minute);
      await reopen();
      await look();
      await until(() => hooks.receiver.hits.length === count + 1);
      await look();
      await isSettled();
    }
    expect(warned()).toEqual([
      ['certificado.por_vencer', 30],
      ['certificado.por_vencer', 7],
      ['certificado.por_vencer', 1],
    ]);
    const [hit] = hooks.receiver.hits;
    expect(Value.Errors(webhooks.cargasDeWebhook['certificado.por_vencer'], JSON.parse(hit!.body))).toEqual([]);
  });

  test('a range is notified once when few numbers are left, and once when none', { tags: ['SI7-8'] }, async () => {
    const row = { ambiente: 'testecf' as const, tipo: 31, desde: 1, hasta: 100, vence: '2099-12-31' };
    const id = newId(new Date());
    await server.ctx.db.tenant(hooks.company.id, (tx) =>
      tx
        .insertInto('secuencia')
        .values({ ...row, empresa_id: hooks.company.id, id, siguiente: 92, prefijo: 'E31', digitos: 10 })
        .execute(),
    );
    await create({ eventos: ['secuencia.por_agotarse'] });
    await until(() => hooks.receiver.hits.length === 1);
    await server.ctx.db.tenant(hooks.company.id, (tx) =>
      tx.updateTable('secuencia').set({ siguiente: 101 }).where('id', '=', id).execute(),
    );
    await look();
    await until(() => hooks.receiver.hits.length === 2);
    await look();
    await isSettled();
    expect(warned()).toEqual([
      ['secuencia.por_agotarse', 9],
      ['secuencia.por_agotarse', 0],
    ]);
    const [hit] = hooks.receiver.hits;
    expect(Value.Errors(webhooks.cargasDeWebhook['secuencia.por_agotarse'], JSON.parse(hit!.body))).toEqual([]);
  });
});

import { createAuthorityClient } from '@timbre/authority';
import { autoridad, documentos, emision } from '@timbre/contract';
import { hostsAt } from '@timbre/simulator';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { takeProbeTurn } from './outage-repo.ts';
import { createOutages } from './outages.ts';

const server = withIssuing('testecf', { limits: { answerTimeoutMs: 4_000, probeWithinMs: 400 } });

afterEach(async () => {
  server.simulator.control.clearFaults();
  await server.wire.become('pass');
  await server.until(async () => (await standing()).caida === null && (await jobs()).length === 0);
});

const standing = async () => (await server.call(autoridad.estadoAutoridad, {}, server.key)).body;
const emit = async () => {
  const body = saleOf({ precio: '100.00' });
  const { body: issued, problem } = await server.call(emision.enviarFactura, { body }, server.key);
  if (problem) throw new Error(JSON.stringify(problem));
  return issued;
};
const see = async (id: string) => (await server.call(documentos.verDocumento, { params: { id } }, server.key)).body;
const acceptedOf = (id: string) => server.until(async () => (await see(id)).estado === 'aceptado');
const jobs = async () => {
  const { rows } = await server.ctx.db.system((tx) =>
    sql<{ sujeto: string; en: Date; espera: string | null; intentos: number; claimed: boolean }>`
      select sujeto, en, espera, intentos, reservado_hasta is not null as claimed
      from trabajo where clase = 'envio' order by id`.execute(tx),
  );
  return rows;
};
/** The jobs, once there are `count` and all wait; a claim counts a try until the job is put back. */
const waitingJobs = (count: number) =>
  server.until(async () => {
    const rows = await jobs();
    return rows.length === count && rows.every(({ espera, claimed }) => espera === 'testecf' && !claimed) && rows;
  });

describe('an outage of the DGII', () => {
  test('an outage is shown at once; documents are issued, wait without tries, and are all due at its end', {
    tags: ['P2.7'],
  }, async () => {
    await acceptedOf((await emit()).id);
    await server.wire.become('refuse');
    const first = await emit();
    // The service that was called may be named first; a probe then finds that the whole host is down.
    const { caida } = await server.until(async () => {
      const now = await standing();
      return now.caida?.servicio === null && now;
    });
    expect(caida).toMatchObject({ fase: 'caida', motivo: 'No se pudo conectar con la DGII' });
    expect((await standing()).disponible).toBe(false);

    const [job] = await waitingJobs(1);
    const tried = (await see(first.id)).intentos.length;
    const later = await Promise.all(Array.from({ length: 20 }, emit));
    const waiting = await waitingJobs(21);
    expect((await standing()).caida).toMatchObject({ esperan: 21 });
    // However long the outage lasts, a document that is not sent gets no attempt row and no count.
    expect(waiting.map(({ intentos }) => intentos)).toEqual([job!.intentos, ...later.map(() => 0)]);
    expect((await see(first.id)).intentos).toHaveLength(tried);
    for (const { id } of later) expect((await see(id)).intentos).toEqual([]);

    await server.wire.become('pass');
    await server.until(async () => (await jobs()).every(({ espera }) => espera === null));
    for (const { en } of await jobs()) expect(en.getTime()).toBeLessThanOrEqual(Date.now() + 500);
    for (const { id } of [first, ...later]) await acceptedOf(id);
    expect(await standing()).toMatchObject({ caida: null, disponible: true });
  });

  test('documents that waited for an outage are sent in the order of their issue', { tags: ['P2.7'] }, async () => {
    await server.wire.become('refuse');
    await emit();
    await server.until(async () => (await standing()).caida?.fase === 'caida');
    const issued: string[] = [];
    for (let n = 0; n < 5; n += 1) issued.push((await emit()).eNCF);
    await server.until(async () => (await jobs()).every(({ espera }) => espera === 'testecf'));
    const order = await server.ctx.db.system(async (tx) => {
      await server.ctx.queue.wake(tx, 'envio', ['testecf']);
      const { rows } = await sql<{ encf: string }>`
        select d.encf from trabajo t join documento d on d.id = t.sujeto where t.clase = 'envio'
        order by t.prioridad desc, t.en`.execute(tx);
      return rows.map(({ encf }) => encf);
    });
    expect(order.slice(1)).toEqual(issued);
  });

  test('"Reintentar ahora" makes all waiting jobs due, returns the state, and is limited in rate', {
    tags: ['P2.8'],
  }, async () => {
    await server.wire.become('refuse');
    const { id } = await emit();
    await server.until(async () => (await standing()).caida?.fase === 'caida');
    await server.until(async () => (await jobs()).every(({ espera }) => espera === 'testecf'));
    const retry = () => server.call(autoridad.reintentar, { body: {} }, server.key);
    expect((await retry()).body.caida).toMatchObject({ fase: 'caida' });
    await retry();
    await server.wire.become('pass');
    expect((await retry()).status).toBe(200);
    expect((await retry()).problem.code).toBe('sesion/demasiados-intentos');
    await acceptedOf(id);
  });
});

test('calls without an answer are shown as a fault before any of them is abandoned', async () => {
  await acceptedOf((await emit()).id);
  await server.wire.become('silent');
  const { id } = await emit();
  const fases = new Set<string>();
  await server.until(async () => {
    const { caida } = await standing();
    if (caida) fases.add(caida.fase);
    return caida?.fase === 'caida';
  });
  // The only post is still waiting for its answer.
  expect((await see(id)).intentos.map(({ resultado }) => resultado)).toEqual([null]);
  await server.wire.become('pass');
  await acceptedOf(id);
});

test('a single failing service is shown by its name, with the answer that it gave', async () => {
  server.simulator.control.fault({
    kind: 'html',
    status: 413,
    text: 'Archivo demasiado grande',
    services: ['enviarECF'],
  });
  const issued = await Promise.all(Array.from({ length: 8 }, emit));
  const { caida } = await server.until(async () => {
    const now = await standing();
    return now.caida !== null && now;
  });
  expect(caida).toMatchObject({ fase: 'caida', servicio: 'enviarECF' });
  expect(caida!.motivo).toContain('(413): Archivo demasiado grande');
  server.simulator.control.clearFaults();
  for (const { id } of issued) await acceptedOf(id);
});

test('a document that alone cannot be sent has a notice, is tried again, and loses the notice once it is sent', async () => {
  const { id, eNCF } = await emit();
  await acceptedOf(id);
  const next = `E31${String(Number(eNCF.slice(3)) + 1).padStart(10, '0')}`;
  server.simulator.control.fault({
    kind: 'html',
    status: 403,
    text: 'Política de la red',
    eNCF: next,
    services: ['enviarECF'],
  });
  const held = await emit();
  expect(held.eNCF).toBe(next);
  const document = await server.until(async () => {
    const { errores, estado } = await see(held.id);
    return errores.length > 0 && { errores, estado };
  });
  expect(document.estado).toBe('firmado');
  expect(document.errores).toMatchObject([{ codigo: 'ENVIO-RED', aviso: true }]);
  expect(document.errores[0]!.mensaje).toContain('(403): Política de la red');
  server.simulator.control.clearFaults();
  await server.call(autoridad.reintentar, { body: {} }, server.key);
  await acceptedOf(held.id);
  expect((await see(held.id)).errores).toEqual([]);
});

test('every open screen of the environment is notified when an outage begins and when it ends', async () => {
  const address = await server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  const response = await fetch(`${address}/api/eventos`, {
    signal: stop.signal,
    headers: { authorization: `Bearer ${server.key}` },
  });
  let heard = '';
  void (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) heard += piece;
  })().catch(() => undefined);
  const eventCount = () => heard.split('event: autoridad').length - 1;
  await server.wire.become('refuse');
  const { id } = await emit();
  await server.until(async () => eventCount() >= 1);
  expect((await standing()).caida?.fase).toBe('caida');
  const before = eventCount();
  await server.wire.become('pass');
  await server.until(async () => eventCount() > before);
  await server.until(async () => (await standing()).caida === null && (await jobs()).length === 0);
  await acceptedOf(id);
  stop.abort();
});

test('another process learns of an outage and of its end without a call of its own, and shares the probes', async () => {
  const { db, queue, signals } = server.ctx;
  const log = pino({ level: 'silent' });
  const authority = createAuthorityClient({
    hosts: hostsAt(server.wire.address),
    sign: async (_, xml) => xml,
    takeTurn: (ambiente) => db.system((tx) => takeProbeTurn(tx, ambiente)),
  });
  const other = createOutages({ authority, db, clock: systemClock, queue, signals, log });
  await other.start();
  await server.wire.become('refuse');
  // Another process has just taken the turn of the first probe: the host is probed again.
  await server.ctx.db.system((tx) => takeProbeTurn(tx, 'testecf'));
  const { id } = await emit();
  await server.until(async () => other.of('testecf')?.servicio === '');
  expect(authority.room('testecf', 'enviarECF')).toBe(0);
  await expect(authority.consultaResultado({ empresa: 'x', ambiente: 'testecf' }, 'x')).rejects.toMatchObject({
    reason: 'circuito',
  });
  await server.wire.become('pass');
  await server.until(async () => other.of('testecf') === undefined && authority.available('testecf'));
  await acceptedOf(id);
  await other.stop();
  await authority.close();
});

test('one of many simultaneous requests for the turn of a probe gets it', async () => {
  const turns = await Promise.all(
    Array.from({ length: 20 }, () => server.ctx.db.system((tx) => takeProbeTurn(tx, 'certecf'))),
  );
  expect(turns.filter(Boolean)).toHaveLength(1);
});

test('after a restart an outage of an earlier process is known, and the waiting jobs are woken at its end', {
  tags: ['P2.7'],
}, async () => {
  const { db, queue, signals } = server.ctx;
  await db.system((tx) =>
    sql`update autoridad_estado set fase = 'caida', desde = now() - interval '1 hour', motivo = 'No se pudo conectar'
      where ambiente = 'ecf' and servicio = ''`.execute(tx),
  );
  const log = pino({ level: 'silent' });
  const authority = createAuthorityClient({ hosts: hostsAt(server.wire.address), sign: async (_, xml) => xml });
  const outages = createOutages({ authority, db, clock: systemClock, queue, signals, log });
  await outages.look();
  expect(outages.of('ecf')).toMatchObject({ fase: 'caida', motivo: 'No se pudo conectar' });
  expect(Date.now() - outages.of('ecf')!.desde.getTime()).toBeGreaterThan(3_590_000);
  await server.until(async () => {
    await outages.look();
    return outages.of('ecf') === undefined;
  });
  await outages.stop();
  await authority.close();
});

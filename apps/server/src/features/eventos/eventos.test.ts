import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { autoridad, configuracion, eventos, sesion } from '@timbre/contract';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rehearsalTopic } from '../../domain/comprobantes/rehearsal/topic.ts';
import { receivedTopic } from '../../domain/received/topic.ts';
import { openSession } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import type { NewEvent } from '../../platform/events/events.ts';
import { createFeeds } from '../../platform/events/feed.ts';
import { streamEvents } from './stream.ts';

const server = withServer();
let company: Stranger;
let address: string;
const watching: AbortController[] = [];

beforeAll(async () => {
  company = await stranger(server, bare);
  address = await server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const watch of watching.splice(0)) watch.abort();
});

interface Message {
  readonly id?: number;
  readonly event: string;
  readonly data: unknown;
}

/** Reads the event stream as a browser does. */
async function watch(key = company.sesion, lastEventId?: number) {
  const stop = new AbortController();
  watching.push(stop);
  const response = await fetch(`${address}/api/eventos`, {
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
  });
  expect(response.status).toBe(200);
  const seen = { response, messages: [] as Message[], start: Number.NaN, ended: false, largest: 0 };
  void (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => line.split(/: (.*)/s) as [string, string]),
        );
        seen.largest = Math.max(seen.largest, Buffer.byteLength(fields.data ?? ''));
        text = text.slice(end + 2);
        if (fields.event === undefined) seen.start = Number(fields.id);
        else {
          const id = fields.id === undefined ? {} : { id: Number(fields.id) };
          seen.messages.push({ ...id, event: fields.event, data: JSON.parse(fields.data!) });
        }
      }
    }
    seen.ended = true;
  })().catch(() => undefined);
  await until(() => !Number.isNaN(seen.start));
  return seen;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}

const append = (empresaId: string, events: readonly NewEvent[]) =>
  server.ctx.db.tenant(empresaId, (tx) => server.ctx.events.append(tx, empresaId, events));
const moved = (id: string, estado: string, importacionId: string | null = null): NewEvent => ({
  tipo: 'documento',
  sujeto: company.usuarioId,
  datos: { importacionId, eNCF: 'E310000000001', documento: { id, estado } },
});
const documents = (messages: readonly Message[]) =>
  messages.flatMap(({ event, data }) => (event === 'documento' ? (data as { documento: { id: string } }[]) : []));

test('a change reaches everybody who watches, and only in their company', async () => {
  const other = await stranger(server, bare);
  const [mine, theirs] = [await watch(), await watch(other.sesion)];
  expect(mine.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(mine.response.headers.get('cache-control')).toBe('no-store');
  await append(company.id, [moved('d1', 'enviado', 'i1')]);
  await append(other.id, [moved('d2', 'enviado')]);
  await until(() => mine.messages.length > 0 && theirs.messages.length > 0);
  expect(mine.messages).toMatchObject([
    { event: 'documento', data: [{ importacionId: 'i1', documento: { id: 'd1', estado: 'enviado' } }] },
  ]);
  expect(theirs.messages).toMatchObject([{ data: [{ documento: { id: 'd2' } }] }]);
});

test.each([
  ['a rehearsal', rehearsalTopic, 'ensayo'],
  ['what is received', receivedTopic, 'recibidas'],
] as const)(
  '%s that changed is sent to its company alone, and is in no record',
  { tags: ['P1.11'] },
  async (_name, topicOf, event) => {
    const other = await stranger(server, bare);
    const [mine, theirs] = [await watch(), await watch(other.sesion)];
    server.ctx.signals.emit(topicOf(company.id));
    await until(() => mine.messages.length > 0);
    await append(other.id, [moved('d2', 'enviado')]);
    await until(() => theirs.messages.length > 0);
    expect(mine.messages).toEqual([{ event, data: {} }]);
    expect(theirs.messages.map(({ event }) => event)).toEqual(['documento']);
    expect((await watch()).start).toBe(mine.start);
  },
);

test('events for the record alone do not reach the screens', async () => {
  const seen = await watch();
  await append(company.id, [{ tipo: 'certificado.cargado', datos: { titular: 'alguien' } }, moved('d1', 'firmado')]);
  await until(() => seen.messages.length > 0);
  expect(JSON.stringify(seen.messages)).not.toContain('alguien');
});

test('a burst comes gathered: of each document its latest event, in few messages', async () => {
  const seen = await watch();
  for (let turn = 0; turn < 20; turn++)
    await append(
      company.id,
      Array.from({ length: 20 }, (_, i) => moved(`d${i}`, turn < 19 ? 'enviado' : 'aceptado')),
    );
  await append(company.id, [
    { tipo: 'importacion', datos: { id: 'i1' } },
    { tipo: 'importacion', datos: { id: 'i1' } },
    moved('último', 'aceptado'),
  ]);
  await until(() => documents(seen.messages).some(({ documento }) => (documento as { id: string }).id === 'último'));
  const latest = new Map(documents(seen.messages).map(({ documento }) => [documento.id, documento]));
  expect(latest.size).toBe(21);
  expect([...latest.values()].every((each) => (each as unknown as { estado: string }).estado === 'aceptado')).toBe(
    true,
  );
  expect(seen.messages.length).toBeLessThan(21);
  expect(seen.messages.filter(({ event }) => event === 'importacion')).toHaveLength(1);
});

test('a change of the configuration is sent once a kind', async () => {
  const seen = await watch();
  const changeOf = (que: string): NewEvent => ({ tipo: 'configuracion', datos: { que } });
  await append(company.id, [changeOf('ambiente'), changeOf('accesos'), changeOf('ambiente')]);
  await until(() => seen.messages.length > 0);
  expect(seen.messages.map(({ event, data }) => [event, data])).toEqual([
    ['configuracion', { que: 'ambiente' }],
    ['configuracion', { que: 'accesos' }],
  ]);
});

test('every screen of the company is notified when its session with the authority begins or ends', async () => {
  const seen = await watch();
  const answer = await server.call(autoridad.cerrarAutoridad, { body: {} }, company.sesion);
  expect(answer.status).toBe(200);
  await until(() => seen.messages.length > 0);
  expect(seen.messages).toMatchObject([{ event: 'autoridad', data: { autenticado: false } }]);
});

test('a reader that comes back with its last event misses none', { tags: ['P4.7'] }, async () => {
  const seen = await watch();
  await append(company.id, [moved('antes', 'enviado')]);
  await until(() => seen.messages.length > 0);
  watching.pop()!.abort();
  const last = seen.messages.at(-1)!.id!;
  await append(
    company.id,
    Array.from({ length: 1_200 }, (_, n) => moved(`d${n % 40}`, 'aceptado')),
  );
  const back = await watch(company.sesion, last);
  await until(() => back.messages.at(-1)?.id === last + 1_200);
  const ids = documents(back.messages).map(({ documento }) => documento.id);
  expect(new Set(ids)).toEqual(new Set(Array.from({ length: 40 }, (_, n) => `d${n}`)));
});

describe('the limits of one event', () => {
  const most = eventos.limitesDelEvento.documentos;
  const frames = async (events: readonly NewEvent[]) => {
    const seen = await watch();
    await append(company.id, events);
    await until(() => seen.messages.at(-1)?.id === seen.start + events.length);
    return seen;
  };

  test('many documents are sent as their imports, with the position of the last', async () => {
    const { messages, largest } = await frames([
      ...Array.from({ length: most }, (_, n) => moved(`d${n}`, 'aceptado', `i${n % 2}`)),
      moved('suelto', 'aceptado'),
    ]);
    expect(messages).toMatchObject([{ event: 'comprobantes', data: { importaciones: ['i0', 'i1', null] } }]);
    expect(largest).toBeLessThan(1_000);
  });

  test('as many documents as an event carries are sent one by one', async () => {
    const { messages } = await frames(Array.from({ length: most }, (_, n) => moved(`d${n}`, 'aceptado')));
    expect(documents(messages)).toHaveLength(most);
  });

  test('documents with thousands of faults never exceed the bytes of an event', { tags: ['P4.14'] }, async () => {
    const errores = Array.from({ length: 2_000 }, (_, n) => ({ codigo: 'X', mensaje: `La línea ${n} no suma «ñ»` }));
    const faulty = (id: string): NewEvent => ({
      tipo: 'documento',
      datos: { importacionId: 'i1', eNCF: 'E310000000001', documento: { id, estado: 'error', errores } },
    });
    const { messages, largest } = await frames([faulty('d1'), { tipo: 'importacion', datos: { id: 'i1' } }]);
    expect(messages.map(({ event, data }) => [event, data])).toEqual([
      ['comprobantes', { importaciones: ['i1'] }],
      ['importacion', { id: 'i1' }],
    ]);
    expect(largest).toBeLessThanOrEqual(eventos.limitesDelEvento.bytes);
  });
});

test('a reader that does not read has a bounded backlog; once it reads, it gets the rest', {
  tags: ['P4.14'],
}, async () => {
  const far = await stranger(server, bare);
  const waiting: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writableEnded: false,
    writableLength: 0,
    write(text: string) {
      waiting.push(text);
      this.writableLength += Buffer.byteLength(text);
      return false;
    },
    end: () => undefined,
  });
  const stop = new AbortController();
  const feed = createFeeds(server.ctx)(far.id);
  const since = await feed.head();
  const pace = { gatherMs: 1, lookMs: 5, heartbeatMs: 60_000, checkMs: 60_000 };
  const notices = { signals: server.ctx.signals, topics: { tema: 'ensayo' }, initial: [] };
  const streaming = streamEvents(response as never, feed, since, async () => true, pace, stop.signal, notices);
  const mensaje = 'x'.repeat(1_000);
  const large = (n: number): NewEvent => ({
    tipo: 'documento',
    datos: { importacionId: null, eNCF: '', documento: { id: `d${n}`, estado: 'error', errores: [{ mensaje }] } },
  });
  let appended = 0;
  const position = () => Number([...waiting.join('').matchAll(/^id: (\d+)/gm)].at(-1)?.[1] ?? since);
  while (response.writableLength <= 1024 * 1024) {
    const events = Array.from({ length: 45 }, (_, i) => large(appended + i));
    await append(far.id, events);
    appended += events.length;
    await until(() => position() === since + appended);
  }
  const full = response.writableLength;
  expect(full).toBeLessThan(1024 * 1024 + 100_000);
  await append(far.id, [large(appended)]);
  for (let i = 0; i < 1_000; i++) server.ctx.signals.emit('tema');
  await delay(50);
  expect(response.writableLength).toBe(full);
  response.writableLength = 0;
  await until(() => position() === since + appended + 1);
  expect(waiting.filter((text) => text.includes('event: ensayo'))).toHaveLength(1);
  stop.abort();
  await streaming;
});

test('a stream ends by itself soon after the session is closed', async () => {
  const key = await openSession(server, company.usuarioId);
  const seen = await watch(key);
  await server.call(sesion.logout, { body: {} }, key);
  await until(() => seen.ended);
});

test('a stream of a key ends soon after the key may not read any more', async () => {
  const by = await openSession(server, company.usuarioId);
  const { body: made } = await server.call(configuracion.generarApiKey, { body: {} }, by);
  const seen = await watch(made.apiKey);
  const body = { alcances: ['emitir' as const] };
  expect((await server.call(configuracion.guardarAlcances, { body }, by)).status).toBe(200);
  await until(() => seen.ended);
});

test('a stream needs a session', async () => {
  expect((await fetch(`${address}/api/eventos`)).status).toBe(401);
});

test('watching does not keep a session alive: an open tab is no use of it', async () => {
  const key = await openSession(server, company.usuarioId);
  const seen = await watch(key);
  server.clock.advance(2 * 60 * 60_000 + 1_000);
  await until(() => seen.ended);
  expect((await server.call(sesion.sesionActual, {}, key)).status).toBe(401);
});

describe('more streams than one company may have', () => {
  test('streams beyond the limit are refused with the time of another try; open ones stay, and a closed one makes room', {
    tags: ['P4.7'],
  }, async () => {
    const crowded = await stranger(server, bare);
    const tries = Array.from({ length: 300 }, async () => {
      const stop = new AbortController();
      watching.push(stop);
      const headers = { authorization: `Bearer ${crowded.sesion}` };
      const response = await fetch(`${address}/api/eventos`, { signal: stop.signal, headers });
      const stream = { response, stop, text: '', ended: false };
      void (async () => {
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) stream.text += chunk;
        stream.ended = true;
      })().catch(() => undefined);
      return stream;
    });
    const all = await Promise.all(tries);
    const open = all.filter(({ response }) => response.status === 200);
    const refused = all.filter(({ response }) => response.status === 503);
    expect([open.length, refused.length]).toEqual([100, 200]);
    for (const { response } of refused) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await append(crowded.id, [moved('d1', 'enviado')]);
    await until(() => open.every(({ text }) => text.includes('d1')));
    expect(open.filter(({ ended }) => ended)).toEqual([]);

    open[0]!.stop.abort();
    const again = async () => {
      const headers = { authorization: `Bearer ${crowded.sesion}` };
      const stop = new AbortController();
      watching.push(stop);
      return (await fetch(`${address}/api/eventos`, { signal: stop.signal, headers })).status;
    };
    while ((await again()) !== 200) await delay(50);
  });

  test('a stream that breaks again and again during many events loses nothing', async () => {
    const total = 600;
    const restless = await stranger(server, bare);
    let last: number | undefined = (await watch(restless.sesion)).start;
    const got = new Set<string>();
    const appending = (async () => {
      for (let n = 0; n < total; n++) {
        await until(() => n - got.size < eventos.limitesDelEvento.documentos);
        await append(restless.id, [moved(`roto-${n}`, 'aceptado')]);
      }
    })();
    while (got.size < total) {
      const seen = await watch(restless.sesion, last);
      await until(() => seen.messages.length > 0);
      watching.pop()!.abort();
      for (const { documento } of documents(seen.messages)) got.add(documento.id);
      last = seen.messages.findLast(({ id }) => id !== undefined)?.id ?? last;
    }
    await appending;
    expect(got.size).toBe(total);
  });
});

import { Problem } from '@timbre/refusal';
import { type Child, startChild } from '@timbre/worker';
import { describe, expect, test } from 'vitest';
import { statusOf } from '../../platform/http/problem-body.ts';
import { type ChildrenOptions, createChildren } from '../../platform/threads/children.ts';
import { childEntry } from './children.ts';
import { createDesk, type DeskOptions } from './desk.ts';

const xml = '<ECF><Encabezado><Version>1.0</Version></Encabezado></ECF>';
const heavy = 300 * 1024;

const real = (heapMb = 320) => startChild(childEntry, { heapMb, dataMb: 440, messageMb: 32 });

/** A child that runs `onPost` on each order, and ends when it is killed. */
function made(onPost: (child: Child) => void = () => undefined, memory = 0): Child {
  let end: (words: string) => void = () => undefined;
  const child: Child = {
    pid: undefined,
    post: () => onPost(child),
    listen: ({ onEnd }) => {
      end = onEnd;
    },
    memory: () => memory,
    worked: () => undefined,
    kill: () => setImmediate(() => end('')),
    hold: () => undefined,
  };
  return child;
}

/** A desk and its log. */
function deskOf({ start = () => real(), ...more }: Partial<DeskOptions> & Partial<ChildrenOptions> = {}) {
  const done: [string, string][] = [];
  const started: Child[] = [];
  const children = createChildren({
    ...more,
    start() {
      const child = start();
      started.push(child);
      return child;
    },
  });
  const desk = createDesk({ ...more, children, onDone: (name, where) => done.push([name, where]) });
  return { desk, done, started, children };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Problem) => error,
  );
/** The refusal of a task, in the form that a caller receives. */
const problemOf = async (work: Promise<unknown>) => {
  const error = await refusal(work);
  return error && { code: error.code, detail: error.detail, retryAfterS: error.retryAfterS, status: statusOf(error) };
};
const interrupted = (why: string) => ({
  code: 'archivo/interrumpido',
  status: 422,
  detail: expect.stringContaining(why),
});

describe('a desk', () => {
  test('a desk works at once on small texts, and in a child on large ones, with the same result', async () => {
    const { desk, done, started } = deskOf();
    const small = await desk.readStored(xml.length, xml);
    expect(started).toHaveLength(0);
    const large = await desk.readStored(heavy, xml);
    expect(large).toEqual(small);
    await desk.readStored(heavy, xml);
    expect(started).toHaveLength(1);
    expect(done).toEqual([
      ['readStored', 'here'],
      ['readStored', 'child'],
      ['readStored', 'child'],
    ]);
  });

  test('a desk refuses small and large texts alike: code, detail and each fault', async () => {
    const { desk } = deskOf();
    const issuer = { id: '1', rnc: '1', razonSocial: 'x', datos: {}, ambiente: 'testecf', demo: false } as never;
    const bodies = [
      '{"a":1',
      '{"__proto__":1}',
      '{"a":{"constructor":{"prototype":1}}}',
      '{"a":"\\u0000"}',
      '{"a":1,"a":2}',
      '[]',
    ];
    for (const body of bodies) {
      const input = { body: Buffer.from(body), issuer, now: 0, tasas: [], keyed: true, sums: 'rechaza' } as const;
      const [small, large] = [await refusal(desk.judgeDraft(1, input)), await refusal(desk.judgeDraft(heavy, input))];
      expect(small).toBeInstanceOf(Problem);
      expect(large).toBeInstanceOf(Problem);
      expect({ ...large, message: large?.message }).toEqual({ ...small, message: small?.message });
    }
  });

  test('a child that dies fails its own task alone, and the next has another', async () => {
    const { desk, started, children } = deskOf();
    const first = desk.readStored(heavy, xml);
    await expect.poll(() => started).toHaveLength(1);
    started[0]?.kill();
    expect(await problemOf(first)).toMatchObject(interrupted('falló'));
    expect((await desk.readStored(heavy, xml)).kind).toBe('ECF');
    expect(started).toHaveLength(2);
    expect(children.endings).toEqual({ memoria: 0, tiempo: 0, fallo: 1 });
  });

  test('a child that takes too long is ended, and the next task has another', async () => {
    const { desk, started } = deskOf({ lane: 'strangers', workingMs: 50, startingMs: 0, start: () => made() });
    const both = [desk.readStored(heavy, xml), desk.readStored(heavy, xml)].map(problemOf);
    for (const one of await Promise.all(both)) expect(one).toMatchObject(interrupted('tardó demasiado'));
    expect(started).toHaveLength(2);
  });

  test('a child without memory fails its task with that reason', async () => {
    const { desk, children } = deskOf({ start: () => real(64) });
    const lists = JSON.stringify(Array.from({ length: 400_000 }, () => [[]]));
    expect(await problemOf(desk.splitStored(heavy, lists))).toMatchObject(interrupted('memoria'));
    expect(children.endings.memoria).toBe(1);
  });

  test('a child that grows outside of its heap is ended with that reason', async () => {
    const { desk } = deskOf({ start: () => made(() => undefined, 500 * 1024 * 1024) });
    expect(await problemOf(desk.readStored(heavy, xml))).toMatchObject(interrupted('memoria'));
  });

  test('a desk without a place to wait refuses large texts, with the time to retry, and works on small ones', async () => {
    const { desk, started } = deskOf({ mayWait: 3, start: () => made() });
    const taken = Array.from({ length: 5 }, () => refusal(desk.readStored(heavy, xml)));
    const refused = await problemOf(desk.readStored(heavy, xml));
    expect(refused).toMatchObject({
      code: 'servidor/documentos-grandes',
      status: 503,
      retryAfterS: expect.any(Number),
    });
    expect((await desk.readStored(1, xml)).kind).toBe('ECF');
    expect(started).toHaveLength(2);
    await desk.close();
    for (const one of await Promise.all(taken)) expect(one?.code).toBe('servidor/ocupado');
  });
});

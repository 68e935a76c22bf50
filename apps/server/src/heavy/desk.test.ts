import { Worker } from 'node:worker_threads';
import { startWorker } from '@timbre/worker';
import { describe, expect, test } from 'vitest';
import { Problem } from '../http/problem.ts';
import { createDesk, type DeskOptions } from './desk.ts';

const xml = '<ECF><Encabezado><Version>1.0</Version></Encabezado></ECF>';
const heavy = 300 * 1024;

const real = () => startWorker(new URL('./desk.worker.ts', import.meta.url));
/** A worker that never answers. */
const mute = () => new Worker("require('node:worker_threads').parentPort.on('message', () => {})", { eval: true });

/** A desk and its log. */
function deskOf(options: Partial<DeskOptions> = {}) {
  const done: [string, boolean][] = [];
  const started: Worker[] = [];
  const desk = createDesk({
    ...options,
    start: () => {
      const worker = (options.start ?? real)(640);
      started.push(worker);
      return worker;
    },
    onDone: (name, threadId) => done.push([name, threadId !== 0]),
  });
  return { desk, done, started };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Problem) => error,
  );

describe('a desk', () => {
  test('works at once on what is small, and in a thread on what is large, with the same result', async () => {
    const { desk, done, started } = deskOf();
    const small = await desk.run('readStored', xml.length, xml);
    expect(started).toHaveLength(0);
    const large = await desk.run('readStored', heavy, xml);
    expect(large).toEqual(small);
    await desk.run('readStored', heavy, xml);
    expect(started).toHaveLength(1);
    expect(done).toEqual([
      ['readStored', false],
      ['readStored', true],
      ['readStored', true],
    ]);
    await desk.close();
  });

  test('refuses the same, small or large: code, detail and each fault', async () => {
    const { desk } = deskOf();
    const issuer = { id: '1', rnc: '1', razonSocial: 'x', datos: {}, ambiente: 'testecf', demo: false } as never;
    const bodies = ['{"a":1', '{"__proto__":1}', '{"a":{"constructor":{"prototype":1}}}', '{"a":"\\u0000"}', '[]'];
    for (const body of bodies) {
      const input = { body: Buffer.from(body), issuer, now: 0, keyed: true, sums: 'rechaza' } as const;
      const [small, large] = [
        await refusal(desk.run('judgeDraft', 1, input)),
        await refusal(desk.run('judgeDraft', heavy, input)),
      ];
      expect(small).toBeInstanceOf(Problem);
      expect(large).toBeInstanceOf(Problem);
      expect({ ...large, message: large?.message }).toEqual({ ...small, message: small?.message });
    }
    await desk.close();
  });

  test('a thread that dies fails its own task alone, and the next has another', async () => {
    const { desk, started } = deskOf();
    const first = desk.run('readStored', heavy, xml);
    await started[0]?.terminate();
    expect(await refusal(first)).toMatchObject({ code: 'servidor/documento-interrumpido' });
    expect((await desk.run('readStored', heavy, xml)).kind).toBe('ECF');
    expect(started).toHaveLength(2);
    await desk.close();
  });

  test('a thread that takes too long is ended, and who waited has another', async () => {
    const { desk, started } = deskOf({ atOnce: 1, workingMs: 50, start: mute });
    const both = [desk.run('readStored', heavy, xml), desk.run('readStored', heavy, xml)].map(refusal);
    for (const one of await Promise.all(both))
      expect(one).toMatchObject({
        code: 'servidor/documento-interrumpido',
        detail: expect.stringContaining('0.05 segundos'),
      });
    expect(started).toHaveLength(2);
    await desk.close();
  });

  test('a thread that has no memory left fails its task, and says so', async () => {
    const resourceLimits = { maxOldGenerationSizeMb: 24 };
    const start = () => startWorker(new URL('./desk.worker.ts', import.meta.url), { resourceLimits });
    const { desk } = deskOf({ start });
    const lists = JSON.stringify(Array.from({ length: 400_000 }, () => [[]]));
    expect(await refusal(desk.run('splitStored', heavy, lists))).toMatchObject({
      code: 'servidor/documento-interrumpido',
      detail: expect.stringContaining('memoria'),
    });
    await desk.close();
  });

  test('a thread that makes the process grow outside of its heap is ended, and says so', async () => {
    const start = () =>
      new Worker(
        "require('node:worker_threads').parentPort.on('message', () => { const kept = []; for (;;) kept.push(Buffer.alloc(1 << 20, 1)); })",
        { eval: true },
      );
    const { desk } = deskOf({ start, mayGrowBytes: 64 * 1024 * 1024 });
    expect(await refusal(desk.run('readStored', heavy, xml))).toMatchObject({
      code: 'servidor/documento-interrumpido',
      detail: expect.stringContaining('memoria'),
    });
    await desk.close();
  });

  test('refuses what finds no place to wait, with the time to come back; what is small goes on', async () => {
    const { desk, started } = deskOf({ atOnce: 2, mayWait: 3, start: mute });
    const taken = Array.from({ length: 5 }, () => refusal(desk.run('readStored', heavy, xml)));
    const refused = await refusal(desk.run('readStored', heavy, xml));
    expect(refused).toMatchObject({
      code: 'servidor/documentos-grandes',
      status: 503,
      retryAfterS: expect.any(Number),
    });
    expect((await desk.run('readStored', 1, xml)).kind).toBe('ECF');
    expect(started).toHaveLength(2);
    await desk.close();
    for (const one of await Promise.all(taken)) expect(one?.code).toBe('servidor/documento-interrumpido');
  });
});

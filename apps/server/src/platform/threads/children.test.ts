import { startChild } from '@timbre/worker';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { childEntry } from '../../domain/desk/children.ts';
import { type ChildrenOptions, createChildren, type Lane, type Talk } from './children.ts';

/** Children that answer at once, and the messages sent to them. */
function made(options: Partial<ChildrenOptions> = {}) {
  const living = new Set<object>();
  let started = 0;
  const children = createChildren({
    ...options,
    start() {
      started += 1;
      const child = {
        pid: undefined,
        post: () => undefined,
        listen: () => undefined,
        memory: () => 100 * 1024 * 1024,
        worked: () => undefined,
        kill: () => void living.delete(child),
        hold: () => undefined,
      };
      living.add(child);
      return child;
    },
  });
  return { children, living, started: () => started };
}

/** Takes a place, and releases it when requested. */
function hold({ children }: ReturnType<typeof made>, lane: Lane) {
  let leave = () => {};
  let isIn = false;
  const talk = () => {
    isIn = true;
    return new Promise<void>((resolve) => {
      leave = resolve;
    });
  };
  const over = children.run(lane, talk);
  return { over, isIn: () => isIn, leave: () => leave() };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('strangers and books have one place each, and a waiting company is next', async () => {
  const pool = made();
  const strangers = [hold(pool, 'strangers'), hold(pool, 'strangers')] as const;
  const books = [hold(pool, 'books'), hold(pool, 'books')] as const;
  await soon();
  const company = hold(pool, 'companies');
  const entered = () => [...strangers, ...books, company].map((each) => each.isIn());
  await soon();
  expect(entered()).toEqual([true, false, true, false, false]);
  strangers[0].leave();
  await strangers[0].over;
  await soon();
  expect(entered()).toEqual([true, false, true, false, true]);
  books[0].leave();
  await books[0].over;
  await soon();
  expect(entered()).toEqual([true, false, true, true, true]);
});

test('a child that read files of strangers never reads those of companies', { tags: ['P4.16'] }, async () => {
  const pool = made();
  for (const lane of ['strangers', 'companies', 'companies', 'strangers', 'books', 'companies'] as const) {
    const held = hold(pool, lane);
    await soon();
    held.leave();
    await held.over;
    expect(pool.living.size).toBeLessThanOrEqual(2);
  }
  // One child for each kind, which is reused: workbooks of invoices belong to a company too.
  expect(pool.started()).toBe(2);
});

test('a child that has much memory after its work is not reused', async () => {
  const pool = made({ idleMb: 50 });
  const held = hold(pool, 'companies');
  await soon();
  held.leave();
  await held.over;
  expect(pool.living.size).toBe(0);
});

test('an aborted wait leaves the place to the next', async () => {
  const pool = made();
  const first = hold(pool, 'books');
  const stop = new AbortController();
  const waiting = pool.children.run('books', () => Promise.resolve('x'), stop.signal);
  const next = hold(pool, 'books');
  stop.abort(new Error('alto'));
  await expect(waiting).rejects.toThrow('alto');
  first.leave();
  await first.over;
  await soon();
  expect(next.isIn()).toBe(true);
});

test('a child that sends no valid message is ended', async () => {
  const children = createChildren({
    start: () => startChild(childEntry, { heapMb: 320, dataMb: 440, messageMb: 0 }),
  });
  const talk = ({ post }: Talk) =>
    new Promise<never>(() => post({ name: 'readStored', input: '<a/>' }, () => undefined));
  await expect(children.run('companies', talk)).rejects.toMatchObject({ ending: 'fallo' });
});

describe('a child that is allowed 100 ms', () => {
  afterEach(() => vi.useRealTimers());

  /** Runs a talk with fake timers. @param workedIn the processor time of the child after that many milliseconds */
  function allowed(workedIn: (ms: number) => number | undefined) {
    vi.useFakeTimers();
    const begun = performance.now();
    let end: (words: string) => void = () => undefined;
    const children = createChildren({
      start: () => ({
        pid: undefined,
        post: () => undefined,
        listen({ onEnd }) {
          end = onEnd;
        },
        memory: () => 0,
        worked: () => workedIn(performance.now() - begun),
        kill: () => end(''),
        hold: () => undefined,
      }),
    });
    let ending: string | undefined;
    let taken: (() => number) | undefined;
    const talk = ({ allow }: Talk) => {
      taken = allow(100);
      return new Promise<never>(() => {});
    };
    children.run('companies', talk).catch((error) => {
      ending = error.ending;
    });
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return ending;
    };
    return { after, took: () => taken!() };
  }

  test('a child of unknown or constant work is ended after its limit', async () => {
    for (const work of [() => undefined, (ms: number) => ms, (ms: number) => 3 * ms]) {
      const { after } = allowed(work);
      expect(await after(99)).toBeUndefined();
      expect(await after(101)).toBe('tiempo');
    }
  });

  test('a child has up to four times its limit by the clock while others have the processors', async () => {
    const { after } = allowed((ms) => ms / 10);
    expect(await after(399)).toBeUndefined();
    expect(await after(101)).toBe('tiempo');
  });

  test('a child without its limit is not ended; the removal of the limit returns the time taken', async () => {
    const { after, took } = allowed((ms) => ms / 2);
    await after(80);
    expect(took()).toBe(40);
    expect(await after(10_000)).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { type Batching, createBatcher } from './batcher.ts';

/** A batcher of texts, and the batches that it stored. */
function batcher(options: Partial<Batching<string, readonly string[], string>> = {}) {
  const batches: string[][] = [];
  const add = createBatcher<string, readonly string[], string>({
    sizeOf: (item) => item.length,
    mostSize: 1_000,
    async store(_, items) {
      batches.push([...items]);
      return items.map((item) => item.toUpperCase());
    },
    isOfAll: () => false,
    answer: async (_, __, done) => (at) => done[at]!,
    ...options,
  });
  return { batches, add };
}
const many = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);

test('the items of one company that arrive together are one batch, each with its own result', async () => {
  const { batches, add } = batcher();
  const results = await Promise.all([add('a', 'x'), add('a', 'y'), add('b', 'z')]);
  expect(results).toEqual(['X', 'Y', 'Z']);
  expect(batches).toEqual([['x', 'y'], ['z']]);
  await add('a', 'later');
  expect(batches.at(-1)).toEqual(['later']);
});

test('the items that arrive while a batch is stored are the next batch', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const batches: string[][] = [];
  const { add } = batcher({
    async store(_, items) {
      batches.push([...items]);
      if (batches.length === 1) await held;
      return items;
    },
  });
  const first = add('a', 'one');
  await expect.poll(() => batches.length).toBe(1);
  const others = [add('a', 'two'), add('a', 'three')];
  release();
  await Promise.all([first, ...others]);
  expect(batches).toEqual([['one'], ['two', 'three']]);
});

test('a batch has at most 64 items and the maximum size; a larger item goes alone, and no key comes twice', async () => {
  const counted = batcher();
  await Promise.all(many(150).map((item) => counted.add('a', item)));
  expect(counted.batches.map(({ length }) => length)).toEqual([64, 64, 22]);

  const weighed = batcher({ mostSize: 5 });
  await Promise.all(['aa', 'bbb', 'c', 'dddddddd', 'e'].map((item) => weighed.add('a', item)));
  expect(weighed.batches).toEqual([['aa', 'bbb'], ['c'], ['dddddddd'], ['e']]);

  const keyed = batcher({ keyOf: (item) => item[0]! });
  await Promise.all(['a1', 'b1', 'a2', 'c1'].map((item) => keyed.add('a', item)));
  expect(keyed.batches).toEqual([
    ['a1', 'b1'],
    ['a2', 'c1'],
  ]);
});

test('each item of a failed batch is tried alone, unless the error concerns them all', async () => {
  const tried: string[][] = [];
  const store = (error: Error) => async (_: string, items: readonly string[]) => {
    tried.push([...items]);
    if (items.includes('bad')) throw error;
    return items;
  };
  const alone = batcher({ store: store(new Error('bad')) });
  const results = await Promise.allSettled(['x', 'bad', 'y'].map((item) => alone.add('a', item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(tried).toEqual([['x', 'bad', 'y'], ['x'], ['bad'], ['y']]);

  tried.length = 0;
  const together = batcher({
    store: store(new Error('all')),
    isOfAll: ({ message }: Error) => message === 'all',
  } as never);
  const rejected = await Promise.allSettled(['x', 'bad'].map((item) => together.add('a', item)));
  expect(rejected.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(tried).toEqual([['x', 'bad']]);
});

test('nothing is stored again after the commit: a result that throws is that of its item alone', async () => {
  const own = batcher({
    answer: async (_, items) => (at) => {
      if (items[at] === 'bad') throw new Error('refused');
      return items[at]!;
    },
  });
  const results = await Promise.allSettled(['x', 'bad'].map((item) => own.add('a', item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(own.batches).toEqual([['x', 'bad']]);

  const broken = batcher({ answer: () => Promise.reject(new Error('journal')) });
  const all = await Promise.allSettled(['x', 'y'].map((item) => broken.add('a', item)));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(broken.batches).toEqual([['x', 'y']]);
});

import { expect, test } from 'vitest';
import { createTurns, type Release } from './turns.ts';

/** Waits for a turn of the company, then records it in `order`. Returns a slot for the release of the turn. */
const queue = (turns: ReturnType<typeof createTurns>, empresa: string, order: string[]) => {
  const slot: { release?: Release } = {};
  turns.take(empresa).then((release) => {
    order.push(empresa);
    slot.release = release;
  });
  return slot;
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a company never has more calls at once than its share', async () => {
  const order: string[] = [];
  const turns = createTurns(10, 2);
  const slots = [queue(turns, 'a', order), queue(turns, 'a', order), queue(turns, 'a', order)];
  await settle();
  expect(order).toEqual(['a', 'a']);
  slots[0]?.release?.();
  await settle();
  expect(order).toEqual(['a', 'a', 'a']);
});

test('companies that wait are served in rotation when all turns are taken', async () => {
  const order: string[] = [];
  const turns = createTurns(1, 1);
  const first = queue(turns, 'x', order);
  await settle();
  const slots = ['a', 'a', 'a', 'b', 'b', 'c'].map((empresa) => queue(turns, empresa, order));
  let next: { release?: Release } | undefined = first;
  while (next !== undefined) {
    next.release?.();
    delete next.release;
    await settle();
    next = slots.find((slot) => slot.release !== undefined);
  }
  expect(order).toEqual(['x', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('a company at its share does not hold up the others', async () => {
  const order: string[] = [];
  const turns = createTurns(3, 1);
  queue(turns, 'a', order);
  queue(turns, 'a', order);
  queue(turns, 'b', order);
  await settle();
  expect(order).toEqual(['a', 'b']);
});

test('calls never exceed the total, and no company is left out', async () => {
  const turns = createTurns(5, 3);
  let busy = 0;
  let most = 0;
  let done = 0;
  await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const release = await turns.take(`empresa-${index % 7}`);
      busy += 1;
      most = Math.max(most, busy);
      await settle();
      busy -= 1;
      done += 1;
      release();
    }),
  );
  expect({ most, done }).toEqual({ most: 5, done: 500 });
});

import { Problem } from '@timbre/refusal';
import { expect, test } from 'vitest';
import { cutList } from './cut-list.ts';

const list = ['a', 'ñ', 'c'].map((id) => ({ id }));

test('the parts of a list are the list, in its order', () => {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { part, next } = cutList(list, 'id', { limite: 2, ...(cursor && { cursor }) });
    seen.push(...part);
    cursor = next;
  } while (cursor !== undefined);
  expect(seen).toEqual(list);
  expect(cutList(list, 'id', {})).toEqual({ part: list, next: undefined });
  expect(cutList(list, 'id', { limite: 3 }).next).toBeUndefined();
});

test('a cursor of another list is refused', () => {
  expect(() => cutList(list, 'id', { cursor: 'b' })).toThrow(Problem);
});

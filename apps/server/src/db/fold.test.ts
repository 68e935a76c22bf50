import { expect, test } from 'vitest';
import { foldText, foldTyped } from './fold.ts';

test('a stored text loses its case and the marks of our letters', () =>
  expect(foldText('Peña & Güibia ÁÇ')).toBe('pena & guibia ac'));

test.each([
  ['Peña', 'pena'],
  ['Jose\u0301 Nun\u0303ez', 'jose nunez'],
  ['Škoda', 'skoda'],
])('of what a person typed every mark is dropped, also one written apart: %s', (typed, folded) =>
  expect(foldTyped(typed)).toBe(folded),
);

import { decimal, formatDecimal } from '@timbre/values';
import { expect, test } from 'vitest';
import { partsOfModified } from './late-note.ts';
import type { SaleFacts } from './sale.ts';

const names = ['gravado18', 'gravado16', 'gravado0', 'exento'] as const;
const facts = (...amounts: readonly string[]): SaleFacts =>
  Object.fromEntries(names.map((name, i) => [name, decimal(amounts[i]!)])) as unknown as SaleFacts;
const texts = (one: SaleFacts) => names.map((name) => formatDecimal(one[name], 2));

test.each([
  ['a sale at 18 %', facts('0', '0', '0', '100.01'), facts('900', '0', '0', '0'), ['100.01', '0.00', '0.00', '0.00']],
  ['an exempt sale', facts('0', '0', '0', '100.01'), facts('0', '0', '0', '900'), ['0.00', '0.00', '0.00', '100.01']],
  [
    'a sale of all parts, whose sum stays',
    facts('0', '0', '0', '100.00'),
    facts('100', '100', '50', '50'),
    ['33.33', '33.33', '16.67', '16.67'],
  ],
])('a late note without parts takes from those of %s', (_, note, modified, expected) => {
  expect(texts(partsOfModified(note, modified))).toEqual(expected);
});

test('a late note with parts of its own, or over a sale of nothing, keeps them', () => {
  const own = facts('10', '0', '0', '5');
  expect(partsOfModified(own, facts('0', '900', '0', '0'))).toBe(own);
  const bare = facts('0', '0', '0', '5');
  expect(partsOfModified(bare, facts('0', '0', '0', '0'))).toBe(bare);
});

test('the day and the flag of the note stay', () => {
  const note = { ...facts('0', '0', '0', '5'), notaTardia: true };
  expect(partsOfModified(note, facts('900', '0', '0', '0'))).toMatchObject({ notaTardia: true });
});

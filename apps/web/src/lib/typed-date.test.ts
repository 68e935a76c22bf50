import { expect, it } from 'vitest';
import { parseTypedDate } from './typed-date.ts';

it.each(['31/12/2026', '31-12-2026', '31.12.2026', ' 31 12 2026 ', '31122026', '2026-12-31'])(
  '%s is a date',
  (typed) => {
    expect(parseTypedDate(typed)).toBe('2026-12-31');
  },
);

it('the day is written first, with one digit or two', () => {
  expect(parseTypedDate('5/6/2026')).toBe('2026-06-05');
});

it.each(['', '31/12', '31/12/26', '31/13/2026', '29/02/2027', '12-2026', 'mañana'])('«%s» is no date', (typed) => {
  expect(parseTypedDate(typed)).toBeUndefined();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, formatISODate, parseFecha, readDate } from './index.ts';

test.each([
  '15/10/2026',
  '15-10-2026',
  '15.10.2026',
  '15 10 2026',
  '15102026',
  '20261015',
  '2026-10-15',
  '2026/10/15',
  '15/10/26',
  '15-oct-26',
  'octubre 15, 2026',
  'Oct. 15 2026',
  'jueves, 15 de octubre de 2026',
  'Thu, 15 Oct 2026',
  'Thu Oct 15 2026',
  '15–10–2026',
  '15\u221210\u22122026',
  '15 de octubre de 2026',
  '15-Oct-2026',
  '15/10/2026 23:59',
  '15/10/2026 11:59:00 p. m.',
  '15-10-2026 23:59:59',
  '2026-10-15T00:00:00',
  '2026-10-15T23:59:59.999-04:00',
  '2026-10-15T04:00:00.000Z',
  '46310',
  '46310.75',
  46310,
  46310.999,
  '\u200b15/10/2026\u00a0',
])('the date %j is 15-10-2026', (written) => expect(readDate(written)).toEqual({ value: '15-10-2026' }));

test.each([
  ['5/1/2026', '05-01-2026'],
  ['5-ene-2026', '05-01-2026'],
  ['5/5/26', '05-05-2026'],
  ['31/12/30', '31-12-2030'],
])('the date %s is %s', (written, value) => expect(readDate(written)).toEqual({ value }));

test('a serial number of a workbook that counts from 1904 is four years later', () => {
  expect(readDate('44848', { date1904: true })).toEqual({ value: '15-10-2026' });
});

test.each([
  ['', 'Falta la fecha'],
  ['5/10/26', '«5/10/26» puede ser 05-10-2026 o 10-05-2026'],
  ['2026-10-15T00:00:00Z', 'puede ser 15-10-2026 o 14-10-2026: escriba solo el día'],
  ['10/15/2026', 'no es una fecha: escríbala como 31/12/2026'],
  ['15/10/98', 'no es una fecha'],
  ['31/02/2026', 'no es una fecha'],
  ['15-junk-2026', 'no es una fecha'],
  ['15/10', 'no es una fecha'],
  ['12345', 'no es una fecha'],
  ['ayer', 'no es una fecha'],
  ['jueves', 'no es una fecha'],
  ['octubre 15', 'no es una fecha'],
])('the date %j is refused', (written, reason) =>
  expect(readDate(written)).toEqual({ fault: expect.stringContaining(reason) }),
);

test('«mar» is the month where no other is named, and otherwise the day of the week', () => {
  expect(readDate('mar 15 2026')).toEqual({ value: '15-03-2026' });
  expect(readDate('mar, 20 oct 2026')).toEqual({ value: '20-10-2026' });
});

test('a day is the same in each form that has it', () => {
  const first = parseFecha('01-01-2000')!;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_000 }), fc.constantFrom('/', '-', '.', ' '), (days, mark) => {
      const value = addDays(first, days);
      const [day = '', month = '', year] = value.split('-');
      const short = `${day.replace(/^0/, '')}${mark}${month.replace(/^0/, '')}${mark}${year}`;
      for (const written of [value, short, `${day}${month}${year}`, formatISODate(value), 36_526 + days])
        expect(readDate(written)).toEqual({ value });
    }),
  );
});

import { expect, test } from 'vitest';
import { findHeaders } from './index.ts';

type Fila = readonly (string | undefined)[];

/** A row knows as many columns as it has of these words, wherever they stand in its cells. */
const words = /RNC|NCF|Fecha|Total|Cuenta|Nombre/gi;
const find = (filas: readonly Fila[], within?: number) =>
  findHeaders(filas, {
    textsOf: (fila) => fila,
    countKnown: (texts) => texts.join(' ').match(words)?.length ?? 0,
    ...(within !== undefined && { within }),
  });

test('the headers are the row that knows most columns, below any titles', () => {
  const filas = [
    ['Compras con NCF'],
    ['RNC', 'NCF', 'Fecha', 'Total'],
    ['131246796', 'B0100000007', '5/10/2026', '10'],
  ];
  expect(find(filas)).toEqual({ row: filas[1], texts: filas[1], known: 4 });
  expect(find(filas, 1)).toMatchObject({ row: filas[0] });
  expect(find([])).toBeUndefined();
});

test.each([
  'RNC 131-24679-6',
  'RNC: 131246796',
  'Cédula 001-1234567-8',
  'NCF B0100000007',
  'e-NCF: E310000000005',
  'Fecha: 15/10/2026',
  'Fecha 2026-10-15',
  'Total RD$ 1,180.00',
  'Total: 1,180.00',
  '46310',
  '1101',
  '1.1.01',
])('a cell with the datum %j is never a header', (datum) => {
  const seen: boolean[] = [];
  const found = findHeaders([[datum, undefined, 'Nombre']], {
    textsOf: (fila) => fila,
    countKnown: (texts, hasData) => {
      seen.push(hasData);
      return texts.filter((text) => text !== '').length;
    },
  });
  expect([seen, found?.known, found?.texts]).toEqual([[true], 1, [datum, '', 'Nombre']]);
});

test.each([
  'RNC',
  'ITBIS 18%',
  'ITBIS sujeto a proporcionalidad (Art. 349)',
  'Total 2026',
  'Norma 10-07',
  '% 2',
  'FormaPago[1]',
  'Código (9 u 11 dígitos)',
])('the header %j is no datum', (header) =>
  expect(findHeaders([[header]], { textsOf: (fila) => fila, countKnown: (_, data) => Number(!data) })?.known).toBe(1),
);

test('the year of a balance is a header, except in the first column', () => {
  const knownOf = (fila: Fila) =>
    findHeaders([fila], { textsOf: (one) => one, countKnown: (_, data) => Number(!data) });
  expect(knownOf(['Código', 'Cuenta', '2025', '2026'])?.known).toBe(1);
  expect(knownOf(['2010', 'Cuenta por pagar'])?.known).toBe(0);
});

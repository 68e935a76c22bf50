import { expect, test } from 'vitest';
import { readPortalList } from './portal-list.ts';

test('a list of the portal is read as it is copied: from a table, a workbook or a file of text', () => {
  const list = [
    'e-NCF\tFecha de emisión\tMonto total\tEstado',
    'E310000000001\t01/03/2026\t1,180.00\tAceptado',
    'E320000000002\t01/03/2026\t590.00\tAceptado Condicional\r',
    'E330000000003;01/03/2026;"ACEPTADA CONDICIONAL"',
    '  e340000000004 | Rechazado | Código 2: el monto no cuadra',
    'Total: 4 comprobantes aceptados',
  ];
  expect(readPortalList(list.slice(0, 4).join('\n'))).toEqual([
    { linea: 2, eNCF: 'E310000000001', estado: 'aceptado' },
    { linea: 3, eNCF: 'E320000000002', estado: 'aceptado_condicional' },
    { linea: 4, eNCF: 'E330000000003', estado: 'aceptado_condicional' },
  ]);
  // A message next to the state may contradict it, so a person must settle that line.
  expect(readPortalList(list[4]!)).toEqual([{ linea: 1, eNCF: 'E340000000004', estado: null }]);
  expect(readPortalList(list[5]!)).toEqual([]);
});

test.each([
  'E310000000001 En Proceso',
  'E310000000001 No aceptado',
  'E310000000001 Pendiente de ser aceptado',
  'E310000000001 Aceptado / Rechazado',
  'E310000000001 inaceptado',
  'E310000000001 aceptados',
  'E310000000001',
])('«%s» has no verdict', (line) => {
  expect(readPortalList(line)).toEqual([{ linea: 1, eNCF: 'E310000000001', estado: null }]);
});

test.each(['E3100000000012 Aceptado', 'XE310000000001 Aceptado', 'E390000000001 Aceptado', 'B0100000001 Aceptado', ''])(
  '«%s» has no eNCF',
  (line) => {
    expect(readPortalList(line)).toEqual([]);
  },
);

test('a line with two numbers has no verdict: its state belongs to neither', () => {
  expect(readPortalList('E340000000001 E310000000002 Aceptado')).toEqual([
    { linea: 1, eNCF: 'E340000000001', estado: null },
  ]);
});

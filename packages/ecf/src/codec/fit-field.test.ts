import { expect, test } from 'vitest';
import { fieldFitter, type Written } from './fit-field.ts';

test.each([
  ['RecargoMonto', '100', '100.00'],
  ['MontoSubDescuento', '33.333333333333336', '33.33'],
  ['MontosubRecargo', '12.5', '12.50'],
  ['MontoDescuentooRecargo', '0.005', '0.01'],
  ['MontoItem', '1500.5', '1500.5'],
  ['TipoIngresos', '1', '01'],
  ['Provincia', '10000', '010000'],
  ['TipoIngresos', '9', '9'],
  ['NombreItem', '1', '1'],
])('in an e-CF, the number of %s %s is %s', { tags: ['S5-13'] }, (name, number, text) =>
  expect(fieldFitter('ECF', name)(number, 'numero')).toBe(text),
);

test('the amounts of a summary get their second decimal', () => {
  expect(fieldFitter('RFCE', 'MontoTotal')('1500.5', 'numero')).toBe('1500.50');
  expect(fieldFitter('RFCE', 'RNCEmisor')('199000005', 'numero')).toBe('199000005');
});

test.each<[name: string, text: string, fitted: string, written?: Written]>([
  ['FechaEmision', '25/11/2026', '25-11-2026'],
  ['FechaEmision', '2026-11-25', '25-11-2026'],
  ['FechaEmision', '25-11-2026 23:59:00', '25-11-2026', 'numero'],
  ['FechaEmision', '46351', '25-11-2026', 'numero'],
  ['FechaEmision', '31-02-2026', '31-02-2026'],
  ['RNCComprador', '132-11111-7', '132111117'],
  ['RNCComprador', '132111117\u00a0', '132111117'],
  ['eNCF', ' e310000000001\u200b', 'E310000000001'],
  ['NCFModificado', 'E31 0000000001', 'E310000000001'],
  ['TelefonoEmisor', '(809) 555-1234', '809-555-1234'],
  ['TelefonoEmisor', '8095551234', '809-555-1234', 'numero'],
  ['CorreoEmisor', '\u00a0a@b.example ', 'a@b.example'],
  ['TipoIngresos', '01\u00a0', '01'],
  ['TipoIngresos', '1', '01'],
  ['TipoPago', '01', '1'],
  ['TipoMoneda', ' USD', 'USD'],
  ['TipoMoneda', 'usd', 'USD'],
  ['TipoMoneda', 'US$', 'US$'],
  ['TipoAjuste', 'd', 'D'],
  ['MontoItem', ' 100.00\u00a0', '100.00'],
  ['MontoItem', '1,180.00', '1,180.00'],
  ['NombreItem', ' Pan\u00a0dulce ', ' Pan\u00a0dulce '],
  ['NombreItem', '\u00a0\u200b', ''],
  ['IndicadorMontoGravado', 'FALSO', '0', 'logico'],
  ['IndicadorMontoGravado', 'true', '1', 'logico'],
  ['IndicadorMontoGravado', 'sí', '1'],
  ['IndicadorEnvioDiferido', 'FALSO', '', 'logico'],
])('%s written «%s» is «%s»', (name, text, fitted, written = 'texto') =>
  expect(fieldFitter('ECF', name)(text, written)).toBe(fitted),
);

test.each(['NombreItem', 'IndicadorFacturacion', 'TipoPago', 'MontoItem', 'Inventado'])(
  '%s takes no yes or no',
  (name) => expect(fieldFitter('ECF', name)('true', 'logico')).toBeUndefined(),
);

test('a workbook that counts from 1904 has its own serial numbers', () =>
  expect(fieldFitter('ECF', 'FechaEmision')('44889', 'numero', { date1904: true })).toBe('25-11-2026'));

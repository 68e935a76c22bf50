import { aprobacionComercial } from '@timbre/contract';
import { textRow, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { expect, test } from 'vitest';
import { readApprovals } from './read-approvals.ts';
import { approvalColumns, approvalRow } from './testing/approvals.ts';

const rnc = '132000005';

/** The approvals of a workbook. @param attributes of each of its rows; @param columns source of its columns */
function read(attributes: readonly string[], filasOcultas: 'leer' | 'omitir', columns = '') {
  const source = attributes.map((each, i) =>
    textRow(i + 2, approvalRow(rnc, { DetalleMotivoRechazo: '' })).replace('<row', `<row${each}`),
  );
  const parts = xlsxParts({ Aprobaciones: textRow(1, approvalColumns) + source.join('') });
  const part = 'xl/worksheets/sheet1.xml';
  const bytes = zipOf({ ...parts, [part]: parts[part]!.replace('<sheetData>', `${columns}<sheetData>`) });
  const limites = aprobacionComercial.limitesDeAprobaciones;
  return readApprovals({ bytes, limites, rnc, now: Date.UTC(2026, 10, 25), asWritten: false, filasOcultas });
}

test('hidden rows are counted, and read only where they are wanted', () => {
  const rows = ['', ' hidden="1"', ' ht="0" customHeight="1"'];
  const left = read(rows, 'omitir');
  expect([left.filasOcultas, left.aprobaciones.map(({ fila }) => fila), left.errores]).toEqual([2, [2], []]);
  const all = read(rows, 'leer');
  expect([all.filasOcultas, all.aprobaciones.map(({ fila }) => fila)]).toEqual([2, [2, 3, 4]]);
  const none = read([' hidden="1"'], 'omitir');
  expect([none.filasOcultas, none.aprobaciones, none.errores]).toEqual([1, [], []]);
});

test('the hidden columns that have data are told', () => {
  const { avisos } = read(
    [''],
    'omitir',
    '<cols><col min="5" max="5" hidden="1"/><col min="8" max="9" width="0"/></cols>',
  );
  expect(avisos).toEqual([
    {
      codigo: 'LIBRO-COLUMNA',
      mensaje:
        'La hoja «Aprobaciones» tiene columnas ocultas que se leyeron: E «MontoTotal», I «FechaHoraAprobacionComercial». Si no van, bórrelas y suba el libro de nuevo',
      aviso: true,
    },
  ]);
});

import { describe, expect, inject, test } from 'vitest';
import { officialFiles, officialWorkbook, schemaErrors } from '../../testing/official.ts';
import { seeded, validTree, withSignature } from '../../testing/samples.ts';
import type { ECF, RFCE } from '../index.ts';
import { compileHeaders, readDocument, validateStructure, writeDocument, writeSheet } from '../index.ts';

const read = (headers: string[], cells: (string | undefined)[]) => compileHeaders('ECF', headers).read(cells, 14);

describe('headers', () => {
  test.each([
    ['ENCF', 'Encabezado.IdDoc.eNCF'],
    ['eNCF', 'Encabezado.IdDoc.eNCF'],
    ['NumeroContenedor ', 'Encabezado.InformacionesAdicionales.NumeroContenedor'],
    ['FormaPago[2]', 'Encabezado.IdDoc.TablaFormasPago.FormaDePago[1].FormaPago'],
    ['TelefonoEmisor[1]', 'Encabezado.Emisor.TablaTelefonoEmisor.TelefonoEmisor[1]'],
    ['TipoImpuesto[1]', 'Encabezado.Totales.ImpuestosAdicionales.ImpuestoAdicional[1].TipoImpuesto'],
    ['NumeroSubTotal', 'Subtotales.Subtotal[1].NumeroSubTotal'],
    ['NumeroLineaDoR[2]', 'DescuentosORecargos.DescuentoORecargo[1].NumeroLinea'],
    ['SubtotalOtrosImpuesto[1][1]', 'Paginacion.Pagina[1].SubtotalImpuestoAdicional.SubtotalOtrosImpuesto'],
  ])('the header «%s» is %s', (header, path) => {
    const { tree, cellOf } = read([header], ['x']);
    expect(cellOf(path)).toEqual({ row: 14, column: 1, header: header.trim() });
    const steps = path.replace(/\[(\d+)\]/g, (_, index: string) => `.${Number(index) - 1}`).split('.');
    expect(steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], tree)).toBe('x');
  });

  test('headers of no element and repeated headers are reported', () => {
    const reader = compileHeaders('ECF', [
      'CasoPrueba',
      'Observaciones',
      'ENCF',
      'eNCF',
      '',
      'NumeroLinea[10001]',
      'FormaPago[0]',
      'NumeroLinea[1][2]',
    ]);
    expect(reader.unknown).toEqual([
      { column: 2, header: 'Observaciones' },
      { column: 6, header: 'NumeroLinea[10001]' },
      { column: 7, header: 'FormaPago[0]' },
      { column: 8, header: 'NumeroLinea[1][2]' },
    ]);
    expect(reader.duplicated).toEqual([{ column: 4, header: 'eNCF' }]);
  });

  test('headers that every document needs are reported when missing', () => {
    const { missing } = compileHeaders('ECF', ['Version', 'TipoeCF']);
    expect(missing).toEqual([
      'ENCF',
      'RNCEmisor',
      'RazonSocialEmisor',
      'DireccionEmisor',
      'FechaEmision',
      'MontoTotal',
      'NumeroLinea[1]',
      'IndicadorFacturacion[1]',
      'NombreItem[1]',
      'IndicadorBienoServicio[1]',
      'CantidadItem[1]',
      'PrecioUnitarioItem[1]',
      'MontoItem[1]',
    ]);
    expect(compileHeaders('RFCE', []).missing).not.toContain('CodigoSeguridadeCF');
  });
});

describe('rows', () => {
  const lines = [
    'NumeroLinea[1]',
    'NombreItem[1]',
    'NumeroLinea[2]',
    'NombreItem[2]',
    'NumeroLinea[3]',
    'NombreItem[3]',
    'TipoImpuesto[3][2]',
  ];

  test('empty cells, blanks and «#e» are absent elements; texts stay verbatim', { tags: ['S5-12'] }, () => {
    expect(read(lines, ['1', ' Café ', '#e', undefined, '', '  ']).tree).toEqual({
      DetallesItems: { Item: [{ NumeroLinea: '1', NombreItem: ' Café ' }] },
    });
  });

  test('an additional tax of 0.00 is an absent element; other zeros stay', { tags: ['S5-12'] }, () => {
    const { tree } = read(
      [
        'TotalITBIS',
        'MontoImpuestoAdicional',
        'TipoImpuesto[1]',
        'TasaImpuestoAdicional[1]',
        'OtrosImpuestosAdicionales[1]',
      ],
      ['0.00', '0.00', '002', '2', '0'],
    );
    const ImpuestoAdicional = [{ TipoImpuesto: '002', TasaImpuestoAdicional: '2' }];
    expect(tree).toEqual({
      Encabezado: { Totales: { TotalITBIS: '0.00', ImpuestosAdicionales: { ImpuestoAdicional } } },
    });
  });

  test('skipped lines are closed up, and a fault still has its cell', () => {
    const { tree, cellOf } = read(lines, ['1', 'A', undefined, undefined, '2', 'B', '001']);
    expect(tree).toEqual({
      DetallesItems: {
        Item: [
          { NumeroLinea: '1', NombreItem: 'A' },
          {
            NumeroLinea: '2',
            NombreItem: 'B',
            TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '001' }] },
          },
        ],
      },
    });
    expect(cellOf('DetallesItems.Item[2].NombreItem')).toEqual({ row: 14, column: 6, header: 'NombreItem[3]' });
    expect(cellOf('DetallesItems.Item[2].TablaImpuestoAdicional.ImpuestoAdicional[1].TipoImpuesto')?.header).toBe(
      'TipoImpuesto[3][2]',
    );
    expect(cellOf('DetallesItems.Item[2]')?.header).toBe('NumeroLinea[3]');
    expect(cellOf('DetallesItems')?.header).toBe('NumeroLinea[1]');
    expect(cellOf('Encabezado.IdDoc.TipoPago')).toBeUndefined();
  });

  test('columns may come in any order', () => {
    const { tree } = read(['NombreItem[2]', 'NumeroLinea[2]', 'NumeroLinea[1]'], ['B', '2', '1']);
    expect(tree).toEqual({ DetallesItems: { Item: [{ NumeroLinea: '1' }, { NombreItem: 'B', NumeroLinea: '2' }] } });
  });

  test('a line without its number is left out, and this is reported', { tags: ['S5-12'] }, () => {
    const { tree, faults, cellOf } = read(lines, [undefined, 'A', '1', 'B']);
    expect(tree).toEqual({ DetallesItems: { Item: [{ NumeroLinea: '1', NombreItem: 'B' }] } });
    expect(faults).toEqual([
      {
        code: 'EXCEL-LINEA-SIN-NUMERO',
        path: 'DetallesItems.Item',
        message: 'La línea 1 tiene NombreItem pero no NumeroLinea: no se toma en cuenta',
        cell: { row: 14, column: 1, header: 'NumeroLinea[1]' },
      },
    ]);
    expect(cellOf('DetallesItems.Item[1].NombreItem')?.header).toBe('NombreItem[2]');
  });

  test('an approval gets the two decimals that its schema requires', () => {
    const reader = compileHeaders('ACEECF', ['MontoTotal']);
    const monto = (text: string) => reader.read([text], 2).tree.DetalleAprobacionComercial.MontoTotal;
    expect(['83320', '83320.5', '83320.55', 'x'].map(monto)).toEqual(['83320.00', '83320.50', '83320.55', 'x']);
  });
});

test('a sheet that is written and read gives the same documents', () => {
  const random = seeded(inject('seed'));
  const trees = (['31', '33', '34', '46'] as const).flatMap((document) =>
    [0, 0.5, 1].map((chance) => {
      const { FechaHoraFirma, ...tree } = validTree(document, chance, random) as ECF;
      return tree as ECF;
    }),
  );
  const { headers, rows } = writeSheet('ECF', trees);
  const reader = compileHeaders('ECF', headers);
  expect([reader.unknown, reader.duplicated]).toEqual([[], []]);
  expect(rows.map((cells, i) => reader.read(cells, i + 2).tree)).toEqual(trees);
});

describe.skipIf(!officialFiles)('the official workbooks', () => {
  const certificacion = officialFiles ? officialWorkbook('133009889-16042026193727') : {};
  const aprobaciones = officialFiles ? officialWorkbook('133009889-aprobacion-comercial') : {};

  /** Every text of a tree, by the header of its cell. */
  const cellsBack = (sheet: 'ECF' | 'RFCE', tree: ECF | RFCE): Record<string, string> => {
    const { headers, rows } = writeSheet(sheet, [tree as never]);
    return Object.fromEntries(headers.map((header, i) => [header, rows[0]?.[i] ?? '']));
  };

  test.each(['ECF', 'RFCE'] as const)('every header of the official workbook is understood: %s', (sheet) => {
    const { headers = [] } = certificacion[sheet] ?? {};
    const { unknown, duplicated, missing } = compileHeaders(sheet, headers);
    expect([headers.length, unknown, duplicated, missing]).toEqual([sheet === 'ECF' ? 5215 : 56, [], [], []]);
  });

  test.each(['ECF', 'RFCE'] as const)('every row of %s is a valid document with each value as in its cell', (sheet) => {
    const { headers = [], rows = [] } = certificacion[sheet] ?? {};
    const reader = compileHeaders(sheet, headers);
    expect(rows).toHaveLength(sheet === 'ECF' ? 25 : 4);
    for (const [i, row] of rows.entries()) {
      const { tree, faults } = reader.read(
        headers.map((header) => row[header]),
        i + 2,
      );
      expect(faults).toEqual([]);
      const cells = Object.fromEntries(Object.entries(row).map(([header, text]) => [header.trim(), text]));
      expect(cellsBack(sheet, tree)).toEqual(cells);
      const complete =
        sheet === 'ECF'
          ? { ...tree, FechaHoraFirma: '01-04-2026 10:00:00' }
          : { Encabezado: { ...(tree as RFCE).Encabezado, CodigoSeguridadeCF: 'aB3+/z' } };
      expect(validateStructure(sheet, complete)).toEqual([]);
      const xml = writeDocument(sheet, complete as ECF);
      expect(schemaErrors(sheet === 'RFCE' ? 'RFCE' : (row.TipoeCF as '31'), withSignature(xml))).toEqual([]);
      expect(readDocument(xml)).toMatchObject({ kind: sheet, tree: complete, faults: [] });
    }
  });

  test('every row of ACEECF is a valid approval', () => {
    const { headers, rows } = aprobaciones.ACEECF_Generadas ?? { headers: [], rows: [] };
    const reader = compileHeaders('ACEECF', headers);
    expect([reader.unknown, reader.missing, rows.length]).toEqual([[], [], 11]);
    for (const [i, row] of rows.entries()) {
      const { tree } = reader.read(
        headers.map((header) => row[header]),
        i + 2,
      );
      expect(tree.DetalleAprobacionComercial).toEqual({ ...row, MontoTotal: Number(row.MontoTotal).toFixed(2) });
      expect(validateStructure('ACECF', tree)).toEqual([]);
      expect(schemaErrors('ACECF', writeDocument('ACECF', tree))).toEqual([]);
    }
  });
});

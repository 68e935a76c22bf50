import { describe, expect, test } from 'vitest';
import { emptyLine, items, newDraft } from './draft.ts';
import { labelOf } from './labels.ts';
import { columnsOf } from './line-columns.ts';
import { cellsOf, pasteInto } from './pasted.ts';
import { listAt, type Tree } from './tree.ts';

describe('text pasted from a spreadsheet', () => {
  test('pasted text is read into rows of cells; a cell in quotes may have tabs, line breaks and quotes', () => {
    expect(cellsOf('Varilla\t2\t150.00\r\nCemento\t1\t400\n')).toEqual([
      ['Varilla', '2', '150.00'],
      ['Cemento', '1', '400'],
    ]);
    expect(cellsOf('"Tubo de 1/2"" \n largo"\t3')).toEqual([['Tubo de 1/2" \n largo', '3']]);
    expect(cellsOf('\n\n')).toEqual([]);
  });

  test('pasted cells fill columns from the cell on, as names or codes, and add the missing lines', () => {
    const columns = columnsOf('31');
    const draft = pasteInto(
      newDraft('31'),
      1,
      columns,
      cellsOf('Flete\tServicio\t2\tUnidad\tRD$ 1,500.00\t\tExento\nVarilla\tBien\t1'),
    );
    expect(listAt(draft, items)).toEqual([
      {
        ...emptyLine,
        NombreItem: 'Flete',
        IndicadorBienoServicio: '2',
        CantidadItem: '2',
        PrecioUnitarioItem: '1500.00',
        IndicadorFacturacion: '4',
      },
      { ...emptyLine, NombreItem: 'Varilla' },
    ]);
    const price = columns.slice(columns.findIndex(({ name }) => name === 'PrecioUnitarioItem'));
    const priced = pasteInto(draft, 2, price, cellsOf('99.5\n12'));
    expect(listAt(priced, items).map((line) => (line as Tree).PrecioUnitarioItem)).toEqual(['1500.00', '99.5', '12']);
  });

  test('no type has a column of withholding: it is decided for all lines together', { tags: ['SI9-2'] }, () => {
    for (const tipo of ['31', '41', '47'] as const)
      expect(columnsOf(tipo).filter(({ name }) => name.startsWith('Retencion'))).toEqual([]);
  });
});

test.each([
  ['FechaLimitePago', 'Fecha límite pago'],
  ['DireccionComprador', 'Dirección comprador'],
  ['NumeroPedidoInterno', 'Número pedido interno'],
  ['TotalITBIS1', 'Total ITBIS 1'],
  ['PaisDestino', 'País destino'],
])('%s is «%s» on the screen', (name, label) => expect(labelOf(name)).toBe(label));

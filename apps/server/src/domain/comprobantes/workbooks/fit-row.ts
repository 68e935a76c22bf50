import type { ErrorDeDocumento } from '@timbre/contract';
import type { Fit } from '@timbre/ecf';
import { quoted } from '@timbre/values';
import { columnLetters, type Row } from '@timbre/workbook';

/** A cell whose text is another in its element; undefined where the element cannot take the cell. */
interface FittedCell {
  /** From 0. */
  readonly column: number;
  readonly written: string;
  readonly fitted: string | undefined;
}

/** The cells of a row that change when they are fitted to their elements. */
export function fitCells(fits: readonly (Fit | undefined)[], row: Row, date1904: boolean): readonly FittedCell[] {
  const [numbers, booleans] = [new Set(row.numbers), new Set(row.booleans)];
  const changed: FittedCell[] = [];
  for (let column = 0; column < row.cells.length; column++) {
    const [written, fit] = [row.cells[column], fits[column]];
    if (written === undefined || fit === undefined) continue;
    const how = numbers.has(column) ? 'numero' : booleans.has(column) ? 'logico' : 'texto';
    const fitted = fit(written, how, { date1904 });
    if (fitted !== written) changed.push({ column, written, fitted });
  }
  return changed;
}

/** The error of a yes or no in an element that takes none. */
export const noYesNo = (written: string): Pick<ErrorDeDocumento, 'codigo' | 'mensaje'> => ({
  codigo: 'LIBRO-CELDA',
  mensaje: `La celda dice ${written} (verdadero o falso) y debe ser un texto o un número`,
});

/** The notice of a cell of a certification set, which is not fitted: the DGII compares its texts. */
export const notFitted = ({ written, fitted }: FittedCell): ErrorDeDocumento => ({
  codigo: 'LIBRO-AJUSTE',
  mensaje: `El formato pide «${fitted}» y la celda trae ${quoted(written)}: la fila es de un set de certificación y no se cambia. Si el set de la DGII dice «${fitted}», escríbalo en la celda como texto`,
  aviso: true,
});

/** The cells of a column that were fitted: how many, and the first of them. */
interface FittedColumn {
  readonly first: FittedCell;
  cells: number;
}

/** The columns of a sheet whose cells were fitted. */
export type FittedColumns = Map<number, FittedColumn>;

/** Counts a cell that was fitted. */
export function countFitted(columns: FittedColumns, cell: FittedCell): void {
  const column = columns.get(cell.column);
  if (column === undefined) columns.set(cell.column, { first: cell, cells: 1 });
  else column.cells++;
}

/** Maximum number of columns that a notice lists. */
const mostColumns = 20;

/** The notice of the columns of a sheet whose cells were fitted; none where nothing was. */
export function fittedNotice(
  sheet: string,
  headers: readonly string[],
  columns: FittedColumns,
): readonly ErrorDeDocumento[] {
  if (columns.size === 0) return [];
  const listed = [...columns].sort(([a], [b]) => a - b).slice(0, mostColumns);
  const texts = listed.map(([column, { first, cells }]) => {
    const count = cells === 1 ? '1 celda' : `${cells} celdas`;
    return `${headers[column]?.trim()} (${columnLetters(column)}), ${count}: ${quoted(first.written)} por «${first.fitted}»`;
  });
  const more = columns.size > mostColumns ? `; y ${columns.size - mostColumns} columnas más` : '';
  const mensaje = `En la hoja «${sheet}» se escribió como lo pide el formato lo que traen estas columnas: ${texts.join('; ')}${more}.`;
  return [{ codigo: 'LIBRO-AJUSTE', mensaje, aviso: true }];
}

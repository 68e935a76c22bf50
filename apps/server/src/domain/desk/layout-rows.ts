import { bareText } from '@timbre/values';
import { columnIndex, type Row } from '@timbre/workbook';
import type { ReceiptColumns, ReceiptField } from './receipt-headers.ts';
import type { ReceiptSheet } from './receipt-sheet.ts';

/** The first word of a row that adds up the ones above. */
const total = /^(?:sub-?|gran )?total(?:es)?\b/i;

/** Rows named in the notice. */
const mostNamed = 10;

const plain = (text: string | undefined): string => bareText(text ?? '').toLowerCase();

/** The rows of a sheet that are no receipts: sums, and the headers that a printed list repeats on each page. */
export class LayoutRows {
  readonly #columns: ReceiptColumns;
  /** The mapped columns, from 0, with their headers. */
  readonly #headers: readonly (readonly [column: number, header: string])[];
  readonly #found: number[] = [];

  constructor({ columns, columnas }: Pick<ReceiptSheet, 'columns' | 'columnas'>) {
    this.#columns = columns;
    this.#headers = columnas
      .filter(({ dato }) => dato !== null)
      .map(({ letra, encabezado }) => [columnIndex(letra), plain(encabezado)]);
  }

  /** Whether a row is one of them; it is kept for the notice. */
  take(row: Row): boolean {
    const isOne = this.#isTotal(row) || this.#repeatsHeaders(row);
    if (isOne) this.#found.push(row.number);
    return isOne;
  }

  #isTotal({ cells }: Row): boolean {
    const isTotal = (cell: string | undefined) => total.test(plain(cell));
    const says = (field: ReceiptField) => {
      const cell = cells[this.#columns.get(field) ?? -1];
      return plain(cell) !== '' && !isTotal(cell);
    };
    return !says('rnc') && !says('ncf') && !says('fecha') && cells.some(isTotal);
  }

  #repeatsHeaders({ cells }: Row): boolean {
    return this.#headers.length > 1 && this.#headers.every(([column, header]) => plain(cells[column]) === header);
  }

  /** The notice of the rows that were left out, in Spanish. */
  notices(): string[] {
    const [count, named] = [this.#found.length, this.#found.slice(0, mostNamed).join(', ')];
    if (count === 0) return [];
    const more = count > mostNamed ? ` y ${count - mostNamed} más` : '';
    return [
      count === 1
        ? `La fila ${named} es un total o repite los encabezados, y no se leyó`
        : `Las filas ${named}${more} son totales o repiten los encabezados, y no se leyeron`,
    ];
  }
}

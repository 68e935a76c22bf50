import { columnLetters, type Row, type Sheet } from './sheet.ts';

/** Columns that a notice names. */
const mostNamed = 20;

/** The hidden columns of a sheet whose data are read; noted row by row. */
export class HiddenColumns {
  readonly #sheet: Sheet;
  readonly #headers: readonly (string | undefined)[];
  /** Columns, from 0, that are hidden and read. */
  readonly #hidden: readonly number[];
  readonly #withData = new Set<number>();

  /** @param headers text of the header of each column; @param read columns, from 0, that are read */
  constructor(sheet: Sheet, headers: readonly (string | undefined)[], read: Iterable<number>) {
    const ranges = sheet.hiddenColumns ?? [];
    this.#sheet = sheet;
    this.#headers = headers;
    this.#hidden = [...read].filter((column) => ranges.some(([first, last]) => column >= first && column <= last));
  }

  /** Notes which hidden columns have data in a row under the headers. */
  see({ cells }: Pick<Row, 'cells'>): void {
    for (const column of this.#hidden) if ((cells[column] ?? '') !== '') this.#withData.add(column);
  }

  /** The notice of the hidden columns that were read, in Spanish; none if there are none. */
  notices(): readonly string[] {
    const columns = [...this.#withData].sort((a, b) => a - b);
    if (columns.length === 0) return [];
    const named = columns.slice(0, mostNamed).map((column) => {
      const header = (this.#headers[column] ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
      return `${columnLetters(column)} «${header}»`;
    });
    const more = columns.length > mostNamed ? ` y ${columns.length - mostNamed} más` : '';
    return [
      `La hoja «${this.#sheet.name.slice(0, 80)}» tiene columnas ocultas que se leyeron: ${named.join(', ')}${more}. Si no van, bórrelas y suba el libro de nuevo`,
    ];
  }
}

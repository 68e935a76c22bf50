/** A column of a file of rows. */
export interface SheetColumn<Row> {
  readonly header: string;
  /** `monto`: a decimal with a point; `fecha`: yyyy-MM-dd. */
  readonly kind: 'texto' | 'monto' | 'fecha';
  /** Width in characters, for file formats with widths. */
  readonly width: number;
  readonly of: (row: Row) => string | null;
}

/** A sheet of a workbook, with its rows in pages. */
export interface SheetSource<Row> {
  readonly name: string;
  readonly columns: readonly SheetColumn<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
}

/** Serial number of a date in a workbook, which counts days: day 25569 is 1970-01-01. @param date yyyy-MM-dd */
export const serialOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569;

/** A column of a file of rows. */
export interface SheetColumn<Row> {
  readonly header: string;
  /** `monto`: a decimal with a point; `fecha`: yyyy-MM-dd. */
  readonly kind: 'texto' | 'monto' | 'fecha';
  /** Width in characters, where the file has widths. */
  readonly width: number;
  readonly of: (row: Row) => string | null;
}

/** A cell that cannot be taken as it stands: an Excel error, a formula never computed, a text too long. */
export interface BadCell {
  /** From 0. */
  readonly column: number;
  readonly mensaje: string;
}

/** A row that has something in it. */
export interface Row {
  /** As the sheet numbers it, from 1. */
  readonly number: number;
  /** Text of each cell, by column from 0; absent and empty cells are undefined. */
  readonly cells: (string | undefined)[];
  /** Columns, from 0, whose cell holds a number and not a text. */
  readonly numbers: readonly number[];
  readonly bad: readonly BadCell[];
}

/** A sheet of a workbook, whatever the file format. */
export interface Sheet {
  readonly name: string;
  /** Rows the sheet declares, empty ones included: for progress, not for trust. */
  readonly rowCount: number;
  /** The non-empty rows, from the top. Reading again starts again. Throws LibroError. */
  rows(): Iterable<Row>;
}

/** Longest text Excel lets a cell hold, in characters. */
export const maxCellLength = 32_767;
/** Columns and rows of a sheet. */
export const maxColumns = 16_384;
export const maxRows = 1_048_576;

/** Letters of a column: 0 → `A`, 26 → `AA`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Messages of {@link BadCell}. */
export const badCell = {
  error: (text: string) => `La celda tiene un error de Excel (${text})`,
  formula: 'La fórmula no guarda su resultado: abra el libro en Excel, guárdelo y súbalo de nuevo',
  length: `El texto pasa de ${maxCellLength} caracteres`,
} as const;

import { WorkbookError } from './workbook-error.ts';

/** A cell whose value cannot be used: an Excel error, a formula that was never computed, a text that is too long. */
export interface BadCell {
  /** Index, from 0. */
  readonly column: number;
  readonly mensaje: string;
}

/** A non-empty row. */
export interface Row {
  /** Its number in the sheet, from 1. */
  readonly number: number;
  /** Text of each cell, by column from 0; absent and empty cells are undefined. */
  readonly cells: (string | undefined)[];
  /** Columns, from 0, whose cell has a number instead of a text. */
  readonly numbers: readonly number[];
  /** Columns, from 0, whose cell has a yes or no: its text is `VERDADERO` or `FALSO`. */
  readonly booleans?: readonly number[];
  /** Columns, from 0, whose number is shown in a currency other than the peso, with its mark. */
  readonly currencies?: ReadonlyMap<number, string>;
  /** Columns, from 0, whose number is shown as a percentage: its text is a hundred times what is stored. */
  readonly percents?: readonly number[];
  readonly bad: readonly BadCell[];
  /** The row is hidden, by hand or by a filter. */
  readonly hidden?: boolean;
}

/** A sheet of a workbook, in any file format. */
export interface Sheet {
  readonly name: string;
  /** The sheet is hidden. */
  readonly hidden?: boolean;
  /** Ranges of columns that are hidden, from 0, with both ends. */
  readonly hiddenColumns?: readonly (readonly [first: number, last: number])[];
  /** Serial numbers of days count from 1904; cells with the format of a date are already texts. */
  readonly date1904?: boolean;
  /** How the file was read, where a person should look at the outcome, in Spanish. */
  readonly avisos?: readonly string[];
  /** The cells are the parts of a line of text: a mark inside of one, without quotation marks, cuts it in two. */
  readonly isText?: boolean;
  /** Number of rows that the sheet declares, including empty ones; used only to show progress. */
  readonly rowCount: number;
  /** The non-empty rows, from the top. Each call starts again. Throws WorkbookError. */
  rows(): Iterable<Row>;
}

/** Longest text that Excel allows in a cell, in characters. */
export const maxCellLength = 32_767;
/** Maximum columns and rows of a sheet. */
export const maxColumns = 16_384;
/** Maximum columns of a sheet whose rows are stored whole: a row takes a place per column up to its last cell. */
export const fewColumns = 256;
export const maxRows = 1_048_576;

/** Letters of a column: 0 → `A`, 26 → `AA`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The error for a cell beyond the last column that is read. */
export const tooWide = (column: number, most: number): WorkbookError =>
  most === maxColumns
    ? new WorkbookError('LIBRO-DANADO')
    : new WorkbookError(
        'LIBRO-GRANDE',
        `Tiene datos en la columna ${columnLetters(column)} y se admiten ${most} columnas. Bórrelos y súbalo de nuevo.`,
      );

/** Messages of {@link BadCell}. */
export const badCell = {
  error: (text: string) => `La celda tiene un error de Excel (${text})`,
  formula: 'La fórmula no guarda su resultado: abra el libro en Excel, guárdelo y súbalo de nuevo',
  length: `El texto pasa de ${maxCellLength} caracteres`,
  characters: 'El texto tiene caracteres que no se admiten (NUL, o la mitad de un carácter)',
} as const;

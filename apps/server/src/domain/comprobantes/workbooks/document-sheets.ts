import type { ErrorDeDocumento } from '@timbre/contract';
import { bareHeader, compileHeaders, countHeaders, type Fit, fieldFitter, type SheetReader } from '@timbre/ecf';
import { columnLetters, findHeaderRow, HiddenColumns, type Row, type Sheet, WorkbookError } from '@timbre/workbook';
import { type FittedColumns, fitCells, fittedNotice } from './fit-row.ts';

/** A sheet of documents with its header parsed. */
export interface DocumentSheet {
  readonly kind: 'ECF' | 'RFCE';
  readonly name: string;
  readonly headers: SheetReader<'ECF' | 'RFCE'>;
  /** Header text by column, used to name cells in messages. */
  readonly headerTexts: readonly string[];
  /** Column (from 0) of CasoPrueba, which certification sets have besides the fields of the document; otherwise -1. */
  readonly casoPrueba: number;
  /** Whether a row is of a certification set of the DGII: its CasoPrueba is the issuer and the number. */
  readonly isOfSet: (row: Row) => boolean;
  /** The cells of a row that change when they are fitted to their elements. */
  readonly fit: (row: Row) => ReturnType<typeof fitCells>;
  /** The columns whose cells were fitted; filled while the rows are read. */
  readonly fitted: FittedColumns;
  /** Columns (from 0) with data under no header; filled while the rows are read. */
  readonly unheaded: Set<number>;
  /** Its hidden columns; filled while the rows are read. */
  readonly hiddenColumns: HiddenColumns;
  /** The rows under the header. */
  rows(): Iterable<Row>;
}

type SheetUse = DocumentSheet['kind'] | 'ACEECF';

/** Headers that identify a sheet with another name; letter case and white space are ignored. */
const markers: readonly (readonly [SheetUse, ...string[]])[] = [
  ['ACEECF', 'encf', 'fechahoraaprobacioncomercial'],
  ['RFCE', 'tipoecf', 'encf', 'codigoseguridadecf'],
  ['ECF', 'tipoecf', 'encf'],
];

const plain = (header: string): string => bareHeader(header).toLowerCase();

function useOf(name: string, headers: readonly string[]): SheetUse | undefined {
  const known = (['ECF', 'RFCE', 'ACEECF'] as const).find((use) => use === name.trim().toUpperCase());
  if (known !== undefined) return known;
  const present = new Set(headers.map(plain));
  return markers.find(([, ...needed]) => needed.every((header) => present.has(header)))?.[0];
}

function openSheet(sheet: Sheet, avisos: ErrorDeDocumento[]): DocumentSheet | undefined {
  const say = (mensaje: string) => avisos.push({ codigo: 'LIBRO-HOJA', mensaje, aviso: true });
  const skip = (reason: string) => {
    say(`La hoja «${brief(sheet.name)}» no se leyó: ${reason}.`);
    return undefined;
  };
  if (sheet.hidden) return skip(hiddenSheet);
  const header = findHeaderRow(sheet, (texts) => {
    const use = useOf(sheet.name, texts);
    return use === undefined ? 0 : countHeaders(use, texts);
  });
  if (header === undefined) return skip('está vacía');
  const { row, texts: headerTexts, hasData } = header;
  const kind = useOf(sheet.name, headerTexts);
  if (kind === 'ACEECF') return skip('se usa en Aprobación Comercial');
  if (kind === undefined) return skip('su fila de encabezados no es de e-CF ni de RFCE');
  if (!hasData) return skip('solo tiene la fila de encabezados');
  if (row.number > 1)
    say(
      `La hoja «${brief(sheet.name)}» tiene los encabezados en la fila ${row.number}: lo que está encima no se leyó.`,
    );
  return documentSheet(sheet, kind, row.number, headerTexts);
}

const hiddenSheet = 'está oculta. Si trae comprobantes, muéstrela en Excel y suba el libro de nuevo';

function documentSheet(
  sheet: Sheet,
  kind: DocumentSheet['kind'],
  headerRow: number,
  headerTexts: readonly string[],
): DocumentSheet {
  const names = headerTexts.map(plain);
  const headers = compileHeaders(kind, headerTexts);
  const unheaded = new Set<number>();
  const blank = names.flatMap((name, column) => (name === '' ? [column] : []));
  const unread = new Set(headers.unknown.map(({ column }) => column - 1));
  const read = names.flatMap((name, column) => (name === '' || unread.has(column) ? [] : [column]));
  const hiddenColumns = new HiddenColumns(sheet, headerTexts, read);
  const fits = names.map((name, column): Fit | undefined =>
    name === '' || unread.has(column) ? undefined : fieldFitter(kind, name.replace(/\[.*/, '')),
  );
  const [casoPrueba, rnc, eNCF] = ['casoprueba', 'rncemisor', 'encf'].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
  ];
  return {
    kind,
    name: brief(sheet.name),
    headers,
    headerTexts,
    casoPrueba,
    isOfSet: ({ cells }) =>
      cells[casoPrueba] !== undefined && cells[casoPrueba] === `${cells[rnc] ?? ''}${cells[eNCF] ?? ''}`,
    fit: (row) => fitCells(fits, row, sheet.date1904 === true),
    fitted: new Map(),
    unheaded,
    hiddenColumns,
    *rows() {
      for (const row of sheet.rows()) {
        if (row.number <= headerRow) continue;
        hiddenColumns.see(row);
        for (const column of blank) if (row.cells[column] !== undefined) unheaded.add(column);
        for (let column = names.length; column < row.cells.length; column++)
          if (row.cells[column] !== undefined) unheaded.add(column);
        yield row;
      }
    },
  };
}

/** The notices of a sheet whose rows were read: columns that were fitted, hidden ones, and data that no header names. */
export function noticesOf(sheet: DocumentSheet): readonly ErrorDeDocumento[] {
  const { name, headerTexts, fitted, hiddenColumns } = sheet;
  const columns = [...hiddenColumns.notices(), ...unheadedNotice(sheet)];
  return [
    ...fittedNotice(name, headerTexts, fitted),
    ...columns.map((mensaje) => ({ codigo: 'LIBRO-COLUMNA', mensaje, aviso: true })),
  ];
}

function unheadedNotice({ name, unheaded }: DocumentSheet): readonly string[] {
  if (unheaded.size === 0) return [];
  const letters = [...unheaded].sort((a, b) => a - b).map(columnLetters);
  const columns = letters.length === 1 ? `la columna ${letters[0]}` : `las columnas ${listed(letters)}`;
  return [`En la hoja «${name}», lo que hay en ${columns} no se leyó: no tiene encabezado.`];
}

/** Maximum number of notices of unknown columns in one sheet. */
const mostNotices = 50;

const brief = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

const listed = (names: readonly string[]) =>
  names.length <= 20 ? names.join(', ') : `${names.slice(0, 20).join(', ')} y ${names.length - 20} más`;

/**
 * Finds the sheets of documents: those named ECF or RFCE, and any others with their headers. Hidden sheets are not read.
 *
 * @param avisos receives notices about the sheets and columns that are not read
 * @returns the sheets of e-CF first
 * @throws WorkbookError LIBRO-VACIO, LIBRO-ENCABEZADO, LIBRO-COLUMNA-REPETIDA, or any error of reading a sheet
 */
export function findDocumentSheets(sheets: readonly Sheet[], avisos: ErrorDeDocumento[]): DocumentSheet[] {
  const documentSheets = sheets.flatMap((sheet) => openSheet(sheet, avisos) ?? []);
  if (documentSheets.length === 0) {
    const hidden = sheets.filter((sheet) => sheet.hidden).map(({ name }) => `«${brief(name)}»`);
    throw new WorkbookError('LIBRO-VACIO', hidden.length === 0 ? undefined : `Hojas ocultas: ${listed(hidden)}.`);
  }
  for (const { kind, name, headers } of documentSheets) {
    const { missing, duplicated, unknown } = headers;
    if (missing.length > 0)
      throw new WorkbookError('LIBRO-ENCABEZADO', `En la hoja «${name}» faltan: ${listed(missing)}.`);
    if (duplicated.length > 0) {
      const columns = duplicated.map(({ column, header }) => `${brief(header)} (${columnLetters(column - 1)})`);
      throw new WorkbookError('LIBRO-COLUMNA-REPETIDA', `En la hoja «${name}»: ${listed(columns)}.`);
    }
    for (const { column, header } of unknown.slice(0, mostNotices)) {
      const place = `La columna ${columnLetters(column - 1)} («${brief(header)}») de la hoja «${name}»`;
      avisos.push({ codigo: 'LIBRO-COLUMNA', mensaje: `${place} no es del formato ${kind}: no se leyó.`, aviso: true });
    }
    if (unknown.length > mostNotices) {
      const mensaje = `La hoja «${name}» tiene ${unknown.length - mostNotices} columnas más que no son del formato ${kind}.`;
      avisos.push({ codigo: 'LIBRO-COLUMNA', mensaje, aviso: true });
    }
  }
  return documentSheets.sort((a, b) => Number(a.kind === 'RFCE') - Number(b.kind === 'RFCE'));
}

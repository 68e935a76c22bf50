import type { ErrorDeDocumento } from '@timbre/contract';
import { compileHeaders, numberFitter, type SheetReader } from '@timbre/ecf';
import { columnLetters, type Row, type Sheet, WorkbookError } from '@timbre/workbook';

/** A sheet of documents with its header parsed. */
export interface DocumentSheet {
  readonly kind: 'ECF' | 'RFCE';
  readonly name: string;
  readonly headers: SheetReader<'ECF' | 'RFCE'>;
  /** Header text by column, used to name cells in messages. */
  readonly headerTexts: readonly string[];
  /** Column (from 0) of CasoPrueba, which certification sets have besides the fields of the document; otherwise -1. */
  readonly casoPrueba: number;
  /** The rows under the header. */
  rows(): Iterable<Row>;
}

type SheetUse = DocumentSheet['kind'] | 'ACEECF';

/** Headers that identify a sheet with another name; letter case and surrounding white space are ignored. */
const markers: readonly (readonly [SheetUse, ...string[]])[] = [
  ['ACEECF', 'encf', 'fechahoraaprobacioncomercial'],
  ['RFCE', 'tipoecf', 'encf', 'codigoseguridadecf'],
  ['ECF', 'tipoecf', 'encf'],
];

function useOf(name: string, headers: readonly string[]): SheetUse | undefined {
  const known = (['ECF', 'RFCE', 'ACEECF'] as const).find((use) => use === name.trim().toUpperCase());
  if (known !== undefined) return known;
  const present = new Set(headers.map((header) => header.trim().toLowerCase()));
  return markers.find(([, ...needed]) => needed.every((header) => present.has(header)))?.[0];
}

function openSheet(sheet: Sheet, avisos: ErrorDeDocumento[]): DocumentSheet | undefined {
  const skip = (reason: string) => {
    avisos.push({
      codigo: 'LIBRO-HOJA',
      mensaje: `La hoja «${brief(sheet.name)}» no se leyó: ${reason}.`,
      aviso: true,
    });
    return undefined;
  };
  let header: Row | undefined;
  let hasData = false;
  for (const row of sheet.rows()) {
    hasData = header !== undefined;
    if (hasData) break;
    header = row;
  }
  if (header === undefined) return skip('está vacía');
  const headerTexts = header.cells.map((text) => text ?? '');
  const kind = useOf(sheet.name, headerTexts);
  if (kind === 'ACEECF') return skip('se usa en Aprobación Comercial');
  if (kind === undefined) return skip('su fila de encabezados no es de e-CF ni de RFCE');
  if (!hasData) return skip('solo tiene la fila de encabezados');
  const headerRow = header.number;
  const fitters = headerTexts.map((header) => numberFitter(kind, header.trim().replace(/\[.*/, '')));
  return {
    kind,
    name: brief(sheet.name),
    headers: compileHeaders(kind, headerTexts),
    headerTexts,
    casoPrueba: headerTexts.findIndex((header) => header.trim().toLowerCase() === 'casoprueba'),
    *rows() {
      for (const row of sheet.rows()) {
        if (row.number <= headerRow) continue;
        for (const column of row.numbers)
          row.cells[column] = fitters[column]?.(row.cells[column]!) ?? row.cells[column];
        yield row;
      }
    },
  };
}

/** Maximum number of notices of unknown columns in one sheet. */
const mostNotices = 50;

const brief = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

const listed = (names: readonly string[]) =>
  names.length <= 20 ? names.join(', ') : `${names.slice(0, 20).join(', ')} y ${names.length - 20} más`;

/**
 * Finds the sheets of documents: those named ECF or RFCE, and any others with their headers.
 *
 * @param avisos receives notices about the sheets and columns that are not read
 * @returns the sheets of e-CF first
 * @throws WorkbookError LIBRO-VACIO, LIBRO-ENCABEZADO, LIBRO-COLUMNA-REPETIDA, or any error of reading a sheet
 */
export function findDocumentSheets(sheets: readonly Sheet[], avisos: ErrorDeDocumento[]): DocumentSheet[] {
  const documentSheets = sheets.flatMap((sheet) => openSheet(sheet, avisos) ?? []);
  if (documentSheets.length === 0) throw new WorkbookError('LIBRO-VACIO');
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

import type { importacion } from '@timbre/contract';
import { isUnkeepable, keepable } from '../../../platform/input/plain-text.ts';
import { LibroError } from './libro-error.ts';
import { openOle } from './ole.ts';
import { badCell, maxColumns, type Row, type Sheet } from './sheet.ts';
import { openXls } from './xls.ts';
import { openXlsx } from './xlsx.ts';
import { openZip } from './zip.ts';

/** Limits of a workbook's size; passed in rather than imported, because the contract takes long to load in a worker. */
export type Limites = Readonly<Record<keyof typeof importacion.limitesDelLibro, number>>;

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);

/**
 * Opens a workbook by its content, whatever its name.
 *
 * @param bytes the whole file as it was uploaded
 * @param limites bytes it may have, packed and unpacked
 * @param mostColumns of a row
 * @returns its worksheets in the order of their tabs
 * @throws LibroError
 */
export function openWorkbook(bytes: Buffer, limites: Limites, mostColumns = maxColumns): Sheet[] {
  if (bytes.length > limites.bytes) {
    throw new LibroError('LIBRO-GRANDE', `Supera ${limites.bytes / (1024 * 1024)} MB.`);
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const zip = openZip(bytes, limites.descomprimido);
    if (!zip.has('[Content_Types].xml')) throw new LibroError('LIBRO-TIPO');
    return openXlsx(zip, mostColumns).map(keepableSheet);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const streams = openOle(bytes);
    // A workbook with a password is an OLE file that contains the encrypted package.
    if (streams.has('encryptedpackage')) throw new LibroError('LIBRO-CLAVE');
    const workbook = streams.get('workbook') ?? streams.get('book');
    if (workbook !== undefined) return openXls(workbook()).map(keepableSheet);
  }
  throw new LibroError('LIBRO-TIPO');
}

/** The sheet with cells that have characters which cannot be stored marked as bad. */
const keepableSheet = (sheet: Sheet): Sheet => ({
  name: keepable(sheet.name),
  rowCount: sheet.rowCount,
  *rows() {
    for (const row of sheet.rows()) yield keepableRow(row);
  },
});

function keepableRow(row: Row): Row {
  const columns = row.cells.flatMap((text, column) => (text !== undefined && isUnkeepable(text) ? [column] : []));
  if (columns.length === 0) return row;
  for (const column of columns) row.cells[column] = keepable(row.cells[column] ?? '');
  return { ...row, bad: [...row.bad, ...columns.map((column) => ({ column, mensaje: badCell.characters }))] };
}

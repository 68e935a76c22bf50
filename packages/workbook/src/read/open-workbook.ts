import { isUnkeepable, keepable } from '@timbre/values';
import { openZip } from '../zip/open-zip.ts';
import { openOle } from './open-ole.ts';
import { openXls } from './open-xls.ts';
import { openXlsx } from './open-xlsx.ts';
import { badCell, maxColumns, type Row, type Sheet } from './sheet.ts';
import { WorkbookError } from './workbook-error.ts';

/** Limits of a workbook's size in bytes: of the file, and of its unpacked parts. */
export interface WorkbookLimits {
  readonly bytes: number;
  readonly descomprimido: number;
}

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);

/**
 * Opens a workbook by its content, regardless of its name.
 *
 * @param bytes the whole file as uploaded
 * @param limites maximum bytes, packed and unpacked
 * @param mostColumns maximum columns of a row
 * @returns its worksheets in the order of their tabs
 * @throws WorkbookError
 */
export function openWorkbook(bytes: Buffer, limites: WorkbookLimits, mostColumns = maxColumns): Sheet[] {
  if (bytes.length > limites.bytes) {
    throw new WorkbookError('LIBRO-GRANDE', `Supera ${limites.bytes / (1024 * 1024)} MB.`);
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const zip = openZip(bytes, limites.descomprimido);
    if (!zip.has('[Content_Types].xml')) throw new WorkbookError('LIBRO-TIPO');
    return openXlsx(zip, mostColumns).map(keepableSheet);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const streams = openOle(bytes);
    // A workbook with a password is an OLE file that contains the encrypted package.
    if (streams.has('encryptedpackage')) throw new WorkbookError('LIBRO-CLAVE');
    const workbook = streams.get('workbook') ?? streams.get('book');
    if (workbook !== undefined) return openXls(workbook()).map(keepableSheet);
  }
  throw new WorkbookError('LIBRO-TIPO');
}

/** A sheet that marks cells with characters that cannot be stored as bad. */
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

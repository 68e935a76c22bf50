import { isUnkeepable, keepable } from '@timbre/values';
import { openZip } from '../zip/open-zip.ts';
import { nameOfFile, nameOfPackage } from './name-file.ts';
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

/** Whether a file begins as a workbook of Excel 2, 3 or 4. @source [MS-XLS] 2.4.21, BOF, and its forms before BIFF5 */
const isBeforeOle = (bytes: Buffer): boolean =>
  bytes[0] === 0x09 &&
  [0x00, 0x02, 0x04].includes(bytes[1] ?? 1) &&
  [0x04, 0x06].includes(bytes[2] ?? 0) &&
  bytes[3] === 0;

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
    if (!zip.has('[Content_Types].xml') || zip.has('word/document.xml'))
      throw new WorkbookError('LIBRO-TIPO', nameOfPackage(zip));
    return openXlsx(zip, mostColumns).map(keepableSheet);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const streams = openOle(bytes);
    // A workbook with a password is an OLE file that contains the encrypted package.
    if (streams.has('encryptedpackage')) throw new WorkbookError('LIBRO-CLAVE');
    const workbook = streams.get('workbook') ?? streams.get('book');
    if (workbook !== undefined) return openXls(workbook()).map(keepableSheet);
  }
  if (isBeforeOle(bytes)) throw new WorkbookError('LIBRO-ANTIGUO');
  throw new WorkbookError('LIBRO-TIPO', nameOfFile(bytes));
}

/** A sheet that marks cells with characters that cannot be stored as bad. */
const keepableSheet = (sheet: Sheet): Sheet => ({
  ...sheet,
  name: keepable(sheet.name),
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

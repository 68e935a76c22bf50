import { isUnkeepable, keepable } from '@timbre/values';
import { openZip, type Zip } from '../zip/open-zip.ts';
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
    if (!zip.has('[Content_Types].xml')) throw new WorkbookError('LIBRO-TIPO', nameOfPackage(zip));
    return openXlsx(zip, mostColumns).map(keepableSheet);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const streams = openOle(bytes);
    // A workbook with a password is an OLE file that contains the encrypted package.
    if (streams.has('encryptedpackage')) throw new WorkbookError('LIBRO-CLAVE');
    const workbook = streams.get('workbook') ?? streams.get('book');
    if (workbook !== undefined) return openXls(workbook()).map(keepableSheet);
  }
  throw new WorkbookError('LIBRO-TIPO', nameOfFile(bytes));
}

/** Packages that other programs use for their workbooks, by the part that each has. */
const packages = [
  ['mimetype', 'Es un libro de LibreOffice (.ods).'],
  ['index/document.iwa', 'Es un libro de Numbers (.numbers).'],
] as const;

const nameOfPackage = (zip: Zip): string | undefined => packages.find(([part]) => zip.has(part))?.[1];

/** Files that have the name of a workbook without being one, by their beginning. */
const beginnings: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/urn:schemas-microsoft-com:office:spreadsheet/, 'Es una hoja XML de Excel 2003.'],
  [/^\s*<(?:!doctype html|html|table|meta|head|body|div|style)\b/i, 'Es una página web (HTML) con nombre de libro.'],
  [/^%PDF/, 'Es un PDF.'],
  [/^[^\0<]*[\t;,][^\0<]*$/, 'Es un texto con nombre de libro: póngale un nombre terminado en .csv.'],
];

/** How many bytes of the beginning of a file are looked at. */
const looked = 2_048;

const nameOfFile = (bytes: Buffer): string | undefined => {
  const start = bytes.toString(startsWith(bytes, 0xff, 0xfe) ? 'utf16le' : 'latin1', 0, looked);
  return beginnings.find(([beginning]) => beginning.test(start.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, '')))?.[1];
};

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

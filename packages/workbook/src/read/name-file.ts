import type { Zip } from '../zip/open-zip.ts';
import { WorkbookError } from './workbook-error.ts';

/** Packages of other programs, by a part that each has. */
const packages = [
  ['mimetype', 'Es un libro de LibreOffice (.ods).'],
  ['index/document.iwa', 'Es un libro de Numbers (.numbers).'],
  ['index.zip', 'Es un libro de Numbers (.numbers).'],
] as const;

/** Files of other programs, by their beginning. None of them is a text of separated values. */
const beginnings: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/urn:schemas-microsoft-com:office:spreadsheet/, 'Es una hoja XML de Excel 2003.'],
  [/urn:oasis:names:tc:opendocument/, 'Es una hoja de LibreOffice (.fods).'],
  [/^\s*<(?:!doctype html|html|table|meta|head|body|div|style)\b/i, 'Es una página web (HTML) con nombre de libro.'],
  [/^(?:MIME-Version:|Content-Type: multipart\/)/i, 'Es una página web guardada (.mht).'],
  [/^\s*</, 'Es un XML.'],
  [/^%PDF/, 'Es un PDF.'],
  [/^\{\\rtf/, 'Es un texto con formato (.rtf).'],
  [/^ID;P\w*(?:;[NE])*\r?\n(?:P;P|[BCF];[XYPD])/, 'Es una hoja SYLK (.slk).'],
  [
    /^\s*\{[^{]*"https:\/\/docs\.google\.com\//,
    'Es un enlace de Google Sheets: abra la hoja y descárguelo como .xlsx.',
  ],
  [/^\s*[[{]\s*["[{]/, 'Es un JSON.'],
  [/^\p{Cc}[^\0]{1,54} {20}/u, 'Es la marca de un libro que está abierto (~$): suba el libro.'],
  [/^(?:\p{Cc}\u008b|Rar!|7z\u00bc\u00af)/u, 'Es un archivo comprimido: saque de él el libro y súbalo.'],
];

/** Texts of separated values that have the name of a workbook. */
const separated = /^[^\0<]*[\t;,][^\0<]*$/;

/** How many bytes of the beginning of a file are looked at. */
const looked = 2_048;

function beginningOf(bytes: Buffer): string {
  const start = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1', 0, looked);
  return start.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, '');
}

const nameOfStart = (start: string): string | undefined => beginnings.find(([beginning]) => beginning.test(start))?.[1];

/** The name of a package that is no workbook, in Spanish; undefined if it is not known. */
export function nameOfPackage(zip: Zip): string | undefined {
  const known = packages.find(([part]) => zip.has(part))?.[1];
  if (known !== undefined) return known;
  if (zip.has('word/document.xml')) return 'Es un documento de Word (.docx).';
  return zip.has('[Content_Types].xml') ? undefined : 'Es un archivo comprimido: saque de él el libro y súbalo.';
}

/** The name of a file that is no workbook, in Spanish; undefined if it is not known. */
export function nameOfFile(bytes: Buffer): string | undefined {
  const start = beginningOf(bytes);
  const name = nameOfStart(start);
  if (/^\s*$/.test(start)) return 'Está vacío.';
  if (name !== undefined || !separated.test(start)) return name;
  return 'Es un texto con nombre de libro: póngale un nombre terminado en .csv.';
}

/** Refuses a file with the name of a text that is the file of another program. @throws WorkbookError LIBRO-TIPO */
export function refuseNamed(bytes: Buffer): void {
  const name = nameOfStart(beginningOf(bytes));
  if (name !== undefined) throw new WorkbookError('LIBRO-TIPO', name);
}

import { isCellError } from '@timbre/values';
import { refuseNamed } from './name-file.ts';
import { badCell, maxCellLength, maxColumns, type Row, type Sheet, tooWide } from './sheet.ts';
import { type Decoded, decodeSingleByte } from './single-byte.ts';
import { WorkbookError } from './workbook-error.ts';

/** The beginning of a text, in which the separator is searched. */
const looked = { lines: 20, characters: 100_000 } as const;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Opens a text of separated values as a sheet. The separator is the one of comma, semicolon and tab that makes the most
 * cells in one of the first lines: titles may stand above the headers. UTF-8 and UTF-16 are read ("Texto Unicode" of Excel
 * is the latter); any other file in the table of Windows, MS-DOS or Mac that its letters fit. Errors of formulas are bad
 * cells, as in a workbook.
 *
 * @param bytes the whole file
 * @param mostColumns maximum columns of a row
 * @throws WorkbookError LIBRO-TIPO if it is not text or that of another program, LIBRO-CODIFICACION; its rows throw LIBRO-DANADO, LIBRO-GRANDE
 */
export function openCsv(bytes: Buffer, mostColumns = maxColumns): Sheet {
  refuseNamed(bytes);
  const { text, aviso } = decodeText(bytes);
  const lines = text.slice(0, looked.characters).split(/\r?\n/, looked.lines);
  const count = (separator: string) => Math.max(...lines.map((line) => line.split(separator).length));
  const separator = [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
  return {
    name: 'CSV',
    isText: true,
    ...(aviso !== undefined && { avisos: [aviso] }),
    rowCount: text.split('\n').length,
    rows: () => readRows(text, separator, mostColumns),
  };
}

/**
 * The text of a file: UTF-8 or, with its mark, UTF-16; any other bytes are in the table of Windows, as Excel writes them,
 * of MS-DOS or of old Macs, whichever their letters with accents fit.
 *
 * @throws WorkbookError LIBRO-TIPO if it is not text; LIBRO-CODIFICACION, LIBRO-DANADO
 */
export function decodeText(bytes: Buffer): Decoded {
  const text = unicodeText(bytes);
  return text === undefined ? textOf(bytes) : { text };
}

/** Encodings of 16 bits, by the byte order mark with which a file begins. */
const unicode = [
  [[0xff, 0xfe], new TextDecoder('utf-16le', { fatal: true })],
  [[0xfe, 0xff], new TextDecoder('utf-16be', { fatal: true })],
] as const;

/** The text of a file in UTF-16; undefined if it does not begin with the mark. @throws WorkbookError LIBRO-DANADO */
function unicodeText(bytes: Buffer): string | undefined {
  const utf16 = unicode.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  try {
    return utf16?.decode(bytes);
  } catch {
    throw new WorkbookError('LIBRO-DANADO', 'Es un texto UTF-16 incompleto.');
  }
}

const beginsAs = (bytes: Buffer, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
/** Whether a file begins as an .xlsx or an .xls. */
const isPackage = (bytes: Buffer) => beginsAs(bytes, 0x50, 0x4b, 3, 4) || beginsAs(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** Letters of UTF-8 as bytes, also overlong ones: no text in Windows-1252 has these pairs. */
const mixed = /[\u00c0\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u0080[\u0090-\u00a6]/;

/** A file without what programs of DOS write after its text: the mark of its end, and the rest of its last block. */
function withoutEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 0x1a)) end -= 1;
  return bytes.subarray(0, end);
}

function textOf(file: Buffer): Decoded {
  const bytes = withoutEnd(file);
  if (isPackage(bytes))
    throw new WorkbookError(
      'LIBRO-TIPO',
      'Es un libro de Excel con nombre de texto: póngale un nombre terminado en .xlsx o .xls.',
    );
  if (bytes.includes(0))
    throw new WorkbookError('LIBRO-TIPO', 'Si es un texto, está en UTF-16 sin su marca: guárdelo como «CSV UTF-8».');
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    if (beginsAs(bytes, 0xef, 0xbb, 0xbf) || mixed.test(bytes.toString('latin1')))
      throw new WorkbookError(
        'LIBRO-CODIFICACION',
        'Parte del texto está en UTF-8 y parte en otra codificación. Guárdelo como «CSV UTF-8».',
      );
    return decodeSingleByte(bytes.toString('latin1'));
  }
}

/** A text that a program wrote as a formula, so that Excel keeps its zeros: `="00123"`. */
const writtenAsFormula = /^="([^"]*)"$/;

/** The non-empty rows, numbered as in a spreadsheet: line breaks inside cells do not count. */
function* readRows(text: string, separator: string, mostColumns: number): Iterable<Row> {
  let [at, number] = [0, 0];
  while (at < text.length) {
    number += 1;
    const cells: (string | undefined)[] = [];
    for (;;) {
      const { value, end } = text[at] === '"' ? quoted(text, at) : bare(text, at, separator);
      if (value.length > maxCellLength) throw new WorkbookError('LIBRO-DANADO');
      if (cells.length === mostColumns) throw tooWide(mostColumns, mostColumns);
      const written = writtenAsFormula.exec(value)?.[1] ?? value;
      cells.push(written === '' ? undefined : written);
      at = end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    const bad = cells.flatMap((cell, column) =>
      cell !== undefined && isCellError(cell) ? [{ column, mensaje: badCell.error(cell) }] : [],
    );
    if (cells.some((cell) => cell !== undefined)) yield { number, cells, numbers: [], bad };
  }
}

function bare(text: string, from: number, separator: string): { readonly value: string; readonly end: number } {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1;
  return { value: text.slice(from, end).trim(), end };
}

/** Reads a cell between quotation marks. A doubled mark inside is one mark of its text. */
function quoted(text: string, from: number): { readonly value: string; readonly end: number } {
  let value = '';
  for (let at = from + 1; ; ) {
    const mark = text.indexOf('"', at);
    if (mark < 0) throw new WorkbookError('LIBRO-DANADO', 'Una comilla no se cierra.');
    value += text.slice(at, mark);
    if (text[mark + 1] !== '"') {
      if (!/^[,;\t\r\n]?$/.test(text[mark + 1] ?? ''))
        throw new WorkbookError('LIBRO-DANADO', 'Una comilla no se cierra.');
      return { value: value.trim(), end: mark + 1 };
    }
    value += '"';
    at = mark + 2;
  }
}

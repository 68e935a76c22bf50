import { maxCellLength, maxColumns, type Row, type Sheet, tooWide } from './sheet.ts';
import { WorkbookError } from './workbook-error.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Opens a text of separated values as a sheet. The separator is the most frequent of comma, semicolon and tab in the
 * first line. A file that is not UTF-8 is read as Latin 1, as written by older versions of Excel.
 *
 * @param bytes the whole file
 * @param mostColumns maximum columns of a row
 * @throws WorkbookError LIBRO-TIPO if it is not text; its rows throw LIBRO-DANADO, LIBRO-GRANDE
 */
export function openCsv(bytes: Buffer, mostColumns = maxColumns): Sheet {
  if (bytes.includes(0)) throw new WorkbookError('LIBRO-TIPO');
  const text = textOf(bytes);
  const firstLine = /^[^\r\n]*/.exec(text)![0];
  const count = (separator: string) => firstLine.split(separator).length;
  const separator = [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
  return { name: 'CSV', rowCount: text.split('\n').length, rows: () => readRows(text, separator, mostColumns) };
}

function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

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
      cells.push(value === '' ? undefined : value);
      at = end;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    if (cells.some((cell) => cell !== undefined)) yield { number, cells, numbers: [], bad: [] };
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

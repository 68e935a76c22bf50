import { WorkbookError } from '../read/workbook-error.ts';
import { columnIndex } from './columns.ts';

/** A cell of a sheet, as source text. */
export interface CellSource {
  readonly letter: string;
  readonly xml: string;
}

/** A row of a sheet, as source text. */
export interface RowSource {
  readonly number: number;
  /** Its attributes, each after a blank, without its number and the columns that it spans. */
  readonly attributes: string;
  readonly cells: readonly CellSource[];
}

/** A sheet split at its rows. */
export interface SheetSource {
  /** The source up to `<sheetData>`, inclusive. */
  readonly before: string;
  readonly rows: readonly RowSource[];
  /** The source from `</sheetData>` on. */
  readonly after: string;
}

const [open, close] = ['<sheetData>', '</sheetData>'];
const unread = () => new WorkbookError('LIBRO-DANADO', 'Su hoja no está escrita como Excel la escribe.');

/**
 * Splits the source of a sheet at its rows, in the form in which Excel writes them. The source is unchanged, so that
 * parts that are not replaced can be written back as they were.
 *
 * @throws WorkbookError LIBRO-DANADO if it has any other form
 */
export function cutSheet(xml: string): SheetSource {
  const [start, end] = [xml.indexOf(open), xml.lastIndexOf(close)];
  if (start < 0 || end < start) throw unread();
  const rows: RowSource[] = [];
  for (let at = start + open.length; at < end; ) {
    const next = xml.indexOf('<row ', at);
    if (next < 0 || next >= end) break;
    const tagEnd = xml.indexOf('>', next);
    if (tagEnd < 0) throw unread();
    const isEmpty = xml[tagEnd - 1] === '/';
    const rowEnd = isEmpty ? tagEnd + 1 : xml.indexOf('</row>', tagEnd);
    if (rowEnd < 0 || rowEnd > end) throw unread();
    const attributes = xml.slice(next + 4, isEmpty ? tagEnd - 1 : tagEnd);
    const number = Number(/ r="(\d{1,7})"/.exec(attributes)?.[1]);
    if (!(number > (rows.at(-1)?.number ?? 0))) throw unread();
    rows.push({
      number,
      attributes: attributes.replace(/ (?:r|spans)="[^"]*"/g, '').trimEnd(),
      cells: isEmpty ? [] : cutCells(xml.slice(tagEnd + 1, rowEnd)),
    });
    at = isEmpty ? rowEnd : rowEnd + '</row>'.length;
  }
  return { before: xml.slice(0, start + open.length), rows, after: xml.slice(end) };
}

function cutCells(xml: string): CellSource[] {
  return xml
    .split(/(?=<c[ />])/)
    .filter((source) => source.trim() !== '')
    .map((source) => {
      const letter = /^<c(?: [^>]*?)? r="([A-Z]{1,3})\d+"/.exec(source)?.[1];
      if (letter === undefined) throw unread();
      return { letter, xml: source };
    });
}

/** Attribute `s` of a cell. */
export const styleOf = ({ xml }: CellSource): string | undefined => /^<c[^>]*? s="(\d+)"/.exec(xml)?.[1];

/** The cells of a row with one cell inserted or replaced. */
export function withCell(cells: readonly CellSource[], cell: CellSource): CellSource[] {
  const at = columnIndex(cell.letter);
  return [
    ...cells.filter(({ letter }) => columnIndex(letter) < at),
    cell,
    ...cells.filter(({ letter }) => columnIndex(letter) > at),
  ];
}

/** The source of a row. */
export const rowXml = (number: number, attributes: string, cells: string): string =>
  `<row r="${number}"${attributes}>${cells}</row>`;

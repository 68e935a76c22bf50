import { columnLetters } from '../read/sheet.ts';
import { writeZip } from '../zip/write-zip.ts';
import { type SheetColumn, type SheetSource, serialOf } from './column.ts';
import { cellText, head, main, workbookParts } from './workbook-parts.ts';

/**
 * Writes pages of rows as a workbook of one sheet, as they arrive: amounts are numbers, dates are dates, the heading
 * stays visible and has filters.
 *
 * @param name of the sheet
 * @param at modification time of the parts of the file
 */
export const writeXlsx = <Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  at: number,
): AsyncGenerator<Buffer> => writeXlsxSheets([{ name, columns, pages }], at);

/** The same, with one sheet for each source, in order. */
export function writeXlsxSheets<Row>(sheets: readonly SheetSource<Row>[], at: number): AsyncGenerator<Buffer> {
  const written = sheets.map((sheet) => ({ name: sheet.name, content: writeSheet(sheet) }));
  return writeZip(workbookParts(styles, written), at);
}

async function* writeSheet<Row>({ columns, pages }: SheetSource<Row>): AsyncGenerator<string> {
  const letters = columns.map((_, at) => columnLetters(at));
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield `<row r="1">${columns.map(({ header }, at) => textCell(`${letters[at]}1`, header, style.heading)).join('')}</row>`;
  let line = 1;
  for await (const rows of pages) {
    let xml = '';
    for (const row of rows) {
      line += 1;
      xml += `<row r="${line}">`;
      columns.forEach((column, at) => {
        xml += cellOf(`${letters[at]}${line}`, column, row);
      });
      xml += '</row>';
    }
    yield xml;
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${line}"/></worksheet>`;
}

function cellOf<Row>(ref: string, { kind, of }: SheetColumn<Row>, row: Row): string {
  const value = of(row);
  if (value === null || value === '') return '';
  if (kind === 'monto') return `<c r="${ref}" s="${style.amount}"><v>${value}</v></c>`;
  if (kind === 'fecha') return `<c r="${ref}" s="${style.date}"><v>${serialOf(value)}</v></c>`;
  return textCell(ref, value, style.text);
}

const textCell = (ref: string, value: string, of: number): string =>
  `<c r="${ref}" s="${of}" t="inlineStr"><is><t xml:space="preserve">${cellText(value)}</t></is></c>`;

/** Cell styles, by their index in {@link styles}. */
const style = { text: 0, heading: 1, amount: 2, date: 3 } as const;

const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

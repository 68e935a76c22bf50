import { writeZip, type ZipPart } from '../zip/write.ts';
import type { SheetColumn } from './column.ts';

/**
 * Pages of rows as a workbook of one sheet, written as they come: amounts are numbers, dates are dates, the heading stays
 * in sight and can filter.
 *
 * @param name of the sheet
 * @param at the time that the parts of the file have
 */
export function writeXlsx<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  at: number,
): AsyncGenerator<Buffer> {
  const parts = async function* (): AsyncGenerator<ZipPart> {
    yield { name: '[Content_Types].xml', content: Buffer.from(contentTypes) };
    yield { name: '_rels/.rels', content: Buffer.from(rootRelations) };
    yield { name: 'xl/workbook.xml', content: Buffer.from(workbook(name)) };
    yield { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(workbookRelations) };
    yield { name: 'xl/styles.xml', content: Buffer.from(styles) };
    yield { name: 'xl/worksheets/sheet1.xml', content: writeSheet(columns, pages) };
  };
  return writeZip(parts(), at);
}

async function* writeSheet<Row>(
  columns: readonly SheetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const letters = columns.map((_, at) => letterOf(at));
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
  `<c r="${ref}" s="${of}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

/** A workbook counts days; its day 25569 is 1970-01-01. */
const serialOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569;

/** `A`, `B`, … `Z`, `AA`. */
const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in XML, without the characters that XML cannot hold. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>]/g, (character) => entities[character]!);

/** The styles of cells, by their place in {@link styles}. */
const style = { text: 0, heading: 1, amount: 2, date: 3 } as const;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;
const rootRelations = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbook = (name: string) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const workbookRelations = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

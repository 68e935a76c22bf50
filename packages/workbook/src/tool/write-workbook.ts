import type { FormatCode } from '@timbre/reports';
import { head, main, workbookParts } from '../write/workbook-parts.ts';
import { writeZip } from '../zip/write-zip.ts';
import { cellWriter, numberAt, type ToolRow, textAt } from './cells.ts';
import { columnIndex, firstRow, headerRow, type Orden, type ToolColumn, type ToolSheet, toolSheet } from './columns.ts';

/** Data above the rows of a tool. */
export interface ToolHead {
  readonly rnc: string;
  /** AAAAMM. */
  readonly periodo: string;
  /** Number of rows below. */
  readonly cantidad: number;
}

/** Rows converted to text in one step, to limit the time that the main thread is blocked. */
const rowsAtOnce = 250;

/**
 * Writes the rows of a report as a workbook with the layout of the DGII's tool, to copy from or to archive. Rows are
 * written as they arrive and not stored.
 *
 * @param at modification time of the parts of the file
 * @param orden order of the columns
 */
export function writeToolWorkbook(
  codigo: FormatCode,
  toolHead: ToolHead,
  pages: AsyncIterable<readonly ToolRow[]>,
  at: number,
  orden: Orden = 'oficial',
): AsyncGenerator<Buffer> {
  const sheet = toolSheet(codigo, orden);
  return writeZip(workbookParts(styles, [{ name: sheet.name, content: writeSheet(sheet, toolHead, pages) }]), at);
}

async function* writeSheet(
  sheet: ToolSheet,
  { rnc, periodo, cantidad }: ToolHead,
  pages: AsyncIterable<readonly ToolRow[]>,
): AsyncGenerator<string> {
  const widths = sheet.columns.map(({ letter, cell }) => columnWidth(letter, widthOf[cell]));
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRow}" topLeftCell="A${firstRow}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnWidth('A', 8)}${widths.join('')}</cols><sheetData>`;
  yield rowXml(1, textAt('A', 1, sheet.name, style.heading));
  yield rowXml(4, textAt('A', 4, 'RNC o Cédula', style.heading) + textAt('C', 4, rnc));
  yield rowXml(5, textAt('A', 5, 'Periodo', style.heading) + numberAt('C', 5, periodo));
  yield rowXml(6, textAt('A', 6, 'Cantidad Registros', style.heading) + numberAt('C', 6, cantidad));
  yield rowXml(headerRow, headers(sheet));
  const cells = sheet.columns.map((column) => cellWriter(column, { style: styleOf(column) }));
  let line = firstRow - 1;
  for await (const page of pages)
    for (let from = 0; from < page.length; from += rowsAtOnce) {
      let xml = '';
      for (const row of page.slice(from, from + rowsAtOnce)) {
        line += 1;
        xml += `<row r="${line}">${numberAt('A', line, line - firstRow + 1)}`;
        for (const cell of cells) xml += cell(row, line);
        if (row.estado) xml += textAt(sheet.status, line, row.estado);
        xml += '</row>';
      }
      yield xml;
    }
  yield '</sheetData></worksheet>';
}

const rowXml = (line: number, cells: string): string => `<row r="${line}">${cells}</row>`;

const headers = ({ columns, status }: ToolSheet): string =>
  textAt('A', headerRow, 'Líneas', style.heading) +
  columns.map(({ letter, header }) => textAt(letter, headerRow, header, style.heading)).join('') +
  textAt(status, headerRow, 'Estatus', style.heading);

const columnWidth = (letter: string, width: number): string => {
  const at = columnIndex(letter) + 1;
  return `<col min="${at}" max="${at}" width="${width}" customWidth="1"/>`;
};

/** Widths of columns in characters. */
const widthOf = { texto: 18, numero: 16, dia: 12, mes: 12, 'dia del mes': 8, lista: 34 } as const;

/** Cell styles, by their index in {@link styles}. */
const style = { heading: '1', amount: '2' } as const;

const styleOf = ({ field }: ToolColumn): string | undefined => (field.kind === 'amount' ? style.amount : undefined);

const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;

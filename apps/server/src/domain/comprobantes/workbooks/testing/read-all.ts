import { importacion } from '@timbre/contract';
import { openWorkbook } from '@timbre/workbook';
import { xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import type { DocumentoDeLibro } from '../documento.ts';
import { type Reading, readDocuments } from '../read-documents.ts';
import type { Known } from '../read-row.ts';
import { type SheetTable, sampleNow, sampleTables, xlsxOfTables } from './document-rows.ts';

const limites = importacion.limitesDelLibro;

/** The documents of a workbook, its notices and totals. */
export async function readAll(
  bytes: Buffer,
  known: Known = { now: sampleNow, tasas: [] },
): Promise<Reading & { documentos: DocumentoDeLibro[] }> {
  const reading: Reading = { avisos: [], rncEmisores: new Set(), certificacion: false, filas: 0, ecf: 0, rfce: 0 };
  const documentos = [...readDocuments(openWorkbook(bytes, limites), limites, known, reading)].map(
    (read) => read.documento,
  );
  return { ...reading, documentos };
}

/** The same of the tables of sheets. */
export const readTables = (tables: Record<string, SheetTable>) => readAll(xlsxOfTables(tables));

/** Returns the document of a row of the e-CF sheet, or of the RFCE sheet. */
export const at = (documentos: DocumentoDeLibro[], fila: number, esRFCE = false) =>
  documentos.find((documento) => documento.fila === fila && documento.esRFCE === esRFCE)!;

/** The reason why a workbook is refused. */
export const refusal = async (bytes: Buffer): Promise<{ codigo: string; message: string }> => {
  try {
    await readAll(bytes);
  } catch (error) {
    return error as { codigo: string; message: string };
  }
  throw new Error('It was read');
};

/**
 * A workbook of the sample's e-CF, as a company makes it, in which `special` provides the source of some cells.
 * @param columns in addition to those of the sample
 */
export function withCells(
  special: (fila: number, header: string, text: string) => string | undefined,
  styles = '',
  columns: readonly string[] = [],
): Buffer {
  const { headers: own, rows } = sampleTables().ECF;
  const headers = [...own, ...columns];
  const textCell = (text: string) => `<c t="inlineStr"><is><t>${text.replace(/&/g, '&amp;')}</t></is></c>`;
  const cellOf = (row: readonly (string | null)[], fila: number, column: number) => {
    const text = (headers[column] === 'CasoPrueba' ? '' : row[column]) ?? '';
    return special(fila, headers[column]!, text) ?? textCell(text);
  };
  const cells = rows.map((row, i) => headers.map((_, column) => cellOf(row, i + 2, column)).join(''));
  const source = [headers.map(textCell).join(''), ...cells].map((row) => `<row>${row}</row>`).join('');
  return zipOf(xlsxParts({ ECF: source }, { styles }));
}

/** Style 1 shows dollars. */
export const dollars =
  '<numFmts><numFmt numFmtId="165" formatCode="[$US$-409]#,##0.00"/></numFmts><cellXfs><xf/><xf numFmtId="165"/></cellXfs>';

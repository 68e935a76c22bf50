import type { ErrorDeDocumento } from '@timbre/contract';
import { compareRFCE, deriveRFCE, type ECF, esResumen, type RFCE } from '@timbre/ecf';
import type { Row, Sheet, WorkbookLimits } from '@timbre/workbook';
import { WorkbookError } from '@timbre/workbook';
import { isRefused } from '../judge/complete-draft.ts';
import { findDocumentSheets, noticesOf } from './document-sheets.ts';
import type { DocumentoDeLibro } from './documento.ts';
import { judge, type Known, type ReadRow, readRow, report, summarize } from './read-row.ts';

/** The facts about a workbook besides its documents; filled while they are read. */
export interface Reading {
  readonly avisos: ErrorDeDocumento[];
  readonly rncEmisores: Set<string>;
  certificacion: boolean;
  /** Rows read. */
  filas: number;
  ecf: number;
  rfce: number;
}

/** A document with its size in characters, by which batches are limited. */
export interface Weighed {
  readonly documento: DocumentoDeLibro;
  readonly weight: number;
}

const eNCFPath = 'Encabezado.IdDoc.eNCF';
/** A row with more characters is not a document: the authority refuses an XML that large. */
const mostCharacters = 5 * 1024 * 1024;
/** Approximate characters of a summary. */
const summaryWeight = 2048;

function charactersOf({ cells }: Row): number {
  let characters = 0;
  for (const text of cells) if (text !== undefined) characters += text.length + 16;
  return characters;
}

/** Limits of a workbook of documents: its size, and the rows that it may have. */
export interface Limites extends WorkbookLimits {
  readonly filas: number;
}

/**
 * Reads the documents of a workbook one by one, on demand: the e-CF, then the RFCE rows, then the summaries without a
 * row. Each is validated, and its faults refer to their cells.
 *
 * @param limites rows and characters it may have
 * @param reading filled during the reading
 * @throws WorkbookError
 */
export function* readDocuments(
  sheets: readonly Sheet[],
  limites: Limites,
  known: Known,
  reading: Reading,
): Iterable<Weighed> {
  const documentSheets = findDocumentSheets(sheets, reading.avisos);
  const rows = { ECF: new Map<string, number>(), RFCE: new Map<string, number>() };
  // Consumer invoices below the threshold, retained until their RFCE row is read or the rows end.
  const invoices = new Map<string, ReadRow>();
  let characters = 0;
  reading.certificacion = true;

  for (const sheet of documentSheets) {
    for (const row of sheet.rows()) {
      const weight = charactersOf(row);
      characters += weight;
      if (++reading.filas > limites.filas) {
        throw new WorkbookError('LIBRO-FILAS', `Se admiten ${limites.filas} filas de comprobantes.`);
      }
      if (weight > mostCharacters || characters > limites.descomprimido) {
        throw new WorkbookError(
          'LIBRO-GRANDE',
          `La fila ${row.number} de la hoja «${sheet.name}» trae demasiado texto.`,
        );
      }
      const read = readRow(sheet, row, known);
      const { documento } = read;
      const { rncEmisor, eNCF, casoPrueba } = documento;
      const key = `${rncEmisor} ${eNCF}`;
      if (rncEmisor !== '') reading.rncEmisores.add(rncEmisor.slice(0, 20));
      if (casoPrueba !== rncEmisor + eNCF) reading.certificacion = false;
      reading[sheet.kind === 'ECF' ? 'ecf' : 'rfce']++;

      const earlier = rows[sheet.kind].get(key);
      if (eNCF !== '') rows[sheet.kind].set(key, earlier ?? row.number);
      if (earlier !== undefined) reportRepeated(read, earlier);
      else if (sheet.kind === 'ECF') {
        if (isSummarised(documento)) invoices.set(key, isRefused(documento.errores) ? withoutTree(read) : read);
      } else {
        checkSummary(read, invoices.get(key), rows.ECF.get(key));
        invoices.delete(key);
      }
      yield { documento, weight };
    }
    reading.avisos.push(...noticesOf(sheet));
  }
  for (const invoice of invoices.values()) {
    reading.rfce++;
    yield { documento: summaryOf(invoice, known), weight: summaryWeight };
  }
}

function reportRepeated({ documento, cell }: ReadRow, earlier: number): void {
  const mensaje = `El eNCF ${documento.eNCF.slice(0, 20)} está repetido: ya aparece en la fila ${earlier}`;
  report(documento.errores, { codigo: 'LIBRO-DUPLICADO', mensaje, campo: eNCFPath, celda: cell(eNCFPath) });
}

/** Whether this e-CF is sent as its summary; unknown without a total. */
const isSummarised = ({ tipo, montoTotal, arbol }: DocumentoDeLibro) =>
  tipo === '32' && montoTotal !== null && esResumen(arbol as ECF);

/** An invoice with errors yields no summary, so of its tree only the head is retained, from which a row is made. */
function withoutTree({ documento, cell }: ReadRow): ReadRow {
  const celda = cell(eNCFPath);
  const { IdDoc } = (documento.arbol as ECF).Encabezado;
  const arbol = { Encabezado: { IdDoc } } as ECF;
  return {
    documento: { ...documento, arbol, errores: documento.errores.filter(({ aviso }) => !aviso).slice(0, 1) },
    cell: () => celda,
  };
}

/** Checks an RFCE row against its full invoice, if there is one; `row` is that of any e-CF with its number. */
function checkSummary({ documento, cell }: ReadRow, invoice: ReadRow | undefined, row: number | undefined): void {
  const { errores, arbol } = documento;
  if (invoice === undefined) {
    const eNCF = documento.eNCF.slice(0, 20);
    const mensaje =
      row === undefined
        ? `El libro no trae el e-CF completo ${eNCF} que este RFCE resume`
        : `El e-CF ${eNCF} (fila ${row} de la hoja ECF) no se resume: solo los de tipo 32 menores de RD$250,000`;
    report(errores, { codigo: 'LIBRO-RFCE-SIN-ECF', mensaje, campo: eNCFPath, celda: cell(eNCFPath) });
  } else if (isRefused(invoice.documento.errores)) report(errores, brokenInvoice(invoice, cell(eNCFPath)));
  else {
    for (const { code, path, message } of compareRFCE(arbol as RFCE, invoice.documento.arbol as ECF)) {
      const mensaje = `${message} (${invoice.cell(path)} de la hoja ECF)`;
      report(errores, { codigo: code, mensaje, campo: path, celda: cell(path) });
    }
  }
}

/** Code of a summary whose invoice had errors when it was read: the two were not compared. */
export const libroConErrores = 'LIBRO-RFCE-ECF-CON-ERRORES';

const brokenInvoice = ({ documento }: ReadRow, celda: string): ErrorDeDocumento => ({
  codigo: libroConErrores,
  mensaje: `El e-CF completo (fila ${documento.fila} de la hoja ECF) tiene errores: corríjalos primero`,
  campo: eNCFPath,
  celda,
});

/**
 * The summary of an invoice that requires one and has no row for it. The security code is left out: it results from
 * signing.
 */
function summaryOf(invoice: ReadRow, known: Known): DocumentoDeLibro {
  const { documento, cell } = invoice;
  const common = { ...documento, esRFCE: true, derivado: true };
  if (isRefused(documento.errores)) {
    return { ...common, errores: [brokenInvoice(invoice, cell(eNCFPath))] };
  }
  const { CodigoSeguridadeCF: _, ...Encabezado } = deriveRFCE(documento.arbol as ECF, '').Encabezado;
  const arbol = { Encabezado } as RFCE;
  return { ...common, ...summarize(arbol), arbol, errores: judge('RFCE', arbol, cell, known, 'avisa') };
}

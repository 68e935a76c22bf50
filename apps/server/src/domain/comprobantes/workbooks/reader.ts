import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import type { Sheet } from '@timbre/workbook';
import { openWorkbook, WorkbookError } from '@timbre/workbook';
import type { DocumentoDeLibro, LibroResult } from './documento.ts';
import type { Limites } from './read-documents.ts';
import { type Reading, readDocuments, type Weighed } from './read-documents.ts';
import type { Known } from './read-row.ts';

/** Messages of the server: read this workbook; or, the batch was stored, send the next. */
export type ToWorker = Workbook | 'sigue';

/** A workbook to read, and the data needed to read it. */
export interface Workbook {
  readonly bytes: Uint8Array;
  readonly limites: Limites;
  readonly known: Known;
}

/** Messages of the reader: its progress, a batch of documents, or the end. */
export type FromWorker =
  | { readonly paso: Paso }
  | { readonly documentos: readonly DocumentoDeLibro[] }
  | { readonly resultado: LibroResult };

type Paso = importacion.Paso;

const batchDocuments = 200;
/** Characters of a batch: the server's thread receives them within a few milliseconds. */
const batchCharacters = 500_000;
const progressEveryMs = 100;

/**
 * Reads workbooks in a child process, one after the other.
 *
 * @param say sends a message to the server
 * @returns a function that receives the server's messages
 */
export function createReader(say: (message: FromWorker) => void): (message: ToWorker) => void {
  const said = new Map<Paso['nombre'], { paso: Paso; at: number }>();

  /** Reports the progress of a step: at most ten times a second while it runs, and always when its state changes. */
  function progress(nombre: Paso['nombre'], estado: Paso['estado'], hechos: number, total: number): void {
    const now = performance.now();
    const last = said.get(nombre);
    if (last?.paso.estado === estado && now - last.at < progressEveryMs) return;
    const paso = { nombre, estado, hechos, total: Math.max(hechos, total) };
    said.set(nombre, { paso, at: now });
    say({ paso });
  }

  let batchTaken: (() => void) | undefined;
  let delivery: Promise<void> = Promise.resolve();

  /** Sends a batch after the previous one was stored, so that at most one waits in the server. */
  async function deliver(documentos: readonly DocumentoDeLibro[]): Promise<void> {
    await delivery;
    delivery = new Promise((resolve) => {
      batchTaken = resolve;
    });
    say({ documentos });
  }

  async function readWorkbook({ bytes, limites, known }: Workbook): Promise<void> {
    const reading: Reading = {
      avisos: [],
      rncEmisores: new Set(),
      certificacion: false,
      filas: 0,
      ecf: 0,
      rfce: 0,
    };
    const errores: ErrorDeDocumento[] = [];
    said.clear();
    try {
      progress('readingFile', 'procesando', 0, 1);
      const sheets = openWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limites);
      progress('readingFile', 'completado', 1, 1);
      await deliverDocuments(readDocuments(sheets, limites, known, reading), rowsOf(sheets), reading);
    } catch (cause) {
      if (!(cause instanceof WorkbookError)) throw cause;
      errores.push({ codigo: cause.codigo, mensaje: cause.message });
      for (const { paso } of said.values()) {
        if (paso.estado === 'procesando') progress(paso.nombre, 'error', paso.hechos, paso.total);
      }
    }
    await delivery;
    const { avisos, rncEmisores, certificacion, ecf, rfce } = reading;
    say({ resultado: { errores, avisos, rncEmisores: [...rncEmisores], certificacion, ecf, rfce } });
  }

  /** Sends the documents in batches as they are read; `rows` is the expected number. */
  async function deliverDocuments(documents: Iterable<Weighed>, rows: number, reading: Reading): Promise<void> {
    let batch: DocumentoDeLibro[] = [];
    let characters = 0;
    let delivered = 0;
    const report = (estado: Paso['estado']) => {
      progress('parsingData', estado, reading.filas, estado === 'completado' ? 0 : rows);
      progress('generatingXML', estado, delivered, reading.ecf + reading.rfce);
    };
    const flush = async () => {
      await deliver(batch);
      delivered += batch.length;
      batch = [];
      characters = 0;
    };
    report('procesando');
    for (const { documento, weight } of documents) {
      if (batch.length === batchDocuments || (batch.length > 0 && characters + weight > batchCharacters)) await flush();
      batch.push(documento);
      characters += weight;
      report('procesando');
    }
    if (batch.length > 0) await flush();
    report('completado');
  }

  return (message) => {
    if (message === 'sigue') batchTaken?.();
    else void readWorkbook(message);
  };
}

const rowsOf = (sheets: readonly Sheet[]) => sheets.reduce((sum, { rowCount }) => sum + rowCount, 0);

import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import type { Sheet } from '@timbre/workbook';
import { openWorkbook, WorkbookError } from '@timbre/workbook';
import { asBuffer } from '@timbre/worker/as-buffer';
import type { DocumentoDeLibro, LibroResult } from './documento.ts';
import type { Limites } from './read-documents.ts';
import { type Reading, readDocuments, type Weighed } from './read-documents.ts';
import type { Known } from './read-row.ts';

/** Messages of the server: read this workbook; or, the batch was stored, send the next. */
export type ToWorker = Workbook | 'sigue';

/** A workbook to read, and the data needed to read it. */
interface Workbook {
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
  const reader = new Reader(say);
  return (message) => reader.receive(message);
}

class Reader {
  readonly #say: (message: FromWorker) => void;
  readonly #steps = new Map<Paso['nombre'], { paso: Paso; at: number }>();
  #batchTaken: (() => void) | undefined;
  #delivery: Promise<void> = Promise.resolve();

  constructor(say: (message: FromWorker) => void) {
    this.#say = say;
  }

  receive(message: ToWorker): void {
    if (message === 'sigue') this.#batchTaken?.();
    else void this.#readWorkbook(message);
  }

  /** Reports the progress of a step: at most ten times a second while it runs, and always when its state changes. */
  #progress(nombre: Paso['nombre'], estado: Paso['estado'], hechos: number, total: number): void {
    const now = performance.now();
    const last = this.#steps.get(nombre);
    if (last?.paso.estado === estado && now - last.at < progressEveryMs) return;
    const paso = { nombre, estado, hechos, total: Math.max(hechos, total) };
    this.#steps.set(nombre, { paso, at: now });
    this.#say({ paso });
  }

  /** Sends a batch after the previous one was stored, so that at most one waits in the server. */
  async #deliver(documentos: readonly DocumentoDeLibro[]): Promise<void> {
    await this.#delivery;
    this.#delivery = new Promise((resolve) => {
      this.#batchTaken = resolve;
    });
    this.#say({ documentos });
  }

  async #readWorkbook({ bytes, limites, known }: Workbook): Promise<void> {
    const reading: Reading = {
      avisos: [],
      rncEmisores: new Set(),
      certificacion: false,
      filas: 0,
      ecf: 0,
      rfce: 0,
    };
    const errores: ErrorDeDocumento[] = [];
    this.#steps.clear();
    try {
      this.#progress('readingFile', 'procesando', 0, 1);
      const sheets = openWorkbook(asBuffer(bytes), limites);
      this.#progress('readingFile', 'completado', 1, 1);
      await this.#deliverDocuments(readDocuments(sheets, limites, known, reading), rowsOf(sheets), reading);
    } catch (cause) {
      if (!(cause instanceof WorkbookError)) throw cause;
      errores.push({ codigo: cause.codigo, mensaje: cause.message });
      for (const { paso } of this.#steps.values()) {
        if (paso.estado === 'procesando') this.#progress(paso.nombre, 'error', paso.hechos, paso.total);
      }
    }
    await this.#delivery;
    const { avisos, rncEmisores, certificacion, ecf, rfce } = reading;
    this.#say({ resultado: { errores, avisos, rncEmisores: [...rncEmisores], certificacion, ecf, rfce } });
  }

  /** Sends the documents in batches as they are read; `rows` is the expected number. */
  async #deliverDocuments(documents: Iterable<Weighed>, rows: number, reading: Reading): Promise<void> {
    let batch: DocumentoDeLibro[] = [];
    let characters = 0;
    let delivered = 0;
    const report = (estado: Paso['estado']) => {
      this.#progress('parsingData', estado, reading.filas, estado === 'completado' ? 0 : rows);
      this.#progress('generatingXML', estado, delivered, reading.ecf + reading.rfce);
    };
    const flush = async () => {
      await this.#deliver(batch);
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
}

const rowsOf = (sheets: readonly Sheet[]) => sheets.reduce((sum, { rowCount }) => sum + rowCount, 0);

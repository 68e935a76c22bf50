import { importacion } from '@timbre/contract';
import { WorkbookError, type WorkbookErrorCode } from '@timbre/workbook';
import type { DocumentoDeLibro, LibroResult } from '../../../domain/comprobantes/workbooks/documento.ts';
import type { Known } from '../../../domain/comprobantes/workbooks/read-row.ts';
import type { FromWorker, ToWorker } from '../../../domain/comprobantes/workbooks/reader.ts';
import { children } from '../../../domain/desk/children.ts';
import { ChildEnded, type Ending, type Talk } from '../../../platform/threads/children.ts';

const workingTimeMs = 120_000;
const refusals: Readonly<Partial<Record<Ending, WorkbookErrorCode>>> = {
  memoria: 'LIBRO-MEMORIA',
  tiempo: 'LIBRO-TIEMPO',
};

/** Options of {@link readLibro}. */
export interface LibroOptions {
  /** Dates after its time of reading are faults. */
  readonly known: Known;
  /** Called at most 10 times a second for each step, and at its end. */
  readonly onPaso: (paso: importacion.Paso) => void;
  /** Called with up to 200 documents, in the order of the sheets. The next batch waits until it is done. */
  readonly onDocumentos: (documentos: readonly DocumentoDeLibro[]) => void | Promise<void>;
  /** Stops the reading at once; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The reader died for a reason other than the workbook's size or form. */
export class ReaderDied extends Error {
  override readonly name = 'ReaderDied';
}

/** The result for a workbook that is refused as a whole. */
export const refused = (codigo: WorkbookErrorCode): LibroResult => ({
  errores: [{ codigo, mensaje: new WorkbookError(codigo).message }],
  avisos: [],
  rncEmisores: [],
  certificacion: false,
  ecf: 0,
  rfce: 0,
});

/**
 * Reads a workbook into validated documents, in a child process with limited memory and time. One workbook is read at a
 * time; the others wait.
 *
 * @param bytes the file as uploaded; it is copied, not retained
 * @returns once every batch was taken by `onDocumentos`. A workbook that cannot be read is a result with `errores`, not
 * an exception
 * @throws the error of `onDocumentos` or `onPaso`, the signal's reason, or ReaderDied
 */
export async function readLibro(bytes: Uint8Array, options: LibroOptions): Promise<LibroResult> {
  try {
    return await children.run('books', (talk) => converse(talk, bytes, options), options.signal);
  } catch (error) {
    if (!(error instanceof ChildEnded)) throw error;
    const refusal = refusals[error.ending];
    if (refusal !== undefined) return refused(refusal);
    throw new ReaderDied(error.message, { cause: error });
  }
}

/** Makes a child read a workbook. */
function converse(
  { post, allow }: Talk,
  bytes: Uint8Array,
  { known, onPaso, onDocumentos, signal }: LibroOptions,
): Promise<LibroResult> {
  return new Promise<LibroResult>((resolve, reject) => {
    let leftMs = workingTimeMs;
    let pause = () => 0;
    // Only the child's own time counts, not the time that the caller takes to store a batch.
    const run = (message: ToWorker) => {
      pause = allow(leftMs);
      post(message, hear);
    };
    const take = async (documentos: readonly DocumentoDeLibro[]) => {
      leftMs -= pause();
      await onDocumentos(documentos);
      if (!signal?.aborted) run('sigue');
    };
    const hear = async (message: FromWorker) => {
      try {
        if ('resultado' in message) resolve(message.resultado);
        else if ('paso' in message) onPaso(message.paso);
        else await take(message.documentos);
      } catch (error) {
        reject(error);
      }
    };
    run({ bytes, limites: importacion.limitesDelLibro, known });
  });
}

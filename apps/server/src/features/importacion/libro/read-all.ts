import type { importacion } from '@timbre/contract';
import type { DocumentoDeLibro, LibroResult } from '../../../domain/comprobantes/workbooks/documento.ts';
import { readLibro } from './read-libro.ts';

/** For tests: reads a whole workbook through the worker and collects all its messages. */
export async function readAll(bytes: Uint8Array, now = Date.UTC(2026, 3, 17)) {
  const documentos: DocumentoDeLibro[] = [];
  const pasos: importacion.Paso[] = [];
  const resultado: LibroResult = await readLibro(bytes, {
    known: { now, tasas: [] },
    onPaso: (paso) => void pasos.push(paso),
    onDocumentos: (batch) => void documentos.push(...batch),
  });
  return { resultado, documentos, pasos };
}

import { importacion } from '@timbre/contract';
import type { IssuingServer } from './issuing.ts';

/** An import with all its documents, page by page, for tests that examine each of them. */
export async function wholeImport({ call, key }: Pick<IssuingServer, 'call' | 'key'>, id: string, ensayo = false) {
  const asking = ensayo ? { ensayo } : {};
  const { body: head } = await call(importacion.verImportacion, { params: { id }, query: asking }, key);
  const documentos: importacion.FilaDeImportacion[] = [];
  for (;;) {
    const query = { ...asking, desde: documentos.length, limite: 200 };
    const { body } = await call(importacion.listarFilas, { params: { id }, query }, key);
    documentos.push(...body.documentos);
    if (body.documentos.length === 0) return { ...head, documentos };
  }
}

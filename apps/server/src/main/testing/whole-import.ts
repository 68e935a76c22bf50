import { importacion } from '@timbre/contract';
import { type ECF, writeSheet } from '@timbre/ecf';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import type { IssuingServer } from './issuing.ts';

type Calls = Pick<IssuingServer, 'call' | 'key'>;

/** An import with all its documents, page by page, for tests that examine each of them. */
export async function wholeImport({ call, key }: Calls, id: string, ensayo = false) {
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

/** The bytes of a workbook with e-CF. `mend` may change its rows (headers first) before it is written. */
export function bookOf(trees: readonly ECF[], mend: (rows: (string | null)[][]) => void = () => undefined): Buffer {
  const { headers, rows } = writeSheet('ECF', trees);
  const all = [[...headers], ...rows.map((row) => row.map((cell) => cell ?? null))];
  mend(all);
  return xlsxOf({ ECF: all });
}

/** Sends a workbook. Returns the answer. */
export function uploadBook({ call, key }: Calls, bytes: Uint8Array, name = 'libro.xlsx') {
  const form = new FormData();
  form.set('archivo', new Blob([new Uint8Array(bytes)]), name);
  return call(importacion.crearImportacion, { form }, key);
}

/** Imports a workbook that must not be refused at once. Returns the import, with all its documents, once it is read. */
export async function importBook(server: Calls & Pick<IssuingServer, 'until'>, bytes: Uint8Array, name?: string) {
  const { body, problem } = await uploadBook(server, bytes, name);
  if (problem) throw new Error(JSON.stringify(problem));
  return server.until(async () => {
    const seen = await wholeImport(server, body.id);
    return seen.estado === 'procesando' ? undefined : seen;
  });
}

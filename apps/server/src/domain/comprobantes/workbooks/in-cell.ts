import type { ErrorDeDocumento } from '@timbre/contract';

/** Headers of columns whose name differs from their element's. */
const headers: Readonly<Record<string, string>> = { eNCF: 'ENCF' };

/** An error reported after the rows were read, with its cell in the workbook: the column has the name of the element. */
export function inCell(error: ErrorDeDocumento, fila: number | null): ErrorDeDocumento {
  if (fila === null) return error;
  const name = error.campo?.split('.').at(-1) ?? '';
  return { ...error, celda: name === '' ? `fila ${fila}` : `fila ${fila}, columna ${headers[name] ?? name}` };
}

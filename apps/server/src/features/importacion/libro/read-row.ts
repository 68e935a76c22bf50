import type { ErrorDeDocumento } from '@timbre/contract';
import { type ECF, type RFCE, validate } from '@timbre/ecf';
import { formatFechaHora, formatISODate, parseFecha } from '@timbre/values';
import { errorOf } from '../../emision/complete-draft.ts';
import type { DocumentSheet } from './document-sheets.ts';
import type { DocumentoDeLibro } from './documento.ts';
import type { Row } from './sheet.ts';

/** A document while its errors are still being gathered, and the place of each of its fields. */
export interface ReadRow {
  readonly documento: DocumentoDeLibro & { readonly errores: ErrorDeDocumento[] };
  /** Spanish place of a path: `fila 14, columna FormaPago[2]`; only the row where no column is for it. */
  readonly cell: (path: string) => string;
}

const mostErrors = 50;

/** Text at a path of a tree that may lack any of its branches; repeats have no place in the path. */
export function textAt(tree: unknown, path: string): string | undefined {
  let value = tree;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Adds an error, unless so many are there already that one more would help nobody. */
export function report(errores: ErrorDeDocumento[], error: ErrorDeDocumento): void {
  if (errores.length < mostErrors) errores.push(error);
}

/** The tree as signing will complete it: with the fields that only then are known. */
function completed(kind: 'ECF' | 'RFCE', tree: ECF | RFCE, now: number): object {
  if (kind === 'ECF') return { FechaHoraFirma: formatFechaHora(now), ...tree };
  return tree.Encabezado ? { ...tree, Encabezado: { CodigoSeguridadeCF: 'AAAAAA', ...tree.Encabezado } } : tree;
}

/**
 * What the authority would say of a tree that is not signed yet.
 *
 * @param cell Spanish place of a path
 * @param now instant, epoch ms
 */
export function judge(kind: 'ECF' | 'RFCE', tree: ECF | RFCE, cell: ReadRow['cell'], now: number): ErrorDeDocumento[] {
  const errores: ErrorDeDocumento[] = [];
  for (const fault of validate(kind, completed(kind, tree, now), { now })) {
    report(errores, { ...errorOf(fault), celda: cell(fault.path) });
  }
  return errores;
}

/** Whether a document cannot be issued: the authority would accept the rest with a remark. */
export const isRefused = (errores: readonly ErrorDeDocumento[]): boolean => errores.some(({ aviso }) => !aviso);

/** What the lists show of a tree. */
export function summarize(tree: ECF | RFCE) {
  const fechaEmision = parseFecha(textAt(tree, 'Encabezado.Emisor.FechaEmision') ?? '');
  return {
    tipo: textAt(tree, 'Encabezado.IdDoc.TipoeCF') ?? '',
    eNCF: textAt(tree, 'Encabezado.IdDoc.eNCF') ?? '',
    rncEmisor: textAt(tree, 'Encabezado.Emisor.RNCEmisor') ?? '',
    rncComprador: textAt(tree, 'Encabezado.Comprador.RNCComprador') ?? null,
    razonComprador: textAt(tree, 'Encabezado.Comprador.RazonSocialComprador') ?? null,
    fechaEmision: fechaEmision === undefined ? null : formatISODate(fechaEmision),
    montoTotal: textAt(tree, 'Encabezado.Totales.MontoTotal') ?? null,
    referencia: textAt(tree, 'InformacionReferencia.NCFModificado') ?? null,
  };
}

/**
 * Turns a row into a document, validated by itself; what concerns other rows is the caller's.
 * @param now instant, epoch ms
 */
export function readRow({ kind, headers, headerTexts, casoPrueba }: DocumentSheet, row: Row, now: number): ReadRow {
  const { tree, faults, cellOf } = headers.read(row.cells, row.number);
  const place = (header: string | undefined) =>
    header === undefined ? `fila ${row.number}` : `fila ${row.number}, columna ${header}`;
  const cell = (path: string) => place(cellOf(path)?.header);
  const errores = judge(kind, tree, cell, now);
  for (const { column, mensaje } of row.bad) {
    report(errores, { codigo: 'LIBRO-CELDA', mensaje, celda: place(headerTexts[column]?.trim()) });
  }
  for (const { code, path, message, cell: at } of faults) {
    report(errores, { codigo: code, mensaje: message, campo: path, celda: place(at?.header) });
  }
  const documento = {
    ...summarize(tree),
    esRFCE: kind === 'RFCE',
    derivado: false,
    fila: row.number,
    arbol: tree,
    casoPrueba: row.cells[casoPrueba] ?? null,
    errores,
  };
  return { documento, cell };
}

import type { QuickBooksKey, QuickBooksRow } from './documents-repo.ts';
import { type KeyOfReceipt, keyOf, nameOf } from './keys.ts';
import type { ReadDocument } from './read.ts';

/** A document that differs from its stored row. */
export interface ChangedDocument extends ReadDocument {
  /** Its row as it was stored; undefined if it arrives for the first time. */
  readonly before: QuickBooksRow | undefined;
}

/** Documents that arrived, by what is to be done with them. */
interface Comparison {
  /** Deleted in QuickBooks, and never made a receipt: their rows are deleted. */
  readonly forgotten: readonly QuickBooksKey[];
  /** They arrived unchanged. */
  readonly alike: readonly QuickBooksRow[];
  readonly changed: readonly ChangedDocument[];
}

/** Compares documents with their stored rows. */
export function compareDocuments(documents: readonly ReadDocument[], stored: readonly QuickBooksRow[]): Comparison {
  const rows = new Map(stored.map((row) => [nameOf(row), row]));
  const forgotten: QuickBooksKey[] = [];
  const alike: QuickBooksRow[] = [];
  const changed: ChangedDocument[] = [];
  for (const document of documents) {
    const { row } = document;
    const before = rows.get(nameOf(row));
    if (row.estado === 'borrado' && !madeReceipt(before)) forgotten.push(row);
    else if (before?.estado === 'recibo' && row.estado === 'recibo' && before.huella === row.huella) alike.push(row);
    else changed.push({ ...asStored(document, before), before });
  }
  return { forgotten, alike, changed };
}

/** A deleted document contains no data: the row stays as it was stored. */
function asStored(document: ReadDocument, before: QuickBooksRow | undefined): ReadDocument {
  const { estado, motivo, visto } = document.row;
  return estado === 'borrado' && before !== undefined
    ? { row: { ...before, estado, motivo, codigo: null, visto } }
    : document;
}

/** Whether a document has made a receipt, which may have been excluded from the reports since. */
const madeReceipt = (row: QuickBooksRow | undefined): boolean =>
  row !== undefined && row.estado !== 'falla' && row.estado !== 'omitido';

/**
 * The key of the receipt that a document made when it last arrived, and that it no longer makes or makes under another
 * number.
 */
export const leftReceipt = ({ row, read, before }: ChangedDocument): KeyOfReceipt | undefined =>
  before !== undefined && hasReceipt(before) && (read === undefined || keyOf(before) !== keyOf(row))
    ? before
    : undefined;

/** Whether a document made a receipt when it last arrived: a waiting one may have made it before. */
const hasReceipt = (row: QuickBooksRow): row is QuickBooksRow & KeyOfReceipt =>
  (row.estado === 'recibo' || row.estado === 'espera') && row.ncf !== null;

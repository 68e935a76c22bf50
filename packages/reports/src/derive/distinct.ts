import type { Moment } from './input.ts';

/** Values that identify a row. */
interface Identified {
  readonly row: {
    readonly rnc_cedula?: string | undefined;
    readonly id_tributaria?: string | undefined;
    readonly ncf?: string | undefined;
    readonly numero_documento?: string | undefined;
  };
  readonly momento?: Moment | undefined;
}

/**
 * Yields each receipt once, from the first entry that contains it: the caller passes the preferred source first. The
 * purchase and the later payment of a receipt are two rows.
 * @param bySupplier true in the 606 and the 609, where numbers are unique only for their issuer
 */
export function* distinct<Entry extends Identified>(entries: Iterable<Entry>, bySupplier: boolean): Generator<Entry> {
  const seen = new Set<string>();
  for (const entry of entries) {
    const { row, momento = 'compra' } = entry;
    const supplier = bySupplier ? (row.rnc_cedula ?? row.id_tributaria ?? '') : '';
    const before = seen.size;
    if (seen.add(`${supplier}|${row.ncf ?? row.numero_documento ?? ''}|${momento}`).size > before) yield entry;
  }
}

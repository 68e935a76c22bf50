import { sql } from 'kysely';
import type { Row } from '../db/schema.ts';
import type { Tx } from '../db/transactions.ts';
import { type EventKind, ofDocuments } from './kinds.ts';

export type EntradaRow = Pick<Row<'evento'>, 'seq' | 'tipo' | 'datos' | 'en'> & { readonly numero: number };

/** Filter of a record's entries. */
export interface EntradaFilter {
  readonly tipos: readonly EventKind[];
  /** First entry, included. */
  readonly from: number;
  /** Last entry, excluded; undefined = up to the newest. */
  readonly before: number | undefined;
  /** Part of the name of the person or key that acted. */
  readonly quien: string | undefined;
}

const listOfDocuments = sql.raw(`(${ofDocuments.map((tipo) => `'${tipo}'`).join(', ')})`);

/** Entries, newest first. */
export async function listEntradas(
  tx: Tx,
  record: string,
  filter: EntradaFilter,
  limit: number,
): Promise<EntradaRow[]> {
  const { tipos, from, before, quien } = filter;
  const acts = tipos.includes('documento') ? sql`` : sql`and tipo not in ${listOfDocuments}`;
  const { rows } = await sql<EntradaRow>`
    select seq, numero, tipo, datos, en from evento
    where empresa_id = ${record} ${acts} and tipo = any(${tipos}) and seq >= ${from}
      ${before === undefined ? sql`` : sql`and seq < ${before}`}
      ${quien === undefined ? sql`` : sql`and strpos(lower(datos->>'por'), lower(${quien})) > 0`}
    order by seq desc limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Number of the first entry at or after the instant; one past the last if there is none. Entries are in order of time.
 */
export async function firstFrom(tx: Tx, record: string, instant: Date): Promise<number> {
  const { rows } = await sql<{ lo: number }>`
    with recursive search (lo, hi) as (
      select 1::bigint, coalesce((select seq from evento_cabeza where empresa_id = ${record}), 0) + 1
      union all
      select case when e.en < ${instant} then mid + 1 else lo end, case when e.en < ${instant} then hi else mid end
      from (select lo, hi, (lo + hi) / 2 as mid from search where lo < hi) half
      join evento e on e.empresa_id = ${record} and e.seq = mid)
    select lo from search order by hi - lo limit 1`.execute(tx);
  return rows[0]!.lo;
}

/** The entries after one, in order, of any kind. */
export const entriesAfter = (tx: Tx, record: string, seq: number, limit: number) =>
  entriesAfterQuery(tx, record, seq, limit).execute();

export const entriesAfterQuery = (tx: Tx, record: string, seq: number, limit: number) =>
  tx
    .selectFrom('evento')
    .select(['seq', 'tipo', 'sujeto', 'datos', 'en'])
    .where('empresa_id', '=', record)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit);

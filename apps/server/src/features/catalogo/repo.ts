import { sql } from 'kysely';
import { containing } from '../../domain/comprobantes/queries/factura-filter.ts';
import { wordsOf } from '../../domain/taxpayers/name-words.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** Maximum results of a search. */
const mostResults = 20;
/** Maximum entries of each list of a company: those used last. */
const mostStored = 20_000;

/** The text of an entry that searches match: its words without accents, and its identifier. */
export const searchedText = (...texts: readonly string[]): string => wordsOf(texts.join(' ')).join(' ');

/** The `like` patterns of what a person typed: every word must be in the entry. */
const patternsOf = (text: string): string[] => wordsOf(text).slice(0, 8).map(containing);

export async function findCompradores(tx: Tx, empresaId: string, text: string) {
  const { rows } = await sql<Row<'comprador'>>`
    select * from comprador where empresa_id = ${empresaId} and busca like all(${patternsOf(text)}::text[])
    order by orden desc limit ${mostResults}`.execute(tx);
  return rows;
}

export async function findProductos(tx: Tx, empresaId: string, text: string) {
  const { rows } = await sql<Row<'producto'>>`
    select * from producto where empresa_id = ${empresaId} and busca like all(${patternsOf(text)}::text[])
    order by orden desc limit ${mostResults}`.execute(tx);
  return rows;
}

/** How far the documents were read, and when; undefined before the first time. */
export const findLectura = (tx: Tx, empresaId: string) =>
  tx.selectFrom('catalogo_lectura').select(['orden', 'leido']).where('empresa_id', '=', empresaId).executeTakeFirst();

/** Records how far the documents were read. It never goes back: another process may have read further. */
export async function storeLectura(tx: Tx, empresaId: string, orden: number, leido: Date): Promise<void> {
  await sql`
    insert into catalogo_lectura as l (empresa_id, orden, leido) values (${empresaId}, ${orden}, ${leido}::timestamptz)
    on conflict (empresa_id) do update set orden = greatest(l.orden, excluded.orden), leido = excluded.leido`.execute(
    tx,
  );
}

const compradorColumns = [
  'extranjero',
  'razon_social',
  'correo',
  'direccion',
  'municipio',
  'provincia',
  'pais',
  'busca',
];
const productoColumns = ['descripcion', 'precio', 'unidad', 'facturacion', 'bien_servicio', 'busca'];

/** Stores entries. A known entry is updated with the data of the newer document. Each entry may occur only once. */
export async function storeCompradores(tx: Tx, rows: readonly NewRow<'comprador'>[]): Promise<void> {
  await store(tx, 'comprador', ['empresa_id', 'identificacion'], compradorColumns, rows);
}

export async function storeProductos(tx: Tx, rows: readonly NewRow<'producto'>[]): Promise<void> {
  await store(tx, 'producto', ['empresa_id', 'nombre'], productoColumns, rows);
}

async function store(
  tx: Tx,
  table: 'comprador' | 'producto',
  keys: readonly string[],
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = [...columns, 'orden'];
  await sql`
    insert into ${sql.table(table)} as t (${sql.join([...keys, ...names].map((name) => sql.ref(name)))})
    select ${sql.join([...keys, ...names].map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${sql.join(keys.map((name) => sql.ref(name)))}) do update
      set ${sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
      where t.orden < excluded.orden`.execute(tx);
}

/** Drops the entries that were not used for the longest time, beyond {@link mostStored} of each list. */
export async function pruneLists(tx: Tx, empresaId: string): Promise<void> {
  for (const table of ['comprador', 'producto'])
    await sql`
      delete from ${sql.table(table)} where empresa_id = ${empresaId} and orden < (
        select min(orden) from (
          select orden from ${sql.table(table)} where empresa_id = ${empresaId} order by orden desc limit ${mostStored}) newest)`.execute(
      tx,
    );
}

import type { Periodo } from '@timbre/values';
import { type RawBuilder, sql } from 'kysely';
import { pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/transactions.ts';
import type { DerivedRow } from './derive-rows.ts';
import { keysAs, type ReceiptKey } from './receipts-repo.ts';
import type { RenglonRow } from './row.ts';
import { type Days, monthOf, type Scope } from './scope.ts';
import type { ReporteDeRenglones } from './tables.ts';

export { draftOf, type RenglonRow, rowOf, saleFactsOf } from './row.ts';

/** The place of a row in the order of the rows. */
export type RowPlace = Pick<RenglonRow, 'fecha' | 'ncf' | 'emisor' | 'momento'>;

/** Rows of one query: one query occupies the database, and the main thread, for some milliseconds. */
const pageSize = 1_000;
/** Number of lines of one query. */
const linesSize = 4_000;

/** The order of the rows `r`: that of the index. */
const inOrder = sql`r.periodo, r.fecha, r.ncf, r.emisor, r.momento`;

/**
 * True of all rows `r`. Queries by month include it because the index by month is partial with this condition, so that
 * it serves no look-up by a key.
 */
export const ofMonths = sql`r.periodo > 0`;

/** Whether the row `r` lacks an answer, or a field that the TXT requires. */
export const isOpen = sql`(r.pendientes <> '{}' or (r.destino = 'detalle' and r.linea is null))`;

/** The rows `r` of a report and of some days. */
const of = ({ empresaId, ambiente }: Scope, reporte: ReporteDeRenglones, { desde, hasta }: Days) => sql`
  r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.reporte = ${reporte}
  and ${ofMonths} and r.periodo between ${monthOf(desde)}::integer and ${monthOf(hasta)}::integer
  and r.fecha between ${desde}::date and ${hasta}::date`;

/** The rows `r` after a place. */
export const afterRow = (place: RowPlace | undefined): RawBuilder<unknown> =>
  place === undefined
    ? sql`true`
    : sql`(r.periodo, r.fecha, r.ncf, r.emisor, r.momento)
        > (${monthOf(place.fecha)}::integer, ${place.fecha}::date, ${place.ncf}, ${place.emisor}, ${place.momento})`;

/** The columns of {@link RenglonRow}, of the row `r` and its receipt `c`. */
const rowColumns = (reporte: ReporteDeRenglones) => sql`
  r.reporte, r.periodo, r.fecha, r.ncf, r.emisor, r.momento, r.destino, r.nota, r.subtotal, r.itbis, r.total, r.pendientes,
  r.fila, r.linea, c.fuente, c.documento_id, c.nombre, ${reporte === '607' ? sql`c.recibo` : sql`null as recibo`}`;

/** The receipt `c` of the row `r`. */
export const itsReceipt = (reporte: ReporteDeRenglones): RawBuilder<unknown> => sql`
  comprobante c on c.empresa_id = r.empresa_id and c.ambiente = r.ambiente
    and c.sentido = ${sql.lit(reporte === '607' ? 'venta' : 'compra')} and c.emisor = r.emisor and c.ncf = r.ncf`;

/** The rows after a place, in the order of day and number; at most a page of them, or `count`. */
export const rowPage = (
  scope: Scope,
  reporte: ReporteDeRenglones,
  days: Days,
  after: RowPlace | undefined,
  count = pageSize,
) =>
  sql<RenglonRow>`
    select ${rowColumns(reporte)} from (
      select * from renglon r where ${of(scope, reporte, days)} and ${afterRow(after)}
      order by ${inOrder} limit ${count}) r
    join ${itsReceipt(reporte)} order by ${inOrder}`;

/** The rows of a report page by page, in the order of day and number, each page in its own transaction. */
export const rowPages = (
  db: Db,
  scope: Scope,
  reporte: ReporteDeRenglones,
  days: Days,
): AsyncGenerator<readonly RenglonRow[]> =>
  pagesOf(pageSize, async (after) => {
    const { rows } = await db.reading(scope.empresaId, (tx) => rowPage(scope, reporte, days, after).execute(tx));
    return rows;
  });

/**
 * The lines of the TXT of a month in pieces, separated by CRLF and without one at the ends. A row without its line is
 * left out: {@link totalsOf} counts these.
 */
export async function* txtPages(
  db: Db,
  scope: Scope,
  reporte: ReporteDeRenglones,
  periodo: Periodo,
): AsyncGenerator<string> {
  let after: RowPlace | undefined;
  for (;;) {
    const { rows } = await db.reading(scope.empresaId, (tx) =>
      sql<RowPlace & { readonly texto: string | null; readonly cuantas: number }>`
        with page as (
          select r.fecha, r.ncf, r.emisor, r.momento, r.linea from renglon r
          where r.empresa_id = ${scope.empresaId} and r.ambiente = ${scope.ambiente} and r.reporte = ${reporte}
            and ${ofMonths} and r.periodo = ${Number(periodo)}::integer and r.destino = 'detalle' and r.linea is not null
            and ${afterRow(after)}
          order by ${inOrder} limit ${linesSize})
        select whole.texto, whole.cuantas, last.* from (
          select string_agg(linea, E'\r\n' order by fecha, ncf, emisor, momento) as texto, count(*)::integer as cuantas
          from page) whole,
          lateral (select fecha, ncf, emisor, momento from page
            order by fecha desc, ncf desc, emisor desc, momento desc limit 1) last`.execute(tx),
    );
    const [page] = rows;
    if (page?.texto == null) return;
    yield page.texto;
    if (page.cuantas < linesSize) return;
    after = page;
  }
}

/** Totals of the rows of a date range. Credit notes count as negative, later payments only as rows. */
export interface RowTotals {
  readonly filas: number;
  /** Rows with missing answers. */
  readonly pendientes: number;
  /** Rows of the TXT that cannot be written yet. */
  readonly incompletas: number;
  /** Rows of the TXT. */
  readonly detalle: number;
  /** How many rows lack the same combination of answers. */
  readonly faltan: readonly { readonly pendientes: readonly string[]; readonly filas: number }[];
  readonly subtotal: string;
  readonly itbis: string;
  readonly total: string;
}

/** Totals of rows in one scan, grouped by missing fields. */
export async function totalsOf(tx: Tx, scope: Scope, reporte: ReporteDeRenglones, days: Days): Promise<RowTotals> {
  const signed = (column: string) => {
    const amount = sql.ref(`r.${column}`);
    return sql`sum(case when r.nota then -${amount} else ${amount} end) as ${sql.ref(column)}`;
  };
  const total = (column: string) => {
    const amount = sql.ref(`g.${column}`);
    return sql`coalesce(sum(${amount}), 0)::numeric(18, 2) as ${sql.ref(column)}`;
  };
  const { rows } = await sql<RowTotals>`
    select coalesce(sum(g.filas), 0)::integer as filas, coalesce(sum(g.incompletas), 0)::integer as incompletas,
      coalesce(sum(g.detalle), 0)::integer as detalle,
      coalesce(sum(g.filas) filter (where g.pendientes <> '{}'), 0)::integer as pendientes,
      coalesce(json_agg(json_build_object('pendientes', g.pendientes, 'filas', g.filas)) filter (where g.pendientes <> '{}'), '[]')
        as faltan,
      ${total('subtotal')}, ${total('itbis')}, ${total('total')}
    from (
      select r.pendientes, count(*) as filas, count(*) filter (where r.destino = 'detalle' and r.linea is null) as incompletas,
        count(*) filter (where r.destino = 'detalle') as detalle, ${signed('subtotal')}, ${signed('itbis')}, ${signed('total')}
      from renglon r where ${of(scope, reporte, days)} group by r.pendientes) g`.execute(tx);
  return rows[0]!;
}

/** The numbers of the first rows that lack an answer, or a field that the TXT requires. */
export async function openNumbers(
  tx: Tx,
  scope: Scope,
  reporte: ReporteDeRenglones,
  days: Days,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ readonly ncf: string }>`
    select r.ncf from renglon r where ${of(scope, reporte, days)}
      and ${isOpen}
    order by ${inOrder} limit ${most}`.execute(tx);
  return rows.map(({ ncf }) => ncf);
}

/** How many of some rows, or groups of rows, lack each answer. */
export function countByKey(
  rows: readonly { readonly pendientes: readonly string[]; readonly filas?: number }[],
  counted: Record<string, number> = {},
): Record<string, number> {
  for (const { pendientes, filas = 1 } of rows)
    for (const key of pendientes) counted[key] = (counted[key] ?? 0) + filas;
  return counted;
}

/** A row of some receipt. */
export type KeyedRow = ReceiptKey & DerivedRow;

/** The rows `r` of receipts in some reports, each looked up by its key, as receipts are. */
const rowsOfKeys = (
  { empresaId, ambiente }: Scope,
  reportes: readonly ReporteDeRenglones[],
  keys: readonly ReceiptKey[],
  which: RawBuilder<unknown>,
) => sql`
  ${keysAs(keys)} cross join unnest(${reportes}::text[]) as t (reporte)
  cross join lateral (select ${which} from renglon r where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente}
    and r.reporte = t.reporte and r.emisor = k.emisor and r.ncf = k.ncf offset 0) r`;

/** The present rows of receipts: their keys, months and contents. */
export const rowsOfReceipts = (scope: Scope, reportes: readonly ReporteDeRenglones[], keys: readonly ReceiptKey[]) =>
  sql<ReceiptKey & Pick<DerivedRow, 'reporte' | 'periodo' | 'momento' | 'fila'>>`
    select r.emisor, r.ncf, r.reporte, r.periodo, r.momento, r.fila
    from ${rowsOfKeys(scope, reportes, keys, sql`r.*`)}`;

/** The months in which some receipts themselves are reported, not their later payment. */
export async function purchasesReported(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  reporte: ReporteDeRenglones,
  keys: readonly ReceiptKey[],
): Promise<(ReceiptKey & Pick<DerivedRow, 'periodo' | 'fecha'>)[]> {
  const { rows } = await sql<ReceiptKey & Pick<DerivedRow, 'periodo' | 'fecha'>>`
    select r.emisor, r.ncf, r.periodo, r.fecha from ${keysAs(keys)}
    cross join lateral (select r.* from renglon r where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente}
      and r.reporte = ${reporte} and r.emisor = k.emisor and r.ncf = k.ncf and r.momento = 'compra' limit 1) r`.execute(
    tx,
  );
  return rows;
}

/** Removes the rows of receipts. */
export async function removeRows(
  tx: Tx,
  scope: Scope,
  reportes: readonly ReporteDeRenglones[],
  keys: readonly ReceiptKey[],
): Promise<void> {
  await sql`
    delete from renglon where ctid = any(array(
      select r.ctid from ${rowsOfKeys(scope, reportes, keys, sql`r.ctid`)}))`.execute(tx);
}

/** Stores the rows of receipts that have none. */
export async function insertRows(tx: Tx, { empresaId, ambiente }: Scope, rows: readonly KeyedRow[]): Promise<void> {
  const json = JSON.stringify(rows.map(({ why: _, ...row }) => row));
  await sql`
    insert into renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento, destino, nota, subtotal, itbis,
      total, pendientes, fila, linea)
    select ${empresaId}::uuid, ${ambiente}, reporte, periodo, fecha, ncf, emisor, momento, destino, nota, subtotal, itbis,
      total, pendientes, fila, linea
    from json_to_recordset(${json}::json) as n (reporte text, periodo integer, fecha date, ncf text, emisor text,
      momento text, destino text, nota boolean, subtotal numeric, itbis numeric, total numeric, pendientes text[], fila text,
      linea text)`.execute(tx);
}

import { type Ambiente, type Estado, estadosFinales, type MensajeDGII } from '@timbre/contract';
import { resta, tiposECF } from '@timbre/values';
import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Place } from '../../../platform/input/keyset-cursor.ts';
import { listedOf } from '../blocks/listed.ts';
import { type LinksRow, linksSql } from '../issue/annulments.ts';
import { statesSql } from '../states.ts';
import { blockConditions, candidates, conditions, type FacturaFilter, isByName } from './factura-filter.ts';
import { storedDays } from './figures.ts';

/** An order of the list; a name with `-` descends. */
export type Orden = 'recientes' | 'emision' | '-emision' | 'monto' | '-monto' | 'eNCF' | '-eNCF';

/** The column of each order, and its type. */
const columns = {
  emision: { column: sql.ref('d.fecha_emision'), type: sql.raw('date') },
  monto: { column: sql.ref('d.monto_total'), type: sql.raw('numeric') },
  eNCF: { column: sql.ref('d.encf'), type: sql.raw('text') },
} as const;

/** An issued invoice. The last two fields are in the form of its signed XML, which its QR code requires. */
export interface FacturaRow extends LinksRow {
  readonly id: string;
  readonly encf: string;
  readonly tipo: number;
  readonly track_id: string | null;
  readonly rnc_emisor: string;
  readonly razon_social: string;
  readonly rnc_comprador: string | null;
  readonly razon_comprador: string | null;
  readonly estado: Estado;
  readonly monto_total: string;
  /** Whether it documents a purchase of the company. */
  readonly compra: boolean;
  readonly fecha_emision: string;
  readonly fecha_firma: string | null;
  readonly ambiente: Ambiente;
  readonly secuencia_utilizada: boolean | null;
  readonly espera_a: string | null;
  readonly codigo: string | null;
  readonly mensajes: readonly Static<typeof MensajeDGII>[];
  readonly codigo_seguridad: string | null;
  readonly creado: Date;
  readonly orden: number;
  readonly xml_monto_total: string;
  readonly xml_rnc_comprador: string | null;
}

/**
 * The company's issued invoices.
 *
 * @param after the last one already returned; undefined = from the first
 */
export async function listFacturas(
  tx: Tx,
  empresaId: string,
  filter: FacturaFilter,
  orden: Orden,
  after: Place | undefined,
  limit: number,
): Promise<FacturaRow[]> {
  const way = await wayOf(tx, empresaId, filter, orden);
  return (await facturasQuery(empresaId, filter, { orden, way }, after, limit).execute(tx)).rows;
}

/**
 * The signed XML of documents, by their id; null where there is none, or beyond the limit.
 *
 * @param most bytes of XML in all, in the order of the ids
 */
export async function xmlsOf(
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; xml: string | null }>`
    select id, case when sum(octet_length(xml)) over (order by place) <= ${most} then xml end as xml
    from documento join unnest(${ids}::uuid[]) with ordinality as asked (id, place) using (id)
    where empresa_id = ${empresaId}`.execute(tx);
  return new Map(rows.map(({ id, xml }) => [id, xml]));
}

/** The query of {@link listFacturas}. */
export function facturasQuery(
  empresaId: string,
  filter: FacturaFilter,
  sorted: Sorted,
  after: Place | undefined,
  limit: number,
) {
  const { by, page } = pageOf(empresaId, filter, sorted, after, limit);
  return sql<FacturaRow>`
    select d.id, d.encf, d.tipo, d.track_id, d.rnc_emisor, e.razon_social, d.rnc_comprador, d.razon_comprador, d.estado,
      d.monto_total, ${isPurchase} as compra, d.fecha_emision, d.fecha_firma, d.ambiente, d.codigo, d.mensajes, d.secuencia_utilizada, d.espera_a,
      d.codigo_seguridad, d.creado, d.orden, ${linksSql(empresaId)},
      substring(d.xml from '<MontoTotal>([^<]*)<') as xml_monto_total,
      substring(d.xml from '<RNCComprador>([^<]*)<') as xml_rnc_comprador
    from (${page}) d join empresa e on e.id = d.empresa_id
    order by ${by}`;
}

/**
 * How the documents of a filter are read: along an index; along the blocks, newest first, until the page is full; or few of
 * them, all read along the blocks and sorted.
 */
type Way = 'index' | 'newest' | 'all';

/** An order and how its documents are read. */
export interface Sorted {
  readonly orden: Orden;
  readonly way: Way;
}

/** States whose documents an index has in the order of their amount. */
const statesByAmount: ReadonlySet<Estado> = new Set(['rechazado', 'aceptado_condicional']);

/** With fewer documents of a filter, all of them are sorted. */
const fewDocuments = 2_000;

/** The newest documents of a filter first. */
export const newest = (filter: FacturaFilter): Sorted => ({
  orden: 'recientes',
  way: isByName(filter) ? 'index' : 'newest',
});

/** The fastest way to find the documents of a filter in an order. */
export async function wayOf(tx: Tx, empresaId: string, filter: FacturaFilter, orden: Orden): Promise<Way> {
  if (orden === 'recientes' || isByName(filter)) return newest(filter).way;
  const { fechaDesde: _, fechaHasta: __, estado, ...others } = filter;
  const isOrdered = estado === undefined || (columnOf(orden) === 'monto' && statesByAmount.has(estado));
  if (isOrdered && Object.values(others).every((value) => value === undefined)) return 'index';
  return (await countMatches(tx, empresaId, filter, fewDocuments)).comprobantes < fewDocuments ? 'all' : 'index';
}

/** A page of the documents of a filter, and its order. */
export function pageOf(
  empresaId: string,
  filter: FacturaFilter,
  { orden, way }: Sorted,
  after: Place | undefined,
  limit: number,
) {
  const { by, onward } = orderOf(orden, after);
  const all = onward === undefined ? conditions(filter) : [...conditions(filter), onward];
  /** More may have been issued since they were counted. */
  const mostOfFew = 2 * fewDocuments;
  const page = {
    index: sql`select * from documento d where ${listedOf(empresaId, all)} order by ${by} limit ${limit}`,
    newest: alongBlocks(empresaId, filter, all, after, limit),
    all: sql`select * from (${alongBlocks(empresaId, filter, all, undefined, mostOfFew)}) d order by ${by} limit ${limit}`,
  }[way];
  return { by, page };
}

/** The newest documents that meet all conditions of a filter, and perhaps more, before a place. */
function alongBlocks(
  empresaId: string,
  filter: FacturaFilter,
  all: readonly RawBuilder<unknown>[],
  before: Place | undefined,
  limit: number,
): RawBuilder<unknown> {
  const ofBlock = listedOf(empresaId, [...all, sql`d.orden = any(${candidates(empresaId, filter)})`]);
  const reached = before === undefined ? sql`` : sql`and b.primero < ${before.orden}`;
  return sql`
    select d.* from documento_bloque b cross join lateral (
      select * from documento d where ${ofBlock} order by d.orden desc limit ${limit}) d
    where b.empresa_id = ${empresaId} and ${blockConditions(filter)} ${reached}
    order by b.primero desc, d.orden desc limit ${limit}`;
}

/** The place of a row in an order. */
export function placeOf(
  row: Pick<FacturaRow, 'orden' | 'fecha_emision' | 'monto_total' | 'encf'>,
  orden: Orden,
): Place {
  const value = {
    recientes: undefined,
    emision: row.fecha_emision,
    monto: row.monto_total,
    eNCF: row.encf,
  }[columnOf(orden)];
  return { orden: row.orden, ...(value !== undefined && { value }) };
}

/**
 * How many invoices match, the amounts sold and bought with them, and the rejected ones. Credit notes subtract. Without
 * a state in the filter the amounts are those that the DGII accepted, as on Inicio.
 */
interface FacturaSummary {
  readonly comprobantes: number;
  readonly ventas: string;
  readonly compras: string;
  readonly rechazados: number;
}

/** -1 for a type that subtracts. @param tipo of the document, an integer */
export const signSql = (tipo: string) =>
  sql`case when ${sql.ref(tipo)} in (${sql.join(tiposECF.filter((each) => resta(`E${each}`)).map((each) => sql.lit(Number(each))))}) then -1 else 1 end`;

/** Whether documents in a state are included in the amounts. */
export const isAdded = (state: string, estado: Estado | undefined) =>
  estado === undefined ? sql`${sql.ref(state)} in (${statesSql.accepted})` : sql`true`;

/**
 * Counts the invoices that match a filter without a search, from the figures of each day. An undecided state has no
 * figures of its own: its documents are counted, in the blocks that have undecided ones.
 */
export async function summarizeFacturas(tx: Tx, empresaId: string, filter: FacturaFilter): Promise<FacturaSummary> {
  const { fechaDesde, fechaHasta, estado, ambiente, tipo } = filter;
  if (estado !== undefined && !estadosFinales.has(estado)) return countMatches(tx, empresaId, filter, noLimit);
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (fechaDesde !== undefined) all.push(sql`dia >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`dia <= ${fechaHasta}::date`);
  if (ambiente !== undefined) all.push(sql`ambiente = ${ambiente}`);
  if (tipo !== undefined) all.push(sql`tipo = ${tipo}::smallint`);
  if (estado !== undefined) all.push(sql`clase = ${estado}`);
  const where = sql.join(all, sql` and `);
  const { rows } = await sql<FacturaSummary>`
    select coalesce(sum(emitidos), 0)::bigint as comprobantes,
      coalesce(sum(emitidos) filter (where clase = 'rechazado'), 0)::bigint as rechazados,
      coalesce(sum(${signSql('tipo')} * (importe - importe_compra)) filter (where ${isAdded('clase', estado)}), 0.00) as ventas,
      coalesce(sum(${signSql('tipo')} * importe_compra) filter (where ${isAdded('clase', estado)}), 0.00) as compras
    from (${storedDays(empresaId)}) days where ${where}`.execute(tx);
  return rows[0]!;
}

const noLimit = 2 ** 31 - 1;

/** Counts the invoices that match a filter. @param most maximum number counted, the newest ones */
export async function countMatches(
  tx: Tx,
  empresaId: string,
  filter: FacturaFilter,
  most: number,
): Promise<FacturaSummary> {
  const { page } = pageOf(empresaId, filter, newest(filter), undefined, most);
  const { rows } = await sql<FacturaSummary>`select ${counted(filter)} from (${page}) d`.execute(tx);
  return rows[0]!;
}

const counted = ({ estado }: FacturaFilter) => {
  const added = (compra: boolean) =>
    sql`coalesce(sum(${signSql('d.tipo')} * d.monto_total) filter (
      where ${isAdded('d.estado', estado)} and ${isPurchase} = ${sql.lit(compra)}), 0.00)`;
  return sql`count(*) as comprobantes, count(*) filter (where d.estado = 'rechazado') as rechazados,
    ${added(false)} as ventas, ${added(true)} as compras`;
};

const columnOf = (orden: Orden) => orden.replace('-', '') as 'recientes' | keyof typeof columns;

/** The order, and the condition for the rows after a place. */
function orderOf(orden: Orden, after: Place | undefined) {
  const name = columnOf(orden);
  if (name === 'recientes') return { by: sql`d.orden desc`, onward: after && sql`d.orden < ${after.orden}` };
  const { column, type } = columns[name];
  const descends = orden.startsWith('-');
  const direction = sql.raw(descends ? 'desc' : 'asc');
  const onward =
    after && sql`(${column}, d.orden) ${sql.raw(descends ? '<' : '>')} (${after.value}::${type}, ${after.orden})`;
  return { by: sql`${column} ${direction}, d.orden ${direction}`, onward };
}

/** Whether a document `d` documents a purchase of the company: same rule as `sentidoDe` of the package of values. */
export const isPurchase = sql`es_compra(d.tipo, d.espera_a, d.xml)`;

/** The main facts of an issued invoice. */
export interface IssuedRow {
  readonly encf: string;
  readonly estado: Estado;
  readonly monto_total: string;
  readonly fecha_emision: string;
  readonly orden: number;
}

/** The company's latest issued invoices, newest first. @param before the last one already returned */
export async function latestIssued(
  tx: Tx,
  empresaId: string,
  before: number | undefined,
  limit: number,
): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    select encf, estado, monto_total, fecha_emision, orden from documento d
    where ${listedOf(empresaId, before === undefined ? [] : [sql`d.orden < ${before}`])}
    order by orden desc limit ${limit}`.execute(tx);
  return rows;
}

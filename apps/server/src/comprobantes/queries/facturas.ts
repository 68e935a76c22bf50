import { type Ambiente, type Estado, estadosFinales, type MensajeDGII } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Tx } from '../../db/transactions.ts';
import type { Place } from '../../http/keyset-cursor.ts';
import { type LinksRow, linksSql } from '../issue/annulments.ts';
import { keptDays } from './figures.ts';

/** Filter of invoices; dates yyyy-MM-dd, both ends included. */
export interface FacturaFilter {
  readonly fechaDesde?: string;
  readonly fechaHasta?: string;
  readonly estado?: Estado;
  readonly ambiente?: Ambiente;
  /** Any part of the eNCF. */
  readonly eNCF?: string;
  /** Any part of the trackId. */
  readonly trackId?: string;
  readonly tipo?: string;
  /** Any part of the eNCF, the trackId, the buyer's name or RNC, with or without dashes. */
  readonly buscar?: string;
  /** Only these. */
  readonly ids?: readonly string[];
}

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

const eNCFLength = 13;

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
  return (await facturasQuery(empresaId, filter, orden, after, limit).execute(tx)).rows;
}

/** The query of {@link listFacturas}. */
export function facturasQuery(
  empresaId: string,
  filter: FacturaFilter,
  orden: Orden,
  after: Place | undefined,
  limit: number,
) {
  const { by, page } = pageOf(empresaId, filter, orden, after, limit);
  return sql<FacturaRow>`
    select d.id, d.encf, d.tipo, d.track_id, d.rnc_emisor, e.razon_social, d.rnc_comprador, d.razon_comprador, d.estado,
      d.monto_total, d.fecha_emision, d.fecha_firma, d.ambiente, d.codigo, d.mensajes, d.secuencia_utilizada, d.espera_a,
      d.codigo_seguridad, d.creado, d.orden, ${linksSql(empresaId)},
      substring(d.xml from '<MontoTotal>([^<]*)<') as xml_monto_total,
      substring(d.xml from '<RNCComprador>([^<]*)<') as xml_rnc_comprador
    from (${page}) d join empresa e on e.id = d.empresa_id
    order by ${by}`;
}

/** A page of the documents of a filter, and its order. */
export function pageOf(
  empresaId: string,
  filter: FacturaFilter,
  orden: Orden,
  after: Place | undefined,
  limit: number,
) {
  const { by, onward } = orderOf(orden, after);
  const where = listed(empresaId, onward === undefined ? conditions(filter) : [...conditions(filter), onward]);
  return { by, page: sql`select * from documento d where ${where} order by ${by} limit ${limit}` };
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

/** How many invoices match, their sum and the rejected ones. Credit notes subtract. */
export interface FacturaSummary {
  readonly comprobantes: number;
  readonly monto: string;
  readonly rechazados: number;
}

/**
 * Counts the invoices that match a filter without a search, from the figures of each day. An undecided state has no
 * figures of its own: of the days that have undecided documents, the documents are counted.
 */
export async function summarizeFacturas(tx: Tx, empresaId: string, filter: FacturaFilter): Promise<FacturaSummary> {
  const { fechaDesde, fechaHasta, estado, ambiente, tipo } = filter;
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (fechaDesde !== undefined) all.push(sql`dia >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`dia <= ${fechaHasta}::date`);
  if (ambiente !== undefined) all.push(sql`ambiente = ${ambiente}`);
  if (tipo !== undefined) all.push(sql`tipo = ${tipo}::smallint`);
  const isOpen = estado !== undefined && !estadosFinales.has(estado);
  if (estado !== undefined) all.push(sql`clase = ${isOpen ? 'abierto' : estado}`);
  const where = sql.join(all, sql` and `);
  const { rows } = await (isOpen
    ? sql<FacturaSummary>`
        with abiertos as (
          select dia from (${keptDays(empresaId)}) days where ${where} group by dia having sum(emitidos) > 0)
        select ${counted} from documento d
        where ${listed(empresaId, conditions(filter))} and d.fecha_emision in (select dia from abiertos)`
    : sql<FacturaSummary>`
        select coalesce(sum(emitidos), 0)::bigint as comprobantes,
          coalesce(sum(emitidos) filter (where clase = 'rechazado'), 0)::bigint as rechazados,
          coalesce(sum(case when tipo = 34 then -importe else importe end), 0.00) as monto
        from (${keptDays(empresaId)}) days where ${where}`
  ).execute(tx);
  return rows[0]!;
}

/** Counts the invoices that match a filter with a search. @param most at most so many, the newest ones */
export async function countFound(
  tx: Tx,
  empresaId: string,
  filter: FacturaFilter,
  most: number,
): Promise<FacturaSummary> {
  const { rows } = await sql<FacturaSummary>`
    select ${counted} from (
      select tipo, estado, monto_total from documento d where ${listed(empresaId, conditions(filter))}
      order by d.orden desc limit ${most}) d`.execute(tx);
  return rows[0]!;
}

const counted = sql`count(*) as comprobantes, count(*) filter (where d.estado = 'rechazado') as rechazados,
  coalesce(sum(case when d.tipo = 34 then -d.monto_total else d.monto_total end), 0.00) as monto`;

/** The documents that the list has: signed ones, without the summaries. */
export const listed = (empresaId: string, all: readonly RawBuilder<unknown>[]) =>
  all.reduce(
    (so, one) => sql`${so} and ${one}`,
    sql`d.empresa_id = ${empresaId} and d.xml_sha256 is not null and d.resume_a is null`,
  );

const columnOf = (orden: Orden) => orden.replace('-', '') as 'recientes' | keyof typeof columns;

/** The order, and the condition on what comes after a place. */
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

export function conditions(filter: FacturaFilter): RawBuilder<unknown>[] {
  const { fechaDesde, fechaHasta, estado, ambiente, tipo, eNCF, trackId, buscar, ids } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (fechaDesde !== undefined) all.push(sql`d.fecha_emision >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`d.fecha_emision <= ${fechaHasta}::date`);
  if (estado !== undefined) all.push(sql`d.estado = ${estado}`);
  if (ambiente !== undefined) all.push(sql`d.ambiente = ${ambiente}`);
  if (tipo !== undefined) all.push(sql`d.tipo = ${tipo}::smallint`);
  if (eNCF?.length === eNCFLength) all.push(sql`d.encf = ${eNCF.toUpperCase()}`);
  else if (eNCF) all.push(sql`d.encf like ${containing(eNCF.toUpperCase())}`);
  if (trackId) all.push(sql`d.track_id ilike ${containing(trackId)}`);
  if (buscar) all.push(found(buscar));
  if (ids !== undefined) all.push(sql`d.id = any(${ids}::uuid[])`);
  return all;
}

/** A part of the text that is searched: lower case, without accents. */
function found(buscar: string): RawBuilder<unknown> {
  const text = containing(foldText(buscar));
  const digits = buscar.replace(/[\s-]/g, '');
  const rnc = /^\d{2,}$/.test(digits) ? sql` or d.rnc_comprador like ${containing(digits)}` : sql``;
  return sql`(lower(d.encf) like ${text} or lower(d.track_id) like ${text}
    or translate(lower(d.razon_comprador), ${accented}, ${plain}) like ${text}${rnc})`;
}

/** Letters that searches do not tell apart from those of {@link plain}, in the same order. */
export const accented = 'áéíóúüñ';
export const plain = 'aeiouun';

/** A text as it is compared in searches. */
export const foldText = (text: string): string =>
  text.toLowerCase().replace(/[áéíóúüñ]/g, (letter) => plain[accented.indexOf(letter)]!);

/** A text as part of a `like` pattern. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** The main facts of an issued invoice. */
export interface IssuedRow {
  readonly encf: string;
  readonly estado: Estado;
  readonly monto_total: string;
  readonly fecha_emision: string;
}

/** The company's latest issued invoices, newest first. */
export async function latestIssued(tx: Tx, empresaId: string, limit: number): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    select encf, estado, monto_total, fecha_emision from documento
    where empresa_id = ${empresaId} and xml_sha256 is not null and resume_a is null
    order by orden desc limit ${limit}`.execute(tx);
  return rows;
}

import type { Ambiente } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import { foldedSql, foldText } from '../../platform/db/fold.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Place } from '../../platform/input/keyset-cursor.ts';
import { containing, digitsOf } from '../comprobantes/queries/factura-filter.ts';
import { typesWithoutAnswer } from './answering.ts';

/** Filter of received documents; dates yyyy-MM-dd, both ends included. */
export interface ReceivedFilter {
  readonly fechaDesde?: string;
  readonly fechaHasta?: string;
  /** Any part of the eNCF. */
  readonly encf?: string;
  /** Any part of the issuer's name or RNC. */
  readonly emisor?: string;
  readonly tipoDocumento?: string;
  readonly montoMinimo?: string;
  readonly respuesta?: 'pendiente' | 'aceptada' | 'rechazada';
  /** Any part of the eNCF, the issuer's name or RNC. */
  readonly buscar?: string;
}

/** An order of the list; a name with `-` descends. */
export type Orden = 'recientes' | 'emision' | '-emision' | 'monto' | '-monto';

/** A received document without its bytes. */
export interface ReceivedRow {
  readonly id: string;
  readonly orden: number;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly razon_emisor: string;
  readonly tipo: number;
  readonly encf: string;
  readonly fecha_emision: string;
  readonly monto_total: string;
  readonly total_itbis: string;
  readonly codigo_seguridad: string;
  readonly url_qr: string;
  readonly tiene_acuse: boolean;
  readonly via: 'servicio' | 'archivo';
  readonly recibido: Date;
  readonly estado_dgii: string | null;
  readonly respuesta: 'aceptada' | 'rechazada' | null;
  /** Tax id in the signer's certificate. */
  readonly titular: string;
  readonly confirmado: boolean;
}

/** The columns that order the list. */
type OrderedRow = Pick<ReceivedRow, 'orden' | 'fecha_emision' | 'monto_total'>;

const columns = sql`id, orden, ambiente, rnc_emisor, razon_emisor, tipo, encf, fecha_emision, monto_total, total_itbis,
  codigo_seguridad, url_qr, acuse is not null as tiene_acuse, via, recibido, estado_dgii, respuesta, titular, confirmado`;

/** The columns of the orders, and their types. */
const ordered = {
  emision: { column: sql.ref('fecha_emision'), type: sql.raw('date') },
  monto: { column: sql.ref('monto_total'), type: sql.raw('numeric') },
} as const;

/** The company's received documents. @param after the last one already returned; undefined = from the first */
export async function listReceived(
  tx: Tx,
  empresaId: string,
  filter: ReceivedFilter,
  orden: Orden,
  after: Place | undefined,
  limit: number,
): Promise<ReceivedRow[]> {
  const { by, onward } = orderOf(orden, after);
  const all = onward === undefined ? conditions(filter) : [...conditions(filter), onward];
  const { rows } = await sql<ReceivedRow>`
    select ${columns} from recibido where ${within(empresaId, all)} order by ${by} limit ${limit}`.execute(tx);
  return rows;
}

/** The place of the last of the first `count` documents of a filter; `end` if there are fewer. */
export async function placeAfter(
  tx: Tx,
  empresaId: string,
  filter: ReceivedFilter,
  orden: Orden,
  count: number,
): Promise<Place | 'end'> {
  const { by } = orderOf(orden, undefined);
  const { rows } = await sql<OrderedRow>`
    select orden, fecha_emision, monto_total from (
      select orden, fecha_emision, monto_total, row_number() over (order by ${by}) as place from recibido
      where ${within(empresaId, conditions(filter))} order by ${by} limit ${count}) first
    where place = ${count}`.execute(tx);
  return rows[0] === undefined ? 'end' : placeOf(rows[0], orden);
}

/** The XML of a document and its acknowledgement, as text; null where there is none, or beyond the limit. */
interface Files {
  readonly xml: string | null;
  readonly acuse: string | null;
}

/**
 * The files of documents, by their id. @param most bytes of XML in all; documents beyond it have none
 */
export async function filesOf(
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, Files>> {
  const { rows } = await sql<{ id: string; xml: Buffer | null; acuse: Buffer | null }>`
    select id, acuse,
      case when sum(octet_length(xml)) over (order by place) <= ${most} and not sin_bytes then xml end as xml
    from recibido join unnest(${ids}::uuid[]) with ordinality as asked (id, place) using (id)
    where empresa_id = ${empresaId}`.execute(tx);
  return new Map(rows.map(({ id, xml, acuse }) => [id, { xml: textOf(xml), acuse: textOf(acuse) }]));
}

const textOf = (bytes: Buffer | null) => bytes?.toString('utf8') ?? null;

/** How many documents match, up to a maximum. */
export async function countReceived(tx: Tx, empresaId: string, filter: ReceivedFilter, most: number): Promise<number> {
  const { rows } = await sql<{ cuantas: number }>`
    select count(*) as cuantas from (
      select from recibido where ${within(empresaId, conditions(filter))} limit ${most}) found`.execute(tx);
  return rows[0]!.cuantas;
}

/**
 * Counts the confirmed documents issued since a day that have no commercial answer although their type takes one. Also
 * returns the first day of issue among them.
 *
 * @param desde yyyy-MM-dd
 * @param most maximum number counted
 */
export async function countUnanswered(tx: Tx, empresaId: string, desde: string, most: number) {
  const { rows } = await sql<Unanswered>`${unanswered(empresaId, desde, most)}`.execute(tx);
  return rows[0]!;
}

/** Documents without an answer, and the first day of issue among them. */
interface Unanswered {
  readonly cantidad: number;
  readonly primera: string | null;
}

const unanswered = (empresaId: string | RawBuilder<string>, desde: string, most: number) => sql`
  select count(*) as cantidad, min(fecha_emision) as primera from (
    select fecha_emision from recibido
    where empresa_id = ${empresaId} and respuesta is null and confirmado and fecha_emision >= ${desde}::date
      and tipo <> all(${typesWithoutAnswer}::smallint[])
    order by fecha_emision limit ${most}) found`;

/** {@link countUnanswered} of some companies. */
export async function countUnansweredOf(tx: Tx, empresaIds: readonly string[], desde: string, most: number) {
  const { rows } = await sql<Unanswered & { readonly empresa_id: string }>`
    select w.id as empresa_id, found.* from unnest(${empresaIds}::uuid[]) as w (id)
    cross join lateral (${unanswered(sql<string>`w.id`, desde, most)}) found`.execute(tx);
  return rows;
}

/** One document, without its bytes. */
export async function findReceived(tx: Tx, empresaId: string, id: string): Promise<ReceivedRow | undefined> {
  const { rows } = await sql<ReceivedRow>`
    select ${columns} from recibido where empresa_id = ${empresaId} and id = ${id}`.execute(tx);
  return rows[0];
}

/** How many other documents have the number of a document, up to a maximum. */
export async function countOthers(tx: Tx, empresaId: string, id: string, most: number): Promise<number> {
  const { rows } = await sql<{ cuantos: number }>`
    select count(*)::integer as cuantos from (
      select from recibido r join recibido o on o.empresa_id = r.empresa_id and o.ambiente = r.ambiente
        and o.rnc_emisor = r.rnc_emisor and o.encf = r.encf and o.id <> r.id
      where r.empresa_id = ${empresaId} and r.id = ${id} limit ${most}) found`.execute(tx);
  return rows[0]!.cuantos;
}

/** The bytes of a document, with its acknowledgement. */
export const readBytes = (tx: Tx, empresaId: string, id: string) =>
  tx
    .selectFrom('recibido')
    .select(['xml', 'acuse', 'rnc_emisor', 'encf', 'codigo_seguridad', 'ambiente', 'sin_bytes'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst();

const shownRefusals = 100;

/** The last documents that were not received. */
export const listRefusals = (tx: Tx, empresaId: string) =>
  tx
    .selectFrom('recepcion_rechazada')
    .select(['encf', 'rnc_emisor', 'motivo', 'detalle', 'via', 'direccion', 'veces', 'ultima'])
    .where('empresa_id', '=', empresaId)
    .orderBy('ultima', 'desc')
    .limit(shownRefusals)
    .execute();

/** The place of a row in an order. */
export function placeOf(row: OrderedRow, orden: Orden): Place {
  const value = { recientes: undefined, emision: row.fecha_emision, monto: row.monto_total }[nameOf(orden)];
  return { orden: row.orden, ...(value !== undefined && { value }) };
}

const nameOf = (orden: Orden) => orden.replace('-', '') as 'recientes' | keyof typeof ordered;

function orderOf(orden: Orden, after: Place | undefined) {
  const name = nameOf(orden);
  if (name === 'recientes') return { by: sql`orden desc`, onward: after && sql`orden < ${after.orden}` };
  const { column, type } = ordered[name];
  const descends = orden.startsWith('-');
  const direction = sql.raw(descends ? 'desc' : 'asc');
  const onward =
    after && sql`(${column}, orden) ${sql.raw(descends ? '<' : '>')} (${after.value}::${type}, ${after.orden})`;
  return { by: sql`${column} ${direction}, orden ${direction}`, onward };
}

const within = (empresaId: string, all: readonly RawBuilder<unknown>[]) =>
  sql.join([sql`empresa_id = ${empresaId}`, ...all], sql` and `);

/** Whether the company may still answer it: its type takes an answer, and the DGII did not reject it. */
const awaitsAnswer = sql`(respuesta is null and estado_dgii is distinct from 'rechazado'
  and tipo <> all(${[...typesWithoutAnswer]}::smallint[]))`;

function conditions(filter: ReceivedFilter): RawBuilder<unknown>[] {
  const { fechaDesde, fechaHasta, encf, emisor, tipoDocumento, montoMinimo, respuesta, buscar } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (fechaDesde !== undefined) all.push(sql`fecha_emision >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`fecha_emision <= ${fechaHasta}::date`);
  if (tipoDocumento !== undefined) all.push(sql`tipo = ${tipoDocumento}::smallint`);
  if (montoMinimo !== undefined) all.push(sql`monto_total >= ${montoMinimo}::numeric`);
  if (respuesta === 'pendiente') all.push(awaitsAnswer);
  else if (respuesta !== undefined) all.push(sql`respuesta = ${respuesta}`);
  if (encf) all.push(numbered(encf));
  if (emisor) all.push(ofIssuer(emisor));
  if (buscar) all.push(sql`(${numbered(buscar)} or ${ofIssuer(buscar)})`);
  return all;
}

const numbered = (part: string) => sql`encf like ${containing(part.toUpperCase())}`;

function ofIssuer(part: string): RawBuilder<unknown> {
  const digits = digitsOf(part);
  const rnc = digits === undefined ? sql`` : sql` or rnc_emisor like ${containing(digits)}`;
  return sql`(${foldedSql(sql.ref('razon_emisor'))} like ${containing(foldText(part))}${rnc})`;
}

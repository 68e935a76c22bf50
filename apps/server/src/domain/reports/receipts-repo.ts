import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Respuestas } from './answer-keys.ts';
import { excluidoPor } from './pending-repo.ts';
import type { Scope } from './scope.ts';
import type { Fuente, Sentido } from './tables.ts';

/** The key of a receipt: its issuer and its number. */
export interface ReceiptKey {
  readonly emisor: string;
  readonly ncf: string;
}

/** A receipt as it is read from its document, or from paper. */
export interface NewReceipt extends ReceiptKey {
  readonly sentido: Sentido;
  readonly periodo: number;
  readonly fecha: string;
  readonly nombre: string;
  readonly fuente: Fuente;
  readonly documento_id: string | null;
  readonly recibo: string;
  readonly respuestas: Respuestas;
  readonly excluido: string | null;
}

/** A receipt with its answers, as it is stored. */
export interface StoredReceipt
  extends ReceiptKey,
    Pick<NewReceipt, 'sentido' | 'periodo' | 'nombre' | 'fuente' | 'documento_id' | 'recibo'> {
  /** JSON. */
  readonly respuestas: string;
  readonly excluido: string | null;
}

/** The columns of a {@link StoredReceipt}, of the alias `c`. */
const columns = sql`c.sentido, c.emisor, c.ncf, c.periodo, c.nombre, c.fuente, c.documento_id, c.recibo, c.respuestas,
  c.excluido`;

/** Keys as the rows `k` of a query. */
export const keysAs = (keys: readonly ReceiptKey[]) =>
  sql`unnest(${keys.map(({ emisor }) => emisor)}::text[], ${keys.map(({ ncf }) => ncf)}::text[]) as k (emisor, ncf)`;

/**
 * Stores receipts in a fixed order, which prevents deadlocks between two transactions. Documents take precedence over
 * receipts loaded by a person, and these over QuickBooks; a document that the DGII has not accepted comes after them
 * all, and is replaced by another one of its number. A receipt that was excluded because of its old source is included
 * again. The answers of a person are retained.
 *
 * @returns those that were stored, with their present answers; `nuevo`: no receipt of its number was stored before
 */
export async function storeReceipts(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  receipts: readonly NewReceipt[],
  derivado: number,
  now: Date,
): Promise<(StoredReceipt & { readonly nuevo: boolean })[]> {
  const json = JSON.stringify(receipts.map((each) => ({ ...each, respuestas: JSON.stringify(each.respuestas) })));
  const { rows } = await sql<StoredReceipt & { readonly nuevo: boolean }>`
    insert into comprobante as c (empresa_id, ambiente, sentido, emisor, ncf, periodo, fecha, nombre, fuente, documento_id,
      recibo, respuestas, excluido, derivado, cambiado)
    select ${empresaId}::uuid, ${ambiente}, sentido, emisor, ncf, periodo, fecha, nombre, fuente, documento_id, recibo,
      respuestas, excluido, ${derivado}::smallint, ${now}::timestamptz
    from json_to_recordset(${json}::json) as r (sentido text, emisor text, ncf text, periodo integer, fecha date, nombre text,
      fuente text, documento_id uuid, recibo text, respuestas text, excluido text)
    order by sentido, emisor, ncf
    on conflict (empresa_id, ambiente, sentido, emisor, ncf) do update set
      periodo = excluded.periodo, fecha = excluded.fecha, nombre = excluded.nombre, fuente = excluded.fuente,
      documento_id = excluded.documento_id, recibo = excluded.recibo,
      respuestas = (excluded.respuestas::jsonb || c.respuestas::jsonb)::text,
      excluido = coalesce(excluded.excluido,
        case when c.excluido not in (${excluidoPor.quickbooks}, ${excluidoPor.desconocido})
          and (c.documento_id = excluded.documento_id or c.excluido <> ${excluidoPor.dgii}) then c.excluido end),
      derivado = excluded.derivado, cambiado = excluded.cambiado
      where c.documento_id = excluded.documento_id
        or case when excluded.excluido = ${excluidoPor.desconocido} then c.excluido = ${excluidoPor.quickbooks}
          else c.excluido = ${excluidoPor.desconocido} or c.fuente = 'quickbooks'
            or c.fuente = 'cargado' and excluded.fuente <> 'quickbooks'
            or c.fuente = 'recibido' and excluded.fuente = 'recibido' and excluded.excluido is null and not exists (
              select from recibido r where r.empresa_id = c.empresa_id and r.id = c.documento_id and r.confirmado) end
    returning ${columns}, c.xmax = 0 as nuevo`.execute(tx);
  return rows;
}

/**
 * The receipt of each row `k`, looked up one by one. For a plain join, a planner without statistics would read all
 * receipts of the company and compare each with all keys.
 */
const receiptOfKey = (
  { empresaId, ambiente }: Scope,
  sentido: Sentido,
  which: RawBuilder<unknown>,
  how = sql`limit 1`,
) => sql`
  cross join lateral (select ${which} from comprobante c
    where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido} and c.emisor = k.emisor
      and c.ncf = k.ncf ${how}) c`;

/** The receipts of some keys, locked in the order of their keys. */
export async function lockReceipts(
  tx: Tx,
  scope: Scope,
  sentido: Sentido,
  keys: readonly ReceiptKey[],
): Promise<StoredReceipt[]> {
  const { rows } = await sql<StoredReceipt>`
    select c.* from (select * from ${keysAs(keys)} order by emisor, ncf) k
    ${receiptOfKey(scope, sentido, columns, sql`limit 1 for update`)}`.execute(tx);
  return rows;
}

/** The receipts of some keys. */
export async function findReceipts(
  tx: Tx,
  scope: Scope,
  sentido: Sentido,
  keys: readonly ReceiptKey[],
): Promise<StoredReceipt[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<StoredReceipt>`
    select c.* from ${keysAs(keys)} ${receiptOfKey(scope, sentido, columns)}`.execute(tx);
  return rows;
}

/** The receipts of some documents. */
export async function receiptsOfDocuments(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  ids: readonly string[],
): Promise<StoredReceipt[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredReceipt>`
    select ${columns} from comprobante c
    where c.empresa_id = ${empresaId} and c.documento_id = any(${ids}::uuid[]) and c.documento_id is not null
      and c.ambiente = ${ambiente}`.execute(tx);
  return rows;
}

/** Those of the keys whose receipt comes from a document of the platform. */
export async function fromDocuments(
  tx: Tx,
  scope: Scope,
  sentido: Sentido,
  keys: readonly ReceiptKey[],
): Promise<ReceiptKey[]> {
  const { rows } = await sql<ReceiptKey>`
    select c.emisor, c.ncf from ${keysAs(keys)}
    ${receiptOfKey(scope, sentido, sql`c.emisor, c.ncf, c.fuente`)}
    where c.fuente not in ('cargado', 'quickbooks')`.execute(tx);
  return rows;
}

/** Stores the answers of receipts, whether they are excluded from the reports, and the version that made their rows. */
export async function changeReceipts(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  receipts: readonly StoredReceipt[],
  derivado: number,
  now: Date,
): Promise<void> {
  const changed = receipts.map(({ sentido, emisor, ncf, respuestas, excluido }) => {
    return { sentido, emisor, ncf, respuestas, excluido };
  });
  await sql`
    update comprobante c set respuestas = r.respuestas, excluido = r.excluido, derivado = ${derivado}::smallint,
      cambiado = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(changed)}::json)
      as r (sentido text, emisor text, ncf text, respuestas text, excluido text)
    where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = r.sentido and c.emisor = r.emisor
      and c.ncf = r.ncf`.execute(tx);
}

/** Keys of receipts of some months whose rows an older version made, up to a maximum. */
export async function outdatedReceipts(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  sentido: Sentido,
  months: readonly number[],
  derivado: number,
  most: number,
): Promise<ReceiptKey[]> {
  const { rows } = await sql<ReceiptKey>`
    select emisor, ncf from comprobante
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and sentido = ${sentido}
      and periodo > 0 and periodo = any(${months}::integer[]) and derivado < ${derivado}::smallint
    limit ${most}`.execute(tx);
  if (rows.length > 0 || sentido === 'venta') return rows;
  // A purchase of an earlier month that was paid in one of these.
  const paid = await sql<ReceiptKey>`
    select c.emisor, c.ncf from renglon r
    join comprobante c on c.empresa_id = r.empresa_id and c.ambiente = r.ambiente and c.sentido = 'compra'
      and c.emisor = r.emisor and c.ncf = r.ncf
    where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.reporte = '606' and r.momento = 'pago'
      and r.periodo = any(${months}::integer[]) and c.derivado < ${derivado}::smallint
    limit ${most}`.execute(tx);
  return paid.rows;
}

/** Updates the database's statistics of receipts and rows: a plan made while they were few would take minutes on many. */
export async function analyzeReceipts(tx: Tx): Promise<void> {
  await sql`select analiza_renglones()`.execute(tx);
}

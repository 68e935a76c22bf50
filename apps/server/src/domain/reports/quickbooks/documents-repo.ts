import type { QuickBooksEntity } from '@timbre/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Days, Scope } from '../scope.ts';
import type { Sentido } from '../tables.ts';

/** The key of a QuickBooks document within its QuickBooks company. */
export interface QuickBooksKey {
  readonly entidad: QuickBooksEntity;
  readonly qb_id: string;
}

/** A document of QuickBooks as it is stored, without its company. */
export type QuickBooksRow = Omit<Row<'quickbooks_documento'>, 'empresa_id' | 'ambiente' | 'realm'>;

/** The company, and the QuickBooks company whose documents are stored. */
export interface RealmScope extends Scope {
  readonly realm: string;
}

const keysAs = (keys: readonly QuickBooksKey[]) =>
  sql`unnest(${keys.map(({ entidad }) => entidad)}::text[], ${keys.map(({ qb_id }) => qb_id)}::text[]) as k (entidad, qb_id)`;

const ofRealm = ({ empresaId, ambiente, realm }: RealmScope) =>
  sql`d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.realm = ${realm}`;

/**
 * The document of each row `k`: looked up one by one. As a plain join, a planner without statistics reads all documents of the
 * company and compares each with all keys.
 */
const documentOfKey = (scope: RealmScope, which: RawBuilder<unknown>) => sql`
  cross join lateral (select ${which} from quickbooks_documento d
    where ${ofRealm(scope)} and d.entidad = k.entidad and d.qb_id = k.qb_id limit 1) d`;

/** The columns of a document, of the alias `d`. */
const columns = sql`d.entidad, d.qb_id, d.estado, d.sentido, d.fecha, d.emisor, d.ncf, d.rnc, d.monto, d.itbis, d.codigo,
  d.motivo, d.huella, d.registro, d.visto`;

/** The day stored for a document without one. */
export const undated = '0001-01-01';

/**
 * True of all documents. Queries by day include it because the index by day is partial with this condition, so that it
 * serves no other queries.
 */
export const ofDays = sql`d.fecha >= '0001-01-01'`;

/** The stored rows of some documents. */
export const knownDocuments = (scope: RealmScope, keys: readonly QuickBooksKey[]) =>
  sql<QuickBooksRow>`select d.* from ${keysAs(keys)} ${documentOfKey(scope, columns)}`;

/** The numbers of some documents, by `Bill:12`. */
export async function numbersOf(
  tx: Tx,
  scope: RealmScope,
  keys: readonly QuickBooksKey[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<QuickBooksKey & { readonly ncf: string }>`
    select d.* from ${keysAs(keys)} ${documentOfKey(scope, sql`d.entidad, d.qb_id, d.ncf`)}
    where d.ncf is not null`.execute(tx);
  return new Map(rows.map(({ entidad, qb_id, ncf }) => [`${entidad}:${qb_id}`, ncf]));
}

/** The documents that make the receipts of some numbers. */
export async function documentsOfNumbers(
  tx: Tx,
  scope: RealmScope,
  keys: readonly { readonly sentido: Sentido; readonly emisor: string; readonly ncf: string }[],
) {
  const { rows } = await sql<
    QuickBooksKey & { readonly sentido: Sentido; readonly emisor: string; readonly ncf: string }
  >`
    select d.entidad, d.qb_id, d.sentido, d.emisor, d.ncf
    from unnest(${keys.map(({ sentido }) => sentido)}::text[], ${keys.map(({ emisor }) => emisor)}::text[],
      ${keys.map(({ ncf }) => ncf)}::text[]) as k (sentido, emisor, ncf)
    cross join lateral (select d.entidad, d.qb_id, d.sentido, d.emisor, d.ncf from quickbooks_documento d
      where ${ofRealm(scope)} and d.sentido = k.sentido and d.ncf = k.ncf and d.emisor = k.emisor and d.estado = 'recibo'
      offset 0) d`.execute(tx);
  return rows;
}

/** Stores the results of documents. */
export async function saveDocuments(
  tx: Tx,
  { empresaId, ambiente, realm }: RealmScope,
  rows: readonly QuickBooksRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into quickbooks_documento (empresa_id, ambiente, realm, entidad, qb_id, estado, sentido, fecha, emisor, ncf, rnc,
      monto, itbis, codigo, motivo, huella, registro, visto)
    select ${empresaId}::uuid, ${ambiente}, ${realm}, entidad, qb_id, estado, sentido, fecha, emisor, ncf, rnc, monto, itbis,
      codigo, motivo, huella, registro, visto
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (entidad text, qb_id text, estado text, sentido text,
      fecha date, emisor text, ncf text, rnc text, monto numeric, itbis numeric, codigo text, motivo text, huella text,
      registro text, visto timestamptz)
    order by entidad, qb_id
    on conflict (empresa_id, ambiente, realm, entidad, qb_id) do update set
      estado = excluded.estado, sentido = excluded.sentido, fecha = excluded.fecha, emisor = excluded.emisor,
      ncf = excluded.ncf, rnc = excluded.rnc, monto = excluded.monto, itbis = excluded.itbis, codigo = excluded.codigo,
      motivo = excluded.motivo, huella = excluded.huella, registro = excluded.registro, visto = excluded.visto`.execute(
    tx,
  );
}

/** Records that documents arrived unchanged. */
export async function markSeen(
  tx: Tx,
  { empresaId, ambiente, realm }: RealmScope,
  rows: readonly QuickBooksRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const known = rows.map(({ entidad, qb_id, estado, sentido, fecha }) => ({ entidad, qb_id, estado, sentido, fecha }));
  // An insertion finds each row by its key, regardless of their number.
  await sql`
    insert into quickbooks_documento (empresa_id, ambiente, realm, entidad, qb_id, estado, sentido, fecha, visto)
    select ${empresaId}::uuid, ${ambiente}, ${realm}, entidad, qb_id, estado, sentido, fecha, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(known)}::json)
      as r (entidad text, qb_id text, estado text, sentido text, fecha date)
    on conflict (empresa_id, ambiente, realm, entidad, qb_id) do update set visto = excluded.visto`.execute(tx);
}

/** Prevents other transactions from storing documents of the company until this one ends. */
export async function lockBooks(tx: Tx, { empresaId }: RealmScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quickbooks ${empresaId}`}, 0))`.execute(tx);
}

/**
 * Documents of some kinds and days, and of those without a day, that did not arrive since an instant, up to a maximum.
 */
export async function unseenDocuments(
  tx: Tx,
  scope: RealmScope,
  entidades: readonly QuickBooksEntity[],
  { desde, hasta }: Days,
  since: Date,
  most: number,
): Promise<QuickBooksKey[]> {
  const { rows } = await sql<QuickBooksKey>`
    select d.entidad, d.qb_id from quickbooks_documento d
    where ${ofRealm(scope)} and d.entidad = any(${entidades}::text[])
      and (d.fecha between ${desde}::date and ${hasta}::date or d.fecha = ${undated}::date) and ${ofDays}
      and d.estado <> 'borrado' and d.visto < ${since}::timestamptz
    order by d.entidad, d.qb_id limit ${most}`.execute(tx);
  return rows;
}

/**
 * The ids of the documents of a kind and some days, and of those without a day, that arrived since an instant, up to a
 * maximum.
 */
export async function cameSince(
  tx: Tx,
  scope: RealmScope,
  entidad: QuickBooksEntity,
  { desde, hasta }: Days,
  since: Date,
  most: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ qb_id: string }>`
    select d.qb_id from quickbooks_documento d
    where ${ofRealm(scope)} and d.entidad = ${entidad}
      and (d.fecha between ${desde}::date and ${hasta}::date or d.fecha = ${undated}::date) and ${ofDays}
      and d.estado <> 'borrado' and d.visto >= ${since}::timestamptz
    limit ${most}`.execute(tx);
  return new Set(rows.map(({ qb_id }) => qb_id));
}

/** Deletes documents that made no receipt. */
export async function forgetDocuments(tx: Tx, scope: RealmScope, keys: readonly QuickBooksKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from quickbooks_documento where ctid = any(array(
      select d.ctid from ${keysAs(keys)} ${documentOfKey(scope, sql`d.ctid`)}))`.execute(tx);
}

/** A document that makes no receipt, or that waits, with the columns of a list. */
export type QuickBooksFault = Pick<
  QuickBooksRow,
  'entidad' | 'qb_id' | 'estado' | 'sentido' | 'fecha' | 'ncf' | 'codigo' | 'motivo'
>;

/**
 * The documents of some days, and those without a day, that make no receipt, wait or were deleted, by day; those after
 * a place, up to a maximum.
 * @param sentido left out: purchases and sales
 */
export async function quickbooksFaults(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  { desde, hasta }: Days,
  after: Pick<QuickBooksFault, 'fecha' | 'entidad' | 'qb_id'> | undefined,
  most: number,
  sentido?: Sentido,
): Promise<QuickBooksFault[]> {
  const later =
    after === undefined
      ? sql`true`
      : sql`(d.fecha, d.entidad, d.qb_id) > (${after.fecha}::date, ${after.entidad}, ${after.qb_id})`;
  const { rows } = await sql<QuickBooksFault>`
    select d.entidad, d.qb_id, d.estado, d.sentido, d.fecha, d.ncf, d.codigo, d.motivo from quickbooks_documento d
    where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.estado in ('falla', 'espera', 'borrado')
      and ${sentido === undefined ? sql`true` : sql`d.sentido = ${sentido}`}
      and (d.fecha between ${desde}::date and ${hasta}::date or d.fecha = ${undated}::date) and ${later}
    order by d.fecha, d.entidad, d.qb_id limit ${most}`.execute(tx);
  return rows;
}

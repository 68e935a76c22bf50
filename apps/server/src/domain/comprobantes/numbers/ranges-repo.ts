import type { Ambiente } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Change, NewRow, Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

export type SecuenciaRow = Row<'secuencia'>;

/** The company's ranges of e-CF. */
export const listSecuencias = (tx: Tx, empresaId: string): Promise<SecuenciaRow[]> =>
  tx
    .selectFrom('secuencia')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('tipo', '>', 0)
    .orderBy('ambiente')
    .orderBy('tipo')
    .orderBy('desde')
    .limit(1_000)
    .execute();

/** The earliest expiry of the company's ranges in an environment, yyyy-MM-dd. */
export async function firstExpiry(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<string | undefined> {
  const { rows } = await sql<{ vence: string | null }>`
    select min(vence) as vence from secuencia where empresa_id = ${empresaId} and ambiente = ${ambiente}`.execute(tx);
  return rows[0]?.vence ?? undefined;
}

/** Active dates of Fechas Asignadas: the latest of each type of e-CF, yyyy-MM-dd. */
export async function assignedExpiries(tx: Tx, empresaId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('fecha_vencimiento')
    .select((each) => ['tipo', each.fn.max('fecha').as('fecha')])
    .where('empresa_id', '=', empresaId)
    .where('serie', '=', 'E')
    .where('activo', '=', true)
    .groupBy('tipo')
    .execute();
  return new Map(rows.map(({ tipo, fecha }) => [tipo, fecha]));
}

/** An interval of numbers: two ranges of one prefix and environment must not overlap. */
export interface Stretch {
  readonly ambiente: Ambiente;
  readonly prefijo: string;
  readonly desde: number;
  readonly hasta: number;
}

/** A stored range that overlaps one of the intervals passed; `at` is the index of that interval. */
export interface Clash {
  readonly at: number;
  readonly desde: number;
  readonly hasta: number;
  readonly vence: string | null;
}

/** @param except id of a range that is about to be changed and is not compared */
export async function clashes(
  tx: Tx,
  empresaId: string,
  stretches: readonly Stretch[],
  except: string | null = null,
): Promise<Clash[]> {
  const { rows } = await sql<Clash>`
    select n.at - 1 as at, s.desde, s.hasta, s.vence from unnest(
      ${stretches.map(({ ambiente }) => ambiente)}::text[], ${stretches.map(({ prefijo }) => prefijo)}::text[],
      ${stretches.map(({ desde }) => desde)}::bigint[], ${stretches.map(({ hasta }) => hasta)}::bigint[])
      with ordinality as n (ambiente, prefijo, desde, hasta, at)
    join secuencia s on s.empresa_id = ${empresaId} and s.ambiente = n.ambiente and s.prefijo = n.prefijo
      and s.desde <= n.hasta and s.hasta >= n.desde and s.id is distinct from ${except}::uuid
    order by n.at, s.desde limit 1000`.execute(tx);
  return rows;
}

export const insertSecuencias = (tx: Tx, rows: NewRow<'secuencia'>[]): Promise<SecuenciaRow[]> =>
  tx
    .insertInto('secuencia')
    .values(rows.map((row) => ({ prefijo: `E${row.tipo}`, ...row })))
    .returningAll()
    .execute();

/**
 * A range by its id. With `held` it is locked: transactions that number from it, or change it, wait until this one
 * ends.
 */
export function findSecuencia(tx: Tx, empresaId: string, id: string, held = false): Promise<SecuenciaRow | undefined> {
  const query = tx.selectFrom('secuencia').selectAll().where('empresa_id', '=', empresaId).where('id', '=', id);
  return (held ? query.forUpdate() : query).executeTakeFirst();
}

/** Ranges of credit notes in one environment: those of e-CF 34, and those of other prefixes. */
export const listRangosNC = (tx: Tx, empresaId: string, ambiente: Ambiente): Promise<SecuenciaRow[]> =>
  tx
    .selectFrom('secuencia')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('tipo', 'in', [0, 34])
    .orderBy('prefijo')
    .orderBy('desde')
    .limit(1_000)
    .execute();

export const updateSecuencia = (tx: Tx, row: Pick<SecuenciaRow, 'empresa_id' | 'id'>, change: Change<'secuencia'>) =>
  tx
    .updateTable('secuencia')
    .set(change)
    .where('empresa_id', '=', row.empresa_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deleteSecuencia(tx: Tx, { empresa_id, id }: SecuenciaRow): Promise<void> {
  await tx.deleteFrom('secuencia').where('empresa_id', '=', empresa_id).where('id', '=', id).execute();
}

/**
 * The issuer whose documents take numbers from the company's ranges: the company's own RNC. Undefined for the
 * demonstration company, whose ranges also serve the issuers of certification sets.
 */
export type IssuerRnc = string | undefined;

/** Numbers of a range that are left. @param ahead those used from the stored next one on */
export const leftOf = (
  { desde, hasta, siguiente }: Pick<SecuenciaRow, 'desde' | 'hasta' | 'siguiente'>,
  ahead: number,
): number => hasta - desde + 1 - (siguiente - desde + ahead);

const by = (rncEmisor: IssuerRnc) => (rncEmisor === undefined ? sql`` : sql`and rnc_emisor = ${rncEmisor}`);

/** The documents or reconciled numbers of a range, up to `last`. */
const drawn = ({ empresa_id, ambiente, tipo, desde }: SecuenciaRow, rncEmisor: IssuerRnc, last: number) =>
  sql`empresa_id = ${empresa_id} and ambiente = ${ambiente} and tipo = ${tipo} and numero between ${desde} and ${last} ${by(rncEmisor)}`;

/** Runs of numbers that are voided, or being voided. */
const isVoided = sql`estado <> 'rechazado'`;

/** The numbers of a range, from its stored next number on, that documents brought or that are voided. */
export interface Ahead {
  /** How many. */
  readonly used: number;
  /** The first number that is free: the next one that is issued. */
  readonly next: number;
}

/** The {@link Ahead} of the range `s`. @param by the condition on the issuer of its numbers */
const aheadOf = (by: RawBuilder<unknown>) => {
  const from = sql`n.empresa_id = s.empresa_id and n.ambiente = s.ambiente and n.tipo = s.tipo
    and n.numero between s.siguiente and s.hasta ${by}`;
  return sql`
    with numbers as (
      select n.numero from documento n where ${from} and n.xml_sha256 is not null
      union
      select n.numero from numero_conciliado n where ${from}),
    voided as (
      select greatest(n.desde, s.siguiente) as desde, least(n.hasta, s.hasta) as hasta from anulacion n
      where n.empresa_id = s.empresa_id and n.ambiente = s.ambiente and n.tipo = s.tipo ${by} and n.${isVoided}
        and n.desde <= s.hasta and n.hasta >= s.siguiente)
    select (select count(*) from numbers) + (select coalesce(sum(hasta - desde + 1), 0)::bigint from voided) as used, (
      select min(free.numero) from (
        select s.siguiente as numero union all select numero + 1 from numbers union all select hasta + 1 from voided) free
      where not exists (select from numbers taken where taken.numero = free.numero)
        and not exists (select from voided where free.numero between voided.desde and voided.hasta)) as next`;
};

/** A range in use, with its own expiry or that of its type, and the numbers used from its stored next one on. */
export interface RangeInUse
  extends Pick<SecuenciaRow, 'empresa_id' | 'tipo' | 'desde' | 'hasta' | 'siguiente' | 'vence'> {
  readonly used: number;
}

/** The active ranges of some companies, each in the environment of its company. */
export async function rangesInUse(
  tx: Tx,
  companies: readonly { readonly id: string; readonly rnc: string; readonly ambiente: Ambiente }[],
): Promise<RangeInUse[]> {
  const { rows } = await sql<RangeInUse>`
    select s.empresa_id, s.tipo, s.desde, s.hasta, s.siguiente, coalesce(s.vence, (
      select max(f.fecha) from fecha_vencimiento f
      where f.empresa_id = s.empresa_id and f.serie = 'E' and f.tipo = s.tipo::text and f.activo)) as vence, ahead.used
    from unnest(${companies.map(({ id }) => id)}::uuid[], ${companies.map(({ rnc }) => rnc)}::text[],
      ${companies.map(({ ambiente }) => ambiente)}::text[]) as w (id, rnc, ambiente)
    join secuencia s on s.empresa_id = w.id and s.ambiente = w.ambiente and s.tipo > 0 and s.activo
    cross join lateral (${aheadOf(sql`and n.rnc_emisor = w.rnc`)}) ahead
    order by s.empresa_id, s.tipo, s.desde`.execute(tx);
  return rows;
}

/** The numbers used ahead of each range, by its id; ranges without any are left out. */
export async function usedAhead(
  tx: Tx,
  empresaId: string,
  ranges: readonly SecuenciaRow[],
  rncEmisor: IssuerRnc,
): Promise<ReadonlyMap<string, Ahead>> {
  const { rows } = await sql<Ahead & { id: string }>`
    select s.id, ahead.used, ahead.next from secuencia s cross join lateral (${aheadOf(by(rncEmisor))}) ahead
    where s.empresa_id = ${empresaId} and s.id = any(${ranges.map(({ id }) => id)}::uuid[]) and ahead.used > 0`.execute(
    tx,
  );
  return new Map(rows.map(({ id, used, next }) => [id, { used, next }]));
}

/**
 * The highest numbers of a range that a document, a reconciliation or an annulment holds: in the whole range, and
 * before the next number.
 */
interface Taken {
  readonly highest: number | null;
  readonly issued: number | null;
}

export async function takenFrom(tx: Tx, range: SecuenciaRow, rncEmisor: IssuerRnc): Promise<Taken> {
  const highestUpTo = (last: number) => sql`greatest(
    (select max(numero) from documento where ${drawn(range, rncEmisor, last)} and xml_sha256 is not null),
    (select max(numero) from numero_conciliado where ${drawn(range, rncEmisor, last)}),
    (select max(least(hasta, ${last}::bigint)) from anulacion where empresa_id = ${range.empresa_id}
      and ambiente = ${range.ambiente} and tipo = ${range.tipo} ${by(rncEmisor)} and ${isVoided}
      and desde <= ${last} and hasta >= ${range.desde}))`;
  const { rows } = await sql<Taken>`
    select ${highestUpTo(range.hasta)} as highest, ${highestUpTo(range.siguiente - 1)} as issued`.execute(tx);
  return rows[0]!;
}

/**
 * The state of a number: the document that has it now, the authority's answer about a number that was lost, or `anulado`.
 */
export interface NumberRow {
  readonly numero: number;
  readonly documento_id: string | null;
  /** State of the document; for a lost number, the authority's answer. */
  readonly estado: string;
  readonly ocupa_numero: boolean;
  readonly en: Date;
}

/**
 * Used numbers of a range below `before`, the highest first. If several documents have one number (signed again, or
 * rejected with it unused), the row is of the one that holds it, else of the latest.
 */
export async function listNumbers(
  tx: Tx,
  range: SecuenciaRow,
  rncEmisor: IssuerRnc,
  before: number,
  limit: number,
): Promise<NumberRow[]> {
  const own = drawn(range, rncEmisor, Math.min(range.hasta, before - 1));
  const { empresa_id, ambiente, tipo, desde, hasta } = range;
  const { rows } = await sql<NumberRow>`
    select distinct on (numero) numero, documento_id, estado, ocupa_numero, en from (
      (select numero, null::uuid as documento_id, 'anulado' as estado, true as ocupa_numero, firmada as en from anulacion
        cross join lateral generate_series(least(hasta, ${Math.min(hasta, before - 1)}::bigint),
          greatest(desde, ${desde}::bigint, least(hasta, ${Math.min(hasta, before - 1)}::bigint) - ${limit}), -1) as numero
        where empresa_id = ${empresa_id} and ambiente = ${ambiente} and tipo = ${tipo} ${by(rncEmisor)} and ${isVoided}
        order by numero desc limit ${limit})
      union all
      (select distinct on (numero) numero, id as documento_id, estado, ocupa_numero, creado as en from documento
        where ${own} and xml_sha256 is not null and resume_a is null
        order by numero desc, ocupa_numero desc, orden desc limit ${limit})
      union all
      (select distinct on (numero) numero, null, estado, true, en from numero_conciliado where ${own}
        order by numero desc limit ${limit})) used
    order by numero desc, documento_id nulls last limit ${limit}`.execute(tx);
  return rows;
}

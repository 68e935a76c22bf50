import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** A buyer's answer to an invoice of the company, as its signer claims it. */
export interface ApprovalRow {
  readonly xml_sha256: Buffer;
  readonly aprobada: boolean;
  readonly motivo: string | null;
  readonly fecha_hora: string;
  readonly titular: string;
  readonly recibida: Date;
  /** Its signer is known to sign for the buyer. */
  readonly conocida: boolean;
}

/** Maximum number of answers of one signer stored for one invoice; a buyer needs only one. */
export const mostApprovals = 20;
/** Maximum number of answers shown of one invoice. */
const mostShown = 50;

/** An invoice whose answers are searched: its id, environment and buyer. */
interface Answered {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_comprador: string | null;
}

/** Whether the signer of the answer `a` is known to sign for the buyer of its invoice. */
const knownFor = ({ ambiente, rnc_comprador }: Answered) => sql`exists (
  select from firmante f where f.empresa_id = a.empresa_id and f.ambiente = ${ambiente} and f.rnc = ${rnc_comprador}
    and f.huella = a.firmante)`;

/**
 * The answers to an invoice, those of known signers first, each kind the newest first. Of too many, those are shown that
 * strangers cannot hide with theirs: the newest of each signer before its older ones, acceptances and rejections in turn.
 */
export async function approvalsOf(tx: Tx, empresaId: string, invoice: Answered): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    with todas as (
      select a.xml_sha256, a.aprobada, a.motivo, a.fecha_hora, a.titular, a.firmante, a.recibida,
        ${knownFor(invoice)} as conocida
      from aprobacion_recibida a where a.empresa_id = ${empresaId} and a.documento_id = ${invoice.id}),
    turnos as (
      select *, row_number() over (partition by aprobada, firmante order by recibida desc) as turno from todas),
    lugares as (
      select *, row_number() over (partition by conocida, aprobada order by turno, recibida desc) as lugar from turnos),
    vistas as (select * from lugares order by conocida desc, lugar limit ${mostShown})
    select xml_sha256, aprobada, motivo, fecha_hora, titular, recibida, conocida from vistas
    order by conocida desc, recibida desc`.execute(tx);
  return rows;
}

/** The bytes of an answer to an invoice. @param sum SHA-256 of them */
export async function approvalBytes(tx: Tx, empresaId: string, id: string, sum: Buffer): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('aprobacion_recibida')
    .select('xml')
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .where('xml_sha256', '=', sum)
    .executeTakeFirst();
  return row?.xml;
}

/**
 * The answers that count: those of known signers if there are any, otherwise all. They contradict each other if one
 * accepts and another rejects.
 */
export function standingAnswers<A extends Pick<ApprovalRow, 'conocida'>>(all: readonly A[]): readonly A[] {
  const known = all.filter(({ conocida }) => conocida);
  return known.length > 0 ? known : all;
}

/**
 * The position of a signer towards an invoice: whether the signer is known for the buyer, and the number of the
 * signer's stored answers.
 */
export async function placeOfSigner(
  tx: Tx,
  empresaId: string,
  { id, ambiente, rnc_comprador }: Answered,
  firmante: string,
): Promise<{ readonly conocida: boolean; readonly suyas: number }> {
  const { rows } = await sql<{ conocida: boolean; suyas: number }>`
    select exists (select from firmante where empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc = ${rnc_comprador}
        and huella = ${firmante}) as conocida,
      (select count(*)::integer from (select from aprobacion_recibida where empresa_id = ${empresaId}
        and documento_id = ${id} and firmante = ${firmante} limit ${mostApprovals}) s) as suyas`.execute(tx);
  return rows[0]!;
}

/** Whether an invoice has an answer of the opposite kind that an answer does not outweigh. */
export async function isContradicted(
  tx: Tx,
  empresaId: string,
  invoice: Answered,
  { aprobada, conocida }: { readonly aprobada: boolean; readonly conocida: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from aprobacion_recibida a
    where a.empresa_id = ${empresaId} and a.documento_id = ${invoice.id} and a.aprobada <> ${aprobada}
      and (${knownFor(invoice)} or not ${conocida}::boolean) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Stores an answer. Returns false if the same bytes were stored before. */
export async function storeApproval(tx: Tx, row: NewRow<'aprobacion_recibida'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('aprobacion_recibida')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

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
  /**
   * Another answer states the opposite, and both count. The answers of known signers count if there are any,
   * otherwise all.
   */
  readonly contradice: boolean;
}

/** Maximum number of answers of one signer stored for one invoice; a buyer needs only one. */
export const mostApprovals = 20;

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

/** The part of the answers to an invoice that a caller asks for. */
export interface ApprovalsPart {
  readonly limite: number;
  /** Position of the last answer of the part before. */
  readonly after?: number | undefined;
}

/**
 * A part of the answers to an invoice, those of known signers first, each kind the newest first. In the first parts are
 * those that strangers cannot hide with theirs: the newest of each signer before its older ones, acceptances and
 * rejections in turn. The parts have all answers, whatever the number of signers.
 *
 * @returns the part, and the position of its last answer if there is another part
 */
export async function approvalsOf(
  tx: Tx,
  empresaId: string,
  invoice: Answered,
  { limite, after = 0 }: ApprovalsPart,
): Promise<{ readonly rows: ApprovalRow[]; readonly next: number | undefined }> {
  const { rows } = await sql<ApprovalRow>`
    with todas as (
      select a.xml_sha256, a.aprobada, a.motivo, a.fecha_hora, a.titular, a.firmante, a.recibida,
        ${knownFor(invoice)} as conocida
      from aprobacion_recibida a where a.empresa_id = ${empresaId} and a.documento_id = ${invoice.id}),
    turnos as (
      select *, row_number() over (partition by aprobada, firmante order by recibida desc) as turno from todas),
    lugares as (
      select *,
        row_number() over (partition by conocida, aprobada order by turno, recibida desc, xml_sha256) as lugar,
        conocida = bool_or(conocida) over () and bool_or(aprobada) over (partition by conocida)
          and bool_or(not aprobada) over (partition by conocida) as contradice
      from turnos),
    orden as (
      select *, row_number() over (order by conocida desc, lugar, aprobada desc) as orden from lugares)
    select xml_sha256, aprobada, motivo, fecha_hora, titular, recibida, conocida, contradice from orden
    where orden > ${after}
    order by orden limit ${limite + 1}`.execute(tx);
  const part = rows.slice(0, limite).sort(knownAndNewestFirst);
  return { rows: part, next: rows.length > limite ? after + limite : undefined };
}

const knownAndNewestFirst = (one: ApprovalRow, other: ApprovalRow): number => {
  if (one.conocida !== other.conocida) return one.conocida ? -1 : 1;
  return other.recibida.getTime() - one.recibida.getTime();
};

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

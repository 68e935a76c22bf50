import { sql } from 'kysely';
import { statesSql } from '../comprobantes/states.ts';
import type { Tx } from '../db/transactions.ts';
import type { Days, Scope } from './scope.ts';

/** Where the next batch begins: after this day and this place in the order of the documents. */
export interface Place {
  readonly fecha: string;
  readonly orden: number;
}

/** A document without receipt, or a received one whose receipt says otherwise whether it is reported. */
export interface UnreadDocument extends Place {
  readonly id: string;
  /** Null where it is too large for a batch, or known. */
  readonly xml: string | Buffer | null;
  readonly bytes: number;
  /** Why it is not reported. */
  readonly excluido: string | null;
  /** Its receipt is there, and only `excluido` changed. */
  readonly conocido: boolean;
  readonly emisor: string;
  readonly ncf: string;
}

/** Bytes of a document that comes with its batch; a larger one is read by itself. */
export const largeDocument = 64 * 1024;

/** The accepted documents of the company, of some days, that no receipt was read from. */
export async function unreadIssued(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  { hasta }: Days,
  after: Place,
  most: number,
): Promise<UnreadDocument[]> {
  const { rows } = await sql<UnreadDocument>`
    select d.id, d.fecha_emision as fecha, d.orden, octet_length(d.xml) as bytes, null as excluido, false as conocido,
      d.rnc_emisor as emisor, d.encf as ncf, case when octet_length(d.xml) <= ${largeDocument} then d.xml end as xml
    from documento d
    where d.empresa_id = ${empresaId} and d.xml_sha256 is not null and d.resume_a is null and not d.es_rfce
      and d.ambiente = ${ambiente} and d.estado in (${statesSql.accepted}) and d.fecha_emision <= ${hasta}::date
      and (d.fecha_emision, d.orden) > (${after.fecha}::date, ${after.orden}::bigint)
      and not exists (select from comprobante c where c.empresa_id = d.empresa_id and c.documento_id = d.id)
    order by d.fecha_emision, d.orden limit ${most}`.execute(tx);
  return rows;
}

/** Reasons that follow from the answers of the company and of the DGII; any other is of a person. */
export const excluidoPor = {
  rechazada: 'Su empresa lo rechazó comercialmente',
  dgii: 'La DGII lo rechazó',
  desconocido: 'La DGII todavía no lo ha aceptado',
  quickbooks: 'Se borró o cambió en QuickBooks',
} as const;

/** The received documents of some days without receipt, and those whose receipt no longer says why they are not reported. */
export async function unreadReceived(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  { hasta }: Days,
  after: Place,
  most: number,
): Promise<UnreadDocument[]> {
  const { rows } = await sql<UnreadDocument>`
    select r.id, r.fecha_emision as fecha, r.orden, octet_length(r.xml) as bytes, r.excluido,
      c.documento_id is not null as conocido, r.rnc_emisor as emisor, r.encf as ncf,
      case when c.documento_id is null and octet_length(r.xml) <= ${largeDocument} then r.xml end as xml
    from (
      select *, case when respuesta = 'rechazada' then ${excluidoPor.rechazada}
        when estado_dgii = 'rechazado' then ${excluidoPor.dgii}
        when estado_dgii not in (${statesSql.accepted}) then ${excluidoPor.desconocido} end as excluido
      from recibido) r
    left join comprobante c on c.empresa_id = r.empresa_id and c.documento_id = r.id
    where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.fecha_emision <= ${hasta}::date
      and (r.fecha_emision, r.orden) > (${after.fecha}::date, ${after.orden}::bigint)
      and (c.documento_id is null or c.excluido is distinct from r.excluido
        and (c.excluido is null or c.excluido = any(${Object.values(excluidoPor)}::text[])))
    order by r.fecha_emision, r.orden limit ${most}`.execute(tx);
  return rows;
}

/** The XML of one document, issued or received. */
export async function xmlOf(
  tx: Tx,
  empresaId: string,
  table: 'documento' | 'recibido',
  id: string,
): Promise<string | Buffer | undefined> {
  const { rows } = await sql<{ xml: string | Buffer }>`
    select xml from ${sql.table(table)} where empresa_id = ${empresaId} and id = ${id}`.execute(tx);
  return rows[0]?.xml;
}

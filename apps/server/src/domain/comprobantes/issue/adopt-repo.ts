import type { Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import { isQueued, type NewDocumento } from './store.ts';

/** A signed document that has, or had, a certain number. */
export interface Holder {
  readonly id: string;
  readonly tipo: number;
  readonly es_rfce: boolean;
  readonly resume_a: string | null;
  readonly estado: Estado;
  readonly ocupa_numero: boolean;
  /** It was rejected and its number may be used again. */
  readonly libre: boolean;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly codigo_seguridad: string;
  readonly origen: NewDocumento['origen'];
  readonly importacion_id: string | null;
  readonly en_cola: boolean;
  /** It may have been sent with its present signature. */
  readonly intentado: boolean;
}

/** The signed documents with a number, locked: first the one that holds it, then from the latest to the oldest. */
export async function findHolders(tx: Tx, { id, ambiente, rnc }: Issuer, eNCF: string): Promise<readonly Holder[]> {
  const { rows } = await sql<Holder>`
    select d.id, d.tipo, d.es_rfce, d.resume_a, d.estado, d.ocupa_numero, d.codigo_seguridad, d.origen, d.importacion_id,
      d.estado = 'rechazado' and d.secuencia_utilizada is false as libre, encode(d.xml_sha256, 'hex') as sha256,
      ${isQueued} as en_cola,
      exists (select from intento i where i.empresa_id = d.empresa_id and i.documento_id = d.id and i.operacion = 'envio'
        and i.numero > d.intento_base and i.resultado is distinct from 'no_enviado') as intentado
    from documento d
    where d.empresa_id = ${id} and d.ambiente = ${ambiente} and d.rnc_emisor = ${rnc} and d.encf = ${eNCF}
      and d.xml_sha256 is not null
    order by d.ocupa_numero desc, d.orden desc for update of d`.execute(tx);
  return rows;
}

/** The signed bytes of a document. */
export async function xmlOf(tx: Tx, empresaId: string, id: string): Promise<string> {
  const { xml } = await tx
    .selectFrom('documento')
    .select('xml')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return xml ?? '';
}

/** Sets the origin of documents: `api` once a program asked to send documents that were only signed. */
export async function setOrigen(
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
  origen: NewDocumento['origen'],
): Promise<void> {
  await sql`update documento set origen = ${origen} where empresa_id = ${empresaId} and id = any(${ids}::uuid[])`.execute(
    tx,
  );
}

/** Links a summary to the invoice that it summarises; null removes the link. */
export async function setSummarised(tx: Tx, empresaId: string, id: string, resumeA: string | null): Promise<void> {
  await tx
    .updateTable('documento')
    .set({ resume_a: resumeA })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute();
}

/**
 * Restores a rejected invoice whose number was not used: it takes its number again, with the same bytes, because its
 * summary is sent again.
 */
export async function reviveInvoice(tx: Tx, empresaId: string, id: string): Promise<void> {
  await tx
    .updateTable('documento')
    .set({ estado: 'firmado', ocupa_numero: true, codigo: null, mensajes: '[]', secuencia_utilizada: null })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute();
}

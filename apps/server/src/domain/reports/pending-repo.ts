import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import { statesSql } from '../comprobantes/states.ts';
import type { Days, Scope } from './scope.ts';

/** Source of documents: issued by the company, or received from its suppliers. */
export type FuenteDeDocumento = 'emitido' | 'recibido';

/** The place of a line of `comprobante_por_leer`: the day of its document, and when it was added. */
export interface Place {
  readonly fecha: string;
  readonly orden: number;
}

/** A line of `comprobante_por_leer` with its document. */
export interface Pending extends Place {
  readonly id: string;
  /**
   * `leer`: the document has no receipt yet. `cambiar`: its receipt differs in whether it is reported. Null: nothing is
   * to be done.
   */
  readonly tarea: 'leer' | 'cambiar' | null;
  /** Null if it is too large for a batch, or is not to be read. */
  readonly xml: string | Buffer | null;
  readonly bytes: number;
  /** Why it is not reported. */
  readonly excluido: string | null;
  readonly emisor: string;
  readonly ncf: string;
}

/** Maximum size in bytes of a document that is read with its batch; a larger one is read alone. */
const largeDocument = 64 * 1024;

/** The first lines after a place. */
const lines = (
  { empresaId, ambiente }: Scope,
  fuente: FuenteDeDocumento,
  { hasta }: Days,
  after: Place,
  most: number,
) =>
  sql`select * from comprobante_por_leer
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and fuente = ${fuente} and fecha <= ${hasta}::date
      and (fecha, orden) > (${after.fecha}::date, ${after.orden}::bigint)
    order by fecha, orden limit ${most}`;

/** The lines of issued documents of some days. */
export async function listPendingIssued(
  tx: Tx,
  scope: Scope,
  days: Days,
  after: Place,
  most: number,
): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select p.fecha, p.orden, p.documento_id as id, octet_length(d.xml) as bytes, null as excluido, d.rnc_emisor as emisor,
      d.encf as ncf, case when d.id is not null and c.ncf is null then 'leer' end as tarea,
      case when c.ncf is null and octet_length(d.xml) <= ${largeDocument} then d.xml end as xml
    from (${lines(scope, 'emitido', days, after, most)}) p
    left join documento d on d.empresa_id = p.empresa_id and d.id = p.documento_id and d.xml_sha256 is not null
      and d.resume_a is null and not d.es_rfce and d.ambiente = p.ambiente and d.estado in (${statesSql.accepted})
    left join comprobante c on c.empresa_id = p.empresa_id and c.documento_id = p.documento_id
    order by p.fecha, p.orden`.execute(tx);
  return rows;
}

/**
 * Reasons that follow from the answers of the company and of the DGII, or from QuickBooks; any other was written by a
 * person.
 */
export const excluidoPor = {
  rechazada: 'Su empresa lo rechazó comercialmente',
  dgii: 'La DGII lo rechazó',
  desconocido: 'La DGII todavía no lo ha aceptado',
  quickbooks: 'Se borró o cambió en QuickBooks',
} as const;

/**
 * The lines of received documents of some days. One that is not confirmed is in no report.
 */
export async function listPendingReceived(
  tx: Tx,
  scope: Scope,
  days: Days,
  after: Place,
  most: number,
): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select p.fecha, p.orden, p.documento_id as id, octet_length(r.xml) as bytes, r.excluido, r.rnc_emisor as emisor,
      r.encf as ncf,
      case when r.id is null then null when c.ncf is null then 'leer'
        when c.excluido is distinct from r.excluido
          and (c.excluido is null or c.excluido = any(${Object.values(excluidoPor)}::text[])) then 'cambiar' end as tarea,
      case when c.ncf is null and octet_length(r.xml) <= ${largeDocument} then r.xml end as xml
    from (${lines(scope, 'recibido', days, after, most)}) p
    left join lateral (
      select *, case when respuesta = 'rechazada' then ${excluidoPor.rechazada}
        when estado_dgii = 'rechazado' then ${excluidoPor.dgii}
        when not confirmado then ${excluidoPor.desconocido} end as excluido
      from recibido where empresa_id = p.empresa_id and id = p.documento_id and ambiente = p.ambiente) r on true
    left join comprobante c on c.empresa_id = p.empresa_id and c.documento_id = p.documento_id
    order by p.fecha, p.orden`.execute(tx);
  return rows;
}

/** Removes lines that were processed, in the order in which they were listed. */
export async function removeLines(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  fuente: FuenteDeDocumento,
  places: readonly Place[],
): Promise<void> {
  await sql`
    delete from comprobante_por_leer
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and fuente = ${fuente}
      and fecha between ${places[0]!.fecha}::date and ${places.at(-1)!.fecha}::date
      and orden = any(${places.map(({ orden }) => orden)}::bigint[])`.execute(tx);
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

import type { Ambiente, piloto } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import { hasSummary } from '../../domain/comprobantes/imports/conditions.ts';
import { isQueued } from '../../domain/comprobantes/issue/store.ts';
import { statesSql } from '../../domain/comprobantes/states.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// The documents of an import in the groups that the DGII requires in sequence for the certification.

/** A group of documents. */
type DocumentPhase = Exclude<piloto.FaseDePiloto['fase'], 'aprobaciones'>;

/** The groups in their order. @source FACTS §12: an invoice before its notes, summaries after them */
export const documentPhases: readonly DocumentPhase[] = ['facturas', 'notas', 'resumenes'];

/** The progress of the documents of a group. */
export interface PhaseTally {
  readonly total: number;
  readonly firmados: number;
  readonly aceptados: number;
  readonly rechazados: number;
  /** Sent, with an unknown answer, and no job asks for it any more. */
  readonly sin_confirmar: number;
  /** Queued or sent, and not decided. */
  readonly en_camino: number;
}

/** Full consumer invoices that have a summary are in no group: the person uploads them in the portal. */
const phaseOf = sql`case when d.es_rfce then 'resumenes'
  when ${hasSummary} then null
  when d.tipo in (33, 34) then 'notas' else 'facturas' end`;

const decided = sql`d.estado in (${statesSql.accepted}, 'rechazado')`;

const ofImport = (empresaId: string, importacionId: string): RawBuilder<unknown> =>
  sql`d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId}`;

/** The progress of each group of an import; groups without documents are left out. */
export async function tallyPhases(
  tx: Tx,
  empresaId: string,
  importacionId: string,
): Promise<ReadonlyMap<DocumentPhase, PhaseTally>> {
  const { rows } = await sql<PhaseTally & { fase: DocumentPhase }>`
    select fase, count(*)::integer as total,
      count(*) filter (where firmado)::integer as firmados,
      count(*) filter (where estado in (${statesSql.accepted}))::integer as aceptados,
      count(*) filter (where estado = 'rechazado')::integer as rechazados,
      count(*) filter (where estado = 'sin_confirmar' and not en_cola)::integer as sin_confirmar,
      count(*) filter (where en_cola and not decidido)::integer as en_camino
    from (select ${phaseOf} as fase, d.estado, d.xml_sha256 is not null as firmado, ${isQueued} as en_cola,
        ${decided} as decidido
      from documento d where ${ofImport(empresaId, importacionId)}) d
    where fase is not null group by fase`.execute(tx);
  return new Map(rows.map(({ fase, ...tally }) => [fase, tally]));
}

/** The next signed documents of a group that are not on their way, in the order of the workbook. */
export async function nextOfPhase(
  tx: Tx,
  empresaId: string,
  importacionId: string,
  fase: DocumentPhase,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documento d where ${ofImport(empresaId, importacionId)} and d.estado = 'firmado'
      and not ${isQueued} and ${phaseOf} = ${fase}
    order by d.orden limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The signed invoices of an import whose summary the DGII accepted. */
export async function acceptedBySummary(
  tx: Tx,
  empresaId: string,
  importacionId: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documento d join documento r on r.empresa_id = d.empresa_id
      and r.importacion_id = d.importacion_id and r.resume_a = d.id and r.estado in (${statesSql.accepted})
    where ${ofImport(empresaId, importacionId)} and d.xml_sha256 is not null
    order by d.orden limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * How many e-CF and RFCE of an import the DGII accepted since it last rejected one.
 *
 * @source Proceso de certificación para ser emisor electrónico, p. 8, note 4: a rejection restarts the test
 */
export async function acceptedInARow(tx: Tx, empresaId: string, importacionId: string): Promise<number> {
  const { rows } = await sql<{ seguidos: number }>`
    with ended as (
      select d.estado, (select max(i.terminado) from intento i where i.empresa_id = d.empresa_id
        and i.documento_id = d.id) as en
      from documento d where ${ofImport(empresaId, importacionId)} and ${phaseOf} is not null and ${decided})
    select count(*)::integer as seguidos from ended e where e.estado <> 'rechazado'
      and e.en > coalesce((select max(r.en) from ended r where r.estado = 'rechazado'), '-infinity')`.execute(tx);
  return rows[0]!.seguidos;
}

/** One kind of printed form that the DGII requires: a type, and for consumer invoices whether it has a summary. */
export interface PrintedSlot {
  readonly nombre: string;
  readonly tipo: number;
  readonly resumida: boolean;
}

/** The accepted document of a kind with the highest number in an environment; undefined if there is none. */
export async function lastAccepted(
  tx: Tx,
  { empresaId, ambiente, rnc }: { readonly empresaId: string; readonly ambiente: Ambiente; readonly rnc: string },
  { tipo, resumida }: PrintedSlot,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documento d
    where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.rnc_emisor = ${rnc} and d.tipo = ${tipo}
      and not d.es_rfce
      and d.estado in (${statesSql.accepted}) and d.xml_sha256 is not null
      and ${resumida} = exists (select from documento r where r.empresa_id = d.empresa_id and r.resume_a = d.id)
    order by d.numero desc limit 1`.execute(tx);
  return rows[0]?.id;
}

import type { ResumenDocumento } from '@timbre/contract';
import type { RFCE } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type ImportScope, isStopped, named } from '../imports/conditions.ts';
import type { Pedido } from '../imports/signing-repo.ts';
import type { Occupant } from '../numbers/occupants.ts';
import { statesSql } from '../states.ts';

/** The state of a rehearsed document; `pendiente`: nothing was done yet. */
type Rehearsed = Pick<ResumenDocumento, 'id' | 'estado' | 'trackId' | 'secuenciaUtilizada' | 'mensajes' | 'errores'>;

/** A document to be rehearsed, with its summary if the workbook had or implied one. */
export interface ToRehearse {
  readonly id: string;
  readonly tipo: number;
  readonly encf: string;
  readonly rnc_emisor: string;
  readonly fila: number | null;
  readonly monto_total: string | null;
  readonly espera_a: string | null;
  readonly pedido: Pedido;
  readonly conserva_fecha: boolean;
  /** The date that it was signed with in the rehearsal. */
  readonly fecha_firma: string | null;
  /** JSON of the tree; null once it is signed for real. */
  readonly arbol: string | null;
  /** The XML signed for real: its own, or that of its summary. */
  readonly xml: string | null;
  readonly resumen_id: string | null;
  readonly resumen: RFCE | null;
}

/** The result of the rehearsal of one document. */
export type Outcome = Rehearsed & { readonly fechaFirma: string | null };

/** Place in the order of sending: notes after all else. A summary goes with its invoice. */
const turno = sql`case when d.es_rfce then null when d.tipo in (33, 34) then d.orden + (1::bigint << 48) else d.orden end`;

/** A request for documents of an import. */
interface Asked {
  /** Undefined: all of them. */
  readonly ids: readonly string[] | undefined;
  readonly now: Date;
}

/**
 * Requests the signing in the rehearsal of unsigned documents of an import, the named ones or all, unless they are
 * signed in the rehearsal already.
 *
 * @returns how many, summaries included
 */
export async function askToSign(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { ids, conservaFecha, now }: Asked & { readonly conservaFecha: boolean },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into ensayo (empresa_id, documento_id, importacion_id, pedido, turno, estado, conserva_fecha, cambiado)
    select d.empresa_id, d.id, d.importacion_id, 'firma', ${turno}, 'pendiente', ${conservaFecha}, ${now}
    from documento d left join ensayo e on e.empresa_id = d.empresa_id and e.documento_id = d.id
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado = 'pendiente' and ${named(ids)}
      and coalesce(e.estado, 'pendiente') in ('pendiente', 'error') and not ${isStopped}
    on conflict (empresa_id, documento_id) do update set pedido = 'firma', estado = 'pendiente', errores = '[]',
      conserva_fecha = excluded.conserva_fecha, cambiado = excluded.cambiado`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Requests the sending in the rehearsal of the documents of an import that are signed in it, or for real; the named
 * ones, or all.
 *
 * @returns how many, summaries included
 */
export async function askToSend(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { ids, now }: Asked,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into ensayo (empresa_id, documento_id, importacion_id, pedido, turno, estado, cambiado)
    select d.empresa_id, d.id, d.importacion_id, 'envio', ${turno}, 'firmado', ${now}
    from documento d left join ensayo e on e.empresa_id = d.empresa_id and e.documento_id = d.id
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado in ('pendiente', 'firmado')
      and ${named(ids)} and coalesce(e.estado, d.estado) = 'firmado'
    on conflict (empresa_id, documento_id) do update set pedido = 'envio', errores = '[]', cambiado = excluded.cambiado`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Limits of a batch, and when it is taken. */
interface RehearsalBatch {
  /** Documents. */
  readonly most: number;
  /** Sum of the characters of their trees and XML; a larger document goes alone. */
  readonly characters: number;
  readonly now: Date;
}

/**
 * Takes the next requested documents of an import, in the order of sending; those to be sent are marked as in process,
 * with their summaries. An interrupted rehearsal takes them again.
 */
export async function takeNext(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { most, characters, now }: RehearsalBatch,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with asked as materialized (
      select documento_id as id, turno from ensayo
      where empresa_id = ${empresaId} and importacion_id = ${importacionId} and pedido is not null and turno is not null
      order by turno limit ${most}),
    sized as (
      select a.id, a.turno, sum(coalesce(length(d.arbol::text), length(d.xml))) over (order by a.turno) as upto
      from asked a join documento d on d.empresa_id = ${empresaId} and d.id = a.id),
    fitting as (
      select id from sized where upto <= ${characters} or turno = (select min(turno) from asked)),
    marked as (
      update ensayo e set estado = 'en_proceso', cambiado = ${now}
      from fitting f join documento d on d.empresa_id = ${empresaId} and (d.id = f.id or d.resume_a = f.id)
      where e.empresa_id = ${empresaId} and e.documento_id = d.id and e.pedido = 'envio')
    select id from fitting`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The documents to be rehearsed, in the order of sending. */
export async function listToRehearse(
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
): Promise<readonly ToRehearse[]> {
  const { rows } = await sql<ToRehearse>`
    select d.id, d.tipo, d.encf, d.rnc_emisor, d.fila, d.monto_total, d.espera_a, e.pedido, e.conserva_fecha, e.fecha_firma,
      d.arbol::text as arbol, coalesce(r.xml, d.xml) as xml, r.id as resumen_id, r.arbol as resumen
    from ensayo e join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
    left join documento r on r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id and r.resume_a = d.id
    where e.empresa_id = ${empresaId} and e.documento_id = any(${ids}::uuid[]) and e.pedido is not null
    order by e.turno`.execute(tx);
  return rows;
}

/** Stores results of a rehearsal, each with its summary, and removes their requests, even those made meanwhile. */
export async function storeOutcomes(tx: Tx, empresaId: string, outcomes: readonly Outcome[], now: Date): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    update ensayo e set pedido = null, estado = r.estado, fecha_firma = r."fechaFirma", track_id = r."trackId",
      secuencia_utilizada = r."secuenciaUtilizada", mensajes = r.mensajes, errores = r.errores, cambiado = ${now}
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as r(id uuid, estado text, "fechaFirma" text, "trackId" text,
      "secuenciaUtilizada" boolean, mensajes jsonb, errores jsonb)
    where e.empresa_id = ${empresaId} and e.documento_id = r.id`.execute(tx);
}

/** How many documents of an import are rehearsed, and how many of them are still to be signed and to be sent. */
export async function tallyRehearsed(tx: Tx, { empresaId, importacionId }: ImportScope) {
  const { rows } = await sql<{ total: number; firmar: number; enviar: number }>`
    select count(*) as total, count(*) filter (where pedido = 'firma') as firmar,
      count(*) filter (where pedido = 'envio') as enviar
    from ensayo where empresa_id = ${empresaId} and importacion_id = ${importacionId}`.execute(tx);
  return rows[0]!;
}

/** The states of some documents in their rehearsal. */
export async function statesOf(tx: Tx, empresaId: string, ids: readonly string[]) {
  const { rows } = await sql<Pick<Rehearsed, 'id' | 'estado'>>`
    select documento_id as id, estado from ensayo
    where empresa_id = ${empresaId} and documento_id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, estado }) => [id, estado]));
}

/** Numbers that documents of an import hold in its rehearsal, with the id of each document. */
export async function heldNumbers(tx: Tx, { empresaId, importacionId }: ImportScope, eNCFs: readonly string[]) {
  const { rows } = await sql<{ encf: string; id: string }>`
    select d.encf, d.id from ensayo e join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
    where e.empresa_id = ${empresaId} and e.importacion_id = ${importacionId} and d.resume_a is null
      and d.encf = any(${eNCFs}::text[]) and e.estado not in ('pendiente', 'error')
      and not (e.estado = 'rechazado' and e.secuencia_utilizada is false)`.execute(tx);
  return new Map(rows.map(({ encf, id }): [string, Occupant] => [encf, { id, fecha: null, estado: null }]));
}

/** The amounts that the credit notes of a rehearsal take from an invoice. */
interface Credit {
  readonly rncEmisor: string;
  readonly encf: string;
  /** Amount of the notes that are signed and not rejected; `aceptado`: of those that are accepted. */
  readonly firmado: string;
  /** `firmado` without ITBIS. */
  readonly neto: string;
  readonly aceptado: string;
}

/**
 * The amounts that the credit notes of an import take from invoices in its rehearsal.
 *
 * @param eNCFs of the invoices
 * @param except ids of notes that are not counted
 */
export async function creditsOf(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { eNCFs, except }: { readonly eNCFs: readonly string[]; readonly except: readonly string[] },
): Promise<readonly Credit[]> {
  const { rows } = await sql<Credit>`
    select d.rnc_emisor as "rncEmisor", d.espera_a as encf, sum(d.monto_total)::text as firmado,
      sum(d.monto_total - coalesce((d.arbol #>> '{Encabezado,Totales,TotalITBIS}')::numeric, 0))::text as neto,
      coalesce(sum(d.monto_total) filter (where e.estado in (${statesSql.accepted})), 0)::text as aceptado
    from ensayo e join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
    where e.empresa_id = ${empresaId} and e.importacion_id = ${importacionId} and d.tipo = 34
      and d.espera_a = any(${eNCFs}::text[]) and d.xml_sha256 is null and d.monto_total is not null
      and e.estado not in ('pendiente', 'error', 'rechazado') and not d.id = any(${except}::uuid[])
    group by 1, 2`.execute(tx);
  return rows;
}

/** Deletes the rehearsal of an import, or of one document with its summary. */
export async function forget(
  tx: Tx,
  empresaId: string,
  of: { readonly importacionId: string } | { readonly documentoId: string },
): Promise<void> {
  const which =
    'importacionId' in of
      ? sql`importacion_id = ${of.importacionId}`
      : sql`documento_id in (select id from documento where empresa_id = ${empresaId}
          and (id = ${of.documentoId} or resume_a = ${of.documentoId}))`;
  await sql`delete from ensayo where empresa_id = ${empresaId} and ${which}`.execute(tx);
}

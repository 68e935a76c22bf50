import type { Ambiente, ErrorDeDocumento, Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { largeXml } from '../issue/store.ts';
import { awaitedState, statesSql } from '../states.ts';
import type { Move } from './move.ts';
import type { Attempt } from './next-step.ts';

/** Code of the notice that a document is not delivered; it does not prevent sending. */
export const troubleNotice = 'ENVIO-RED';

/** A queued document, with its attempts and the state of the document that it waits for. */
export interface Row {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly tipo: number;
  readonly numero: number;
  readonly encf: string;
  readonly es_rfce: boolean;
  readonly resume_a: string | null;
  readonly estado: Estado;
  readonly codigo: string | null;
  /** Null if no buyer is named, or if the buyer has a foreign identifier instead. */
  readonly rnc_comprador: string | null;
  readonly codigo_seguridad: string;
  /**
   * Null if only its verdict is to be asked for, and if it is large: {@link readLargeXml} then reads it when it is
   * sent.
   */
  readonly xml: string | null;
  /** Null if it is not signed. */
  readonly xml_sha256: Buffer | null;
  readonly track_id: string | null;
  readonly tracks_previos: readonly string[];
  readonly intento_base: number;
  readonly espera_a: string | null;
  readonly importacion_id: string | null;
  readonly ref_estado: Estado | null;
  /** It shows a {@link troubleNotice}. */
  readonly avisado: boolean;
  /** The number of its latest attempt, with any signature. */
  readonly intento: number;
  /** Attempts with its present signature that the next step depends on, oldest first. */
  readonly intentos: readonly Attempt[];
}

/** The documents of some jobs, their attempts, and the state of the documents that they wait for. */
export async function listQueued(tx: Tx, empresaId: string, ids: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.ambiente, d.rnc_emisor, d.tipo, d.numero, d.encf, d.es_rfce, d.resume_a, d.estado, d.codigo,
      case when strpos(d.xml, '<RNCComprador') > 0 then d.rnc_comprador end as rnc_comprador, d.codigo_seguridad,
      case when d.track_id is null and octet_length(d.xml) <= ${largeXml} then d.xml end as xml, d.xml_sha256, d.track_id,
      d.tracks_previos, d.intento_base, d.espera_a, d.importacion_id, ${awaitedState} as ref_estado,
      d.errores @> ${JSON.stringify([{ codigo: troubleNotice }])}::jsonb as avisado,
      coalesce(tally.numero, 0) as intento, coalesce(tried.intentos, '[]') as intentos
    from documento d
    left join lateral (
      select i.numero from intento i where i.empresa_id = d.empresa_id and i.documento_id = d.id
      order by i.numero desc limit 1
    ) tally on true
    left join lateral (
      select json_agg(json_build_object('operacion', i.operacion, 'resultado', i.resultado, 'trackId', i.track_id,
        'en', round(extract(epoch from coalesce(i.terminado, i.iniciado)) * 1000)) order by i.numero) as intentos
      from intento i
      where i.empresa_id = d.empresa_id and i.documento_id = d.id and i.numero > d.intento_base
        and (i.operacion in ('envio', 'reenvio') and i.resultado is distinct from 'no_enviado'
          or i.operacion = 'conciliacion' and i.resultado in ('no_hallado', 'recibido'))
    ) tried on true
    where d.empresa_id = ${empresaId} and d.id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}

/** The signed XML of a large document; undefined if it was signed again since the job was read. */
export async function readLargeXml(tx: Tx, empresaId: string, { id, xml_sha256 }: Row): Promise<string | undefined> {
  const { rows } = await sql<{ xml: string }>`
    select xml from documento where empresa_id = ${empresaId} and id = ${id} and xml_sha256 = ${xml_sha256}`.execute(
    tx,
  );
  return rows[0]?.xml;
}

/** An attempt about to be made, or one that was made. */
interface AttemptRow {
  readonly documentoId: string;
  readonly numero: number;
  readonly operacion: Attempt['operacion'] | 'consulta';
  readonly ficha: number;
  /** Hash of the bytes sent; null if none are. */
  readonly sha256: Buffer | null;
}

/** Records attempts before they are made. */
export async function insertAttempts(
  tx: Tx,
  empresaId: string,
  attempts: readonly AttemptRow[],
  now: Date,
): Promise<void> {
  if (attempts.length === 0) return;
  await sql`
    insert into intento (empresa_id, documento_id, numero, operacion, ficha, sha256, iniciado)
    select ${empresaId}, documento_id, numero, operacion, ficha, sha256, ${now}::timestamptz from unnest(
      ${attempts.map((one) => one.documentoId)}::uuid[], ${attempts.map((one) => one.numero)}::integer[],
      ${attempts.map((one) => one.operacion)}::text[], ${attempts.map((one) => one.ficha)}::bigint[],
      ${attempts.map((one) => one.sha256)}::bytea[]) as i(documento_id, numero, operacion, ficha, sha256)`.execute(tx);
}

/** How an attempt ended. */
export interface EndedRow extends Omit<AttemptRow, 'sha256'> {
  readonly resultado: string;
  readonly respuesta: string;
  readonly trackId: string | null;
}

/** Stores the results of attempts; a question that was not recorded before it was asked is recorded now. */
export async function endAttempts(tx: Tx, empresaId: string, ended: readonly EndedRow[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  await sql`
    insert into intento (empresa_id, documento_id, numero, operacion, ficha, iniciado, terminado, resultado, respuesta, track_id)
    select ${empresaId}, documento_id, numero, operacion, ficha, ${now}::timestamptz, ${now}::timestamptz, resultado, respuesta,
      track_id
    from unnest(
      ${ended.map((one) => one.documentoId)}::uuid[], ${ended.map((one) => one.numero)}::integer[],
      ${ended.map((one) => one.operacion)}::text[], ${ended.map((one) => one.ficha)}::bigint[],
      ${ended.map((one) => one.resultado)}::text[], ${ended.map((one) => one.respuesta)}::text[],
      ${ended.map((one) => one.trackId)}::text[])
      as i(documento_id, numero, operacion, ficha, resultado, respuesta, track_id)
    on conflict (empresa_id, documento_id, numero) do update set terminado = excluded.terminado,
      resultado = excluded.resultado, respuesta = excluded.respuesta, track_id = excluded.track_id`.execute(tx);
}

/** A change of a document and of the one that it summarises. */
export interface Change extends Move {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly encf: string;
  readonly resumeA: string | null;
  readonly importacionId: string | null;
  /** The signature that the change is about: an answer about other bytes changes nothing. */
  readonly intentoBase: number;
  /** The person who settled it, if it was not the authority. */
  readonly asentadoPor?: string;
}

/**
 * Writes changes, both to a document and to the one that it summarises. An accepted document never changes, and a
 * rejected one can only become accepted. A number rejected unused is free again.
 *
 * @returns the changes that were made: their documents and summaries
 */
export async function applyChanges(
  tx: Tx,
  empresaId: string,
  changes: readonly Change[],
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update documento d set estado = c.estado, track_id = c.track_id, codigo = c.codigo,
      mensajes = c.mensajes, secuencia_utilizada = c.secuencia_utilizada, asentado_por = c.asentado_por,
      ocupa_numero = not (c.estado = 'rechazado' and c.secuencia_utilizada is false)
    from json_to_recordset(${JSON.stringify(
      changes.map((c) => ({
        id: c.id,
        resume_a: c.resumeA,
        base: c.intentoBase,
        estado: c.estado,
        track_id: c.trackId,
        codigo: c.codigo,
        mensajes: c.mensajes,
        secuencia_utilizada: c.secuenciaUtilizada,
        asentado_por: c.asentadoPor ?? null,
      })),
    )}::json) as c(id uuid, resume_a uuid, base integer, estado text, track_id text, codigo text, mensajes jsonb,
      secuencia_utilizada boolean, asentado_por text)
    where d.empresa_id = ${empresaId} and d.id in (c.id, c.resume_a)
      and case when d.id = c.id then d.intento_base = c.base else exists (
        select from documento t where t.empresa_id = d.empresa_id and t.id = c.id and t.intento_base = c.base) end
      and d.estado not in (${statesSql.accepted})
      and (d.estado <> 'rechazado' or c.estado in (${statesSql.accepted}))
    returning d.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The columns of a document being sent that are needed to record the verdict that a person saw. */
export type Travelling = Pick<
  Row,
  'id' | 'ambiente' | 'encf' | 'estado' | 'codigo' | 'resume_a' | 'importacion_id' | 'intento_base' | 'track_id'
> & { readonly mensajes: Move['mensajes'] };

const travelling = sql`d.id, d.ambiente, d.encf, d.estado, d.codigo, d.resume_a, d.importacion_id, d.intento_base, d.track_id, d.mensajes`;

/**
 * The row of a document that is sent, itself or its summary, locked for a change in this transaction; undefined if
 * there is none.
 */
export async function lockTravelling(tx: Tx, empresaId: string, id: string): Promise<Travelling | undefined> {
  const { rows } = await sql<Travelling>`
    select ${travelling}
    from documento d where d.empresa_id = ${empresaId} and (d.id = ${id} or d.resume_a = ${id})
    order by d.es_rfce desc limit 1 for update`.execute(tx);
  return rows[0];
}

/**
 * The rows of signed documents with these numbers, or of their summaries, locked for a change in this transaction, the
 * newest of each number first.
 *
 * @param rnc of the company
 * @param encfs without duplicates
 */
export async function lockTravellingOf(
  tx: Tx,
  empresaId: string,
  { ambiente, rnc, encfs }: { readonly ambiente: string; readonly rnc: string; readonly encfs: readonly string[] },
): Promise<readonly Travelling[]> {
  const { rows } = await sql<Travelling>`
    select ${travelling}
    from documento d
    where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.rnc_emisor = ${rnc} and d.encf = any(${encfs}::text[])
      and d.xml_sha256 is not null
      and not exists (select from documento r where r.empresa_id = ${empresaId} and r.resume_a = d.id)
    order by d.orden desc for update of d`.execute(tx);
  return rows;
}

/** The queued notes that wait for one of these documents. */
export async function listWaitingNotes(
  tx: Tx,
  empresaId: string,
  documentos: readonly Pick<Change, 'ambiente' | 'encf'>[],
): Promise<readonly string[]> {
  if (documentos.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select d.id
    from unnest(${documentos.map(({ ambiente }) => ambiente)}::text[], ${documentos.map(({ encf }) => encf)}::text[])
      as f(ambiente, encf)
    cross join lateral (
      select id from documento
      where empresa_id = ${empresaId} and ambiente = f.ambiente and espera_a = f.encf and estado = 'firmado' offset 0) d
    cross join lateral (
      select from trabajo where clase = 'envio' and empresa_id = ${empresaId} and sujeto = d.id offset 0) t`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Stores the errors that prevent documents from being sent. */
export async function storeErrores(
  tx: Tx,
  empresaId: string,
  documentos: readonly { readonly id: string; readonly errores: unknown }[],
): Promise<void> {
  await sql`
    update documento d set errores = r.errores::jsonb
    from unnest(${documentos.map(({ id }) => id)}::uuid[],
      ${documentos.map(({ errores }) => JSON.stringify(errores))}::text[]) as r(id, errores)
    where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

/**
 * Adds a notice with this code to the errors of some documents, replacing an earlier one, or removes it.
 *
 * @returns all errors and notices of each document that changed
 */
export async function storeNotice(
  tx: Tx,
  empresaId: string,
  codigo: string,
  documentos: readonly { readonly id: string; readonly aviso: ErrorDeDocumento | null }[],
): Promise<ReadonlyMap<string, readonly ErrorDeDocumento[]>> {
  if (documentos.length === 0) return new Map();
  const { rows } = await sql<{ id: string; errores: readonly ErrorDeDocumento[] }>`
    update documento d set errores = n.avisos || coalesce(
      (select jsonb_agg(e) from jsonb_array_elements(d.errores) e where e->>'codigo' <> ${codigo}), '[]')
    from (select id, coalesce(aviso::jsonb, '[]') as avisos from unnest(
      ${documentos.map(({ id }) => id)}::uuid[],
      ${documentos.map(({ aviso }) => (aviso === null ? null : JSON.stringify([aviso])))}::text[]) as t(id, aviso)) n
    where d.empresa_id = ${empresaId} and d.id = n.id
      and case when n.avisos = '[]' then d.errores @> ${JSON.stringify([{ codigo }])}::jsonb else not d.errores @> n.avisos end
    returning d.id, d.errores`.execute(tx);
  return new Map(rows.map(({ id, errores }) => [id, errores]));
}

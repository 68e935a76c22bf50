import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Destino } from './tables.ts';

/** The columns of a received document that an answer needs. Locks the row. */
export async function lockReceived(tx: Tx, empresaId: string, id: string) {
  return tx
    .selectFrom('recibido')
    .select(['tipo', 'encf', 'rnc_emisor', 'fecha_emision', 'monto_total', 'ambiente', 'estado_dgii', 'respuesta'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the DGII refused the last answer to a document: then another may be sent. */
export async function wasRefused(tx: Tx, empresaId: string, recibidoId: string): Promise<boolean> {
  const { rows } = await sql<{ estado: string }>`
    select e.estado from aprobacion_emitida a
    join aprobacion_envio e on e.empresa_id = a.empresa_id and e.aprobacion_id = a.id and e.destino = 'dgii'
    where a.empresa_id = ${empresaId} and a.recibido_id = ${recibidoId} order by a.firmada desc, a.id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.estado === 'rechazada';
}

/** Stores a signed answer, to be sent to its destinations; also one to an e-CF that is not stored here. */
export async function storeAnswer(
  tx: Tx,
  row: NewRow<'aprobacion_emitida'>,
  destinos: readonly Destino[],
): Promise<void> {
  const { empresa_id, id, recibido_id, firmada, aprobada } = row;
  await tx.insertInto('aprobacion_emitida').values(row).execute();
  const pending = (destino: Destino) => ({
    empresa_id,
    aprobacion_id: id,
    destino,
    estado: 'pendiente' as const,
    cambiada: firmada,
  });
  await tx.insertInto('aprobacion_envio').values(destinos.map(pending)).execute();
  if (!recibido_id) return;
  await tx
    .updateTable('recibido')
    .set({ respuesta: aprobada ? 'aceptada' : 'rechazada' })
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', recibido_id)
    .execute();
}

/** The ids of the confirmed received documents among some e-CF, by `RNC eNCF`. */
export async function findReceivedOf(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  keys: readonly { readonly rnc_emisor: string; readonly encf: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; rnc_emisor: string; encf: string }>`
    select r.id, r.rnc_emisor, r.encf from unnest(${keys.map(({ rnc_emisor }) => rnc_emisor)}::text[],
      ${keys.map(({ encf }) => encf)}::text[]) as k (rnc_emisor, encf)
    join recibido r on r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.rnc_emisor = k.rnc_emisor
      and r.encf = k.encf and r.confirmado`.execute(tx);
  return new Map(rows.map(({ id, rnc_emisor, encf }) => [`${rnc_emisor} ${encf}`, id]));
}

/** The state of an answer at one of its destinations. */
export interface AnswerState {
  readonly id: string;
  readonly aprobada: boolean;
  readonly motivo: string | null;
  readonly firmada: Date;
  readonly por: string;
  readonly destino: Destino;
  readonly estado: 'pendiente' | 'enviada' | 'rechazada' | 'sin_direccion' | 'sin_confirmar';
  readonly detalle: string | null;
  readonly cambiada: Date;
  readonly intentos: number;
}

/** Maximum number of answers shown of one document; another answer is possible only after a refusal of the DGII. */
const mostAnswers = 20;

/** The answers to a document, the newest first, each with its two destinations. */
export async function answersOf(tx: Tx, empresaId: string, recibidoId: string): Promise<AnswerState[]> {
  const { rows } = await sql<AnswerState>`
    select a.id, a.aprobada, a.motivo, a.firmada, a.por, e.destino, e.estado, e.detalle, e.cambiada,
      (select count(*) from aprobacion_intento i where i.empresa_id = a.empresa_id and i.aprobacion_id = a.id
        and i.destino = e.destino) as intentos
    from (select * from aprobacion_emitida where empresa_id = ${empresaId} and recibido_id = ${recibidoId}
      order by firmada desc, id desc limit ${mostAnswers}) a
    join aprobacion_envio e on e.empresa_id = a.empresa_id and e.aprobacion_id = a.id
    order by a.firmada desc, a.id desc, e.destino`.execute(tx);
  return rows;
}

/** The signed bytes of an answer to a document. */
export const answerBytes = (tx: Tx, empresaId: string, recibidoId: string, id: string) =>
  tx
    .selectFrom('aprobacion_emitida')
    .select(['xml', 'rnc_emisor', 'encf'])
    .where('empresa_id', '=', empresaId)
    .where('recibido_id', '=', recibidoId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The signed answers of the company to some documents, the oldest first. */
export const signedAnswers = (tx: Tx, empresaId: string, recibidoIds: readonly string[]) =>
  tx
    .selectFrom('aprobacion_emitida')
    .select(['xml', 'rnc_emisor', 'encf'])
    .where('empresa_id', '=', empresaId)
    .where('recibido_id', 'in', recibidoIds)
    .orderBy('firmada')
    .orderBy('id')
    .execute();

/** An answer with the data needed to send it. */
export interface ToSend {
  readonly xml: string;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly encf: string;
  readonly firmada: Date;
  readonly destinos: readonly Destino[];
}

/** An answer with the destinations that do not have it yet. */
export async function pendingOf(tx: Tx, empresaId: string, id: string): Promise<ToSend | undefined> {
  const { rows } = await sql<ToSend>`
    select a.xml, a.firmada, a.ambiente, a.rnc_emisor, a.encf, array(
      select e.destino from aprobacion_envio e where e.empresa_id = a.empresa_id and e.aprobacion_id = a.id
        and e.estado in ('pendiente', 'sin_direccion') order by e.destino) as destinos
    from aprobacion_emitida a
    where a.empresa_id = ${empresaId} and a.id = ${id}`.execute(tx);
  return rows[0];
}

/** Records the beginning of a try. Returns its number, and whether an earlier try may have arrived. */
export async function beginTry(
  tx: Tx,
  empresaId: string,
  id: string,
  destino: Destino,
  iniciado: Date,
): Promise<{ readonly numero: number; readonly dudoso: boolean }> {
  const { rows } = await sql<{ numero: number; dudoso: boolean }>`
    with antes as (
      select coalesce(max(numero), 0) as ultimo,
        coalesce(bool_or(resultado is null or resultado = 'desconocido'), false) as dudoso
      from aprobacion_intento where empresa_id = ${empresaId} and aprobacion_id = ${id} and destino = ${destino}
    ), nuevo as (
      insert into aprobacion_intento (empresa_id, aprobacion_id, destino, numero, iniciado)
      select ${empresaId}::uuid, ${id}::uuid, ${destino}, ultimo + 1, ${iniciado}::timestamptz from antes returning numero)
    select nuevo.numero, antes.dudoso from nuevo, antes`.execute(tx);
  return rows[0]!;
}

/** How a try ended, and the resulting state of the sending. */
export interface EndedTry {
  readonly destino: Destino;
  readonly numero: number;
  readonly resultado: 'enviada' | 'rechazada' | 'no_enviada' | 'desconocido' | 'sin_direccion';
  readonly estado: AnswerState['estado'];
  readonly respuesta: string | null;
}

/** Records how a try ended. */
export async function endTry(tx: Tx, empresaId: string, id: string, ended: EndedTry, now: Date): Promise<void> {
  const { destino, numero, resultado, estado, respuesta } = ended;
  await tx
    .updateTable('aprobacion_intento')
    .set({ terminado: now, resultado, respuesta })
    .where('empresa_id', '=', empresaId)
    .where('aprobacion_id', '=', id)
    .where('destino', '=', destino)
    .where('numero', '=', numero)
    .execute();
  await tx
    .updateTable('aprobacion_envio')
    .set({ estado, detalle: respuesta, cambiada: now })
    .where('empresa_id', '=', empresaId)
    .where('aprobacion_id', '=', id)
    .where('destino', '=', destino)
    .execute();
}

import { sql } from 'kysely';
import type { NewRow, Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { EstadoDeAnulacion } from '../tables.ts';

/** The class of the job that sends an annulment; its subject is the annulment. */
export const VOID = 'anulacion';

export type AnulacionRow = Row<'anulacion'>;

export async function insertAnulacion(tx: Tx, row: NewRow<'anulacion'>): Promise<AnulacionRow> {
  return tx.insertInto('anulacion').values(row).returningAll().executeTakeFirstOrThrow();
}

/** An annulment by its id; with `held`, locked until the transaction ends. */
export function findAnulacion(tx: Tx, empresaId: string, id: string, held = false): Promise<AnulacionRow | undefined> {
  const query = tx.selectFrom('anulacion').selectAll().where('empresa_id', '=', empresaId).where('id', '=', id);
  return (held ? query.forUpdate() : query).executeTakeFirst();
}

/** The annulments of a range, newest first. Their ids are in chronological order. */
export function listAnulaciones(
  tx: Tx,
  empresaId: string,
  secuenciaId: string,
  before: string | undefined,
  limit: number,
): Promise<AnulacionRow[]> {
  const own = tx
    .selectFrom('anulacion')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('secuencia_id', '=', secuenciaId)
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? own : own.where('id', '<', before)).execute();
}

/** The current state of an annulment. */
interface Known {
  readonly estado: EstadoDeAnulacion;
  readonly mensajes: readonly string[];
  readonly asentada_por?: string;
}

export async function updateAnulacion(
  tx: Tx,
  { empresa_id, id }: Pick<AnulacionRow, 'empresa_id' | 'id'>,
  { mensajes, ...known }: Known,
  now: Date,
): Promise<AnulacionRow> {
  return tx
    .updateTable('anulacion')
    .set({ ...known, mensajes: JSON.stringify(mensajes), cambiada: now })
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records the beginning of a try. Returns its number, and whether an earlier try may have arrived. */
export async function beginTry(
  tx: Tx,
  { empresa_id, id }: AnulacionRow,
  now: Date,
): Promise<{ readonly numero: number; readonly dudoso: boolean }> {
  const { rows } = await sql<{ numero: number; dudoso: boolean }>`
    with antes as (
      select coalesce(max(numero), 0) as ultimo,
        coalesce(bool_or(resultado is null or resultado = 'desconocido'), false) as dudoso
      from anulacion_intento where empresa_id = ${empresa_id} and anulacion_id = ${id}
    ), nuevo as (
      insert into anulacion_intento (empresa_id, anulacion_id, numero, iniciado)
      select ${empresa_id}::uuid, ${id}::uuid, ultimo + 1, ${now}::timestamptz from antes returning numero)
    select nuevo.numero, antes.dudoso from nuevo, antes`.execute(tx);
  return rows[0]!;
}

/** Records how a try ended. */
export async function endTry(
  tx: Tx,
  { empresa_id, id }: AnulacionRow,
  numero: number,
  { resultado, respuesta }: Pick<Row<'anulacion_intento'>, 'resultado' | 'respuesta'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('anulacion_intento')
    .set({ resultado, respuesta, terminado: now })
    .where('empresa_id', '=', empresa_id)
    .where('anulacion_id', '=', id)
    .where('numero', '=', numero)
    .execute();
}

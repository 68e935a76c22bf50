import { sql } from 'kysely';
import type { QuickBooksEnd } from '../../domain/reports/quickbooks/store.ts';
import type { Scope } from '../../domain/reports/scope.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type EjecucionRow = Row<'ejecucion'>;
type FalloRow = Row<'ejecucion_fallo'>;

/**
 * The condition of the unique index. It is a literal: a plan reused for several calls could not match the index through
 * a parameter.
 */
const underWay = sql<boolean>`estado = 'en_proceso'`;

/** Executions of an environment that the history retains. */
const mostStored = 200;

/** Stores a new execution; undefined if one is under way. Deletes executions beyond the limit of the history. */
export async function insertEjecucion(tx: Tx, row: NewRow<'ejecucion'>): Promise<EjecucionRow | undefined> {
  const stored = await tx
    .insertInto('ejecucion')
    .values(row)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente']).where(underWay).doNothing())
    .returningAll()
    .executeTakeFirst();
  const ofPlace = sql`empresa_id = ${row.empresa_id} and ambiente = ${row.ambiente}`;
  await sql`
    delete from ejecucion where ${ofPlace}
      and id not in (select id from ejecucion where ${ofPlace} order by orden desc limit ${mostStored})`.execute(tx);
  return stored;
}

/** An execution by its id; with `held`, locked until the transaction ends. */
export function findEjecucion(tx: Tx, empresaId: string, id: string, held = false): Promise<EjecucionRow | undefined> {
  const query = tx.selectFrom('ejecucion').selectAll().where('empresa_id', '=', empresaId).where('id', '=', id);
  return (held ? query.forUpdate() : query).executeTakeFirst();
}

/** The execution that is under way. */
export const runningEjecucion = (tx: Tx, { empresaId, ambiente }: Scope): Promise<EjecucionRow | undefined> =>
  tx
    .selectFrom('ejecucion')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('estado', '=', 'en_proceso')
    .executeTakeFirst();

/** Executions, newest first, before one of them. */
export function listEjecuciones(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  tipo: EjecucionRow['tipo'] | undefined,
  before: number | undefined,
  count: number,
): Promise<EjecucionRow[]> {
  let query = tx
    .selectFrom('ejecucion')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .orderBy('orden', 'desc')
    .limit(count);
  if (tipo !== undefined) query = query.where('tipo', '=', tipo);
  if (before !== undefined) query = query.where('orden', '<', before);
  return query.execute();
}

/** Changes an execution that is under way. Returns whether it still was. */
export async function changeEjecucion(
  tx: Tx,
  { empresa_id, id }: Pick<EjecucionRow, 'empresa_id' | 'id'>,
  change: Partial<
    Pick<
      EjecucionRow,
      'estado' | 'posicion' | 'procesados' | 'omitidos' | 'fallos' | 'total' | 'ms_por_documento' | 'mapeo' | 'mensaje'
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ejecucion')
    .set(change)
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .where('estado', '=', 'en_proceso')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores failures. @param from how many the execution had before */
export async function insertFallos(
  tx: Tx,
  { empresa_id, id: ejecucion_id }: Pick<EjecucionRow, 'empresa_id' | 'id'>,
  from: number,
  failures: readonly QuickBooksEnd[],
): Promise<void> {
  if (failures.length === 0) return;
  const rows = failures.map(({ entidad, qb_id, ncf, motivo }, at) => ({
    empresa_id,
    ejecucion_id,
    numero: from + at + 1,
    entidad,
    documento: qb_id,
    ncf,
    motivo: motivo ?? '',
  }));
  await tx.insertInto('ejecucion_fallo').values(rows).execute();
}

/** Failures of an execution after one of them. */
export const listFallos = (
  tx: Tx,
  empresaId: string,
  ejecucionId: string,
  after: number,
  count: number,
): Promise<FalloRow[]> =>
  tx
    .selectFrom('ejecucion_fallo')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('ejecucion_id', '=', ejecucionId)
    .where('numero', '>', after)
    .orderBy('numero')
    .limit(count)
    .execute();

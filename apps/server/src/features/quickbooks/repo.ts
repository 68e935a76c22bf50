import type { Change, NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type ConexionRow = Row<'quickbooks_conexion'>;

export const findConexion = (tx: Tx, empresaId: string): Promise<ConexionRow | undefined> =>
  tx.selectFrom('quickbooks_conexion').selectAll().where('empresa_id', '=', empresaId).executeTakeFirst();

/** Of some companies, those whose connection QuickBooks does not accept. */
export async function refusedOf(tx: Tx, empresaIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('quickbooks_conexion')
    .select('empresa_id')
    .where(({ eb, fn, val }) => eb('empresa_id', '=', fn.any(val([...empresaIds]))))
    .where('rechazo', 'is not', null)
    .execute();
  return rows.map(({ empresa_id }) => empresa_id);
}

/** The connection, locked until the transaction ends. */
export const lockConexion = (tx: Tx, empresaId: string): Promise<ConexionRow | undefined> =>
  tx.selectFrom('quickbooks_conexion').selectAll().where('empresa_id', '=', empresaId).forUpdate().executeTakeFirst();

/** Stores the connection in place of the one before, if there was one. */
export async function putConexion(tx: Tx, row: NewRow<'quickbooks_conexion'>): Promise<void> {
  const { empresa_id: _, ...change } = row;
  await tx
    .insertInto('quickbooks_conexion')
    .values(row)
    .onConflict((conflict) => conflict.column('empresa_id').doUpdateSet(change))
    .execute();
}

export const changeConexion = (tx: Tx, empresaId: string, change: Change<'quickbooks_conexion'>) =>
  tx.updateTable('quickbooks_conexion').set(change).where('empresa_id', '=', empresaId).execute();

export const deleteConexion = (tx: Tx, empresaId: string): Promise<ConexionRow | undefined> =>
  tx.deleteFrom('quickbooks_conexion').where('empresa_id', '=', empresaId).returningAll().executeTakeFirst();

/** Whether any company is still connected with a company of QuickBooks. This query spans all companies. */
export async function isConnected(tx: Tx, realm: string): Promise<boolean> {
  const row = await tx
    .selectFrom('quickbooks_conexion')
    .select('empresa_id')
    .where('realm', '=', realm)
    .where('perdida', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const insertInicio = (tx: Tx, row: NewRow<'quickbooks_inicio'>) =>
  tx.insertInto('quickbooks_inicio').values(row).execute();

/** Takes and deletes a begun authorisation: it can be used once. */
export const takeInicio = (tx: Tx, empresaId: string, estado: Buffer): Promise<Row<'quickbooks_inicio'> | undefined> =>
  tx
    .deleteFrom('quickbooks_inicio')
    .where('empresa_id', '=', empresaId)
    .where('estado', '=', estado)
    .returningAll()
    .executeTakeFirst();

/** Deletes the authorisations begun before a time. */
export const pruneInicios = (tx: Tx, empresaId: string, before: Date) =>
  tx.deleteFrom('quickbooks_inicio').where('empresa_id', '=', empresaId).where('creado', '<', before).execute();

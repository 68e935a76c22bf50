import { sql } from 'kysely';
import type { Change, NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** A person of a company. */
export interface Owner {
  readonly empresaId: string;
  readonly usuarioId: string;
}

export type VistaRow = Pick<Row<'vista'>, 'id' | 'nombre' | 'busqueda' | 'predeterminada'>;
const columns = ['id', 'nombre', 'busqueda', 'predeterminada'] as const;

const ofOwner = (tx: Tx, { empresaId, usuarioId }: Owner) =>
  tx.selectFrom('vista').where('empresa_id', '=', empresaId).where('usuario_id', '=', usuarioId);

/** The views that a person saved, by name. */
export const listVistas = (tx: Tx, owner: Owner, most: number): Promise<VistaRow[]> =>
  ofOwner(tx, owner).select(columns).orderBy(sql`lower(nombre)`).limit(most).execute();

/** Locks this person's views against other changes until the transaction ends. */
export async function lockVistas(tx: Tx, { usuarioId }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vista ${usuarioId}`}, 0))`.execute(tx);
}

export async function insertVista(tx: Tx, row: NewRow<'vista'>): Promise<void> {
  await tx.insertInto('vista').values(row).execute();
}

/** Changes a view. Returns it; undefined when the person has none of that id. */
export const updateVista = (
  tx: Tx,
  { empresaId, usuarioId }: Owner,
  id: string,
  change: Change<'vista'>,
): Promise<VistaRow | undefined> =>
  tx
    .updateTable('vista')
    .set(change)
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();

/** Clears the default view of the person. */
export async function clearDefault(tx: Tx, { empresaId, usuarioId }: Owner): Promise<void> {
  await tx
    .updateTable('vista')
    .set({ predeterminada: false })
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('predeterminada', '=', true)
    .execute();
}

/** @returns whether the person had one of that id */
export async function deleteVista(tx: Tx, { empresaId, usuarioId }: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('vista')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

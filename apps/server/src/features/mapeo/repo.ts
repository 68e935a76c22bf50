import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Parte } from './tables.ts';

export type ParteRow = Omit<Row<'mapeo_parte'>, 'empresa_id' | 'parte'>;

const shown = ['version', 'contenido', 'por', 'modificado'] as const;

/** A part; undefined while it was not saved. */
export const findParte = (tx: Tx, empresaId: string, parte: Parte): Promise<ParteRow | undefined> =>
  tx
    .selectFrom('mapeo_parte')
    .select(shown)
    .where('empresa_id', '=', empresaId)
    .where('parte', '=', parte)
    .executeTakeFirst();

/** The same, locked against other changes until the transaction ends. */
export const lockParte = (tx: Tx, empresaId: string, parte: Parte): Promise<ParteRow | undefined> =>
  tx
    .selectFrom('mapeo_parte')
    .select(shown)
    .where('empresa_id', '=', empresaId)
    .where('parte', '=', parte)
    .forUpdate()
    .executeTakeFirst();

/** Stores a part for the first time. Returns whether there was none. */
export async function insertParte(tx: Tx, row: NewRow<'mapeo_parte'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mapeo_parte')
    .values(row)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'parte']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores a part in place of the one before. */
export async function replaceParte(tx: Tx, { empresa_id, parte, ...row }: NewRow<'mapeo_parte'>): Promise<void> {
  await tx
    .updateTable('mapeo_parte')
    .set(row)
    .where('empresa_id', '=', empresa_id)
    .where('parte', '=', parte)
    .execute();
}

import type { Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

/** A tax of the company's external system and its meaning here. */
export type ImpuestoRow = Row<'impuesto_externo'>;

export const listImpuestos = (tx: Tx, empresaId: string): Promise<ImpuestoRow[]> =>
  tx
    .selectFrom('impuesto_externo')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .orderBy('id_impuesto_externo')
    .limit(1_000)
    .execute();

/** Returns whether it was added: false if its id exists already. */
export async function insertImpuesto(tx: Tx, row: ImpuestoRow): Promise<boolean> {
  const added = await tx
    .insertInto('impuesto_externo')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id_impuesto_externo')
    .execute();
  return added.length > 0;
}

/** Returns whether a tax of that id existed. */
export async function updateImpuesto(tx: Tx, row: ImpuestoRow): Promise<boolean> {
  const changed = await tx
    .updateTable('impuesto_externo')
    .set({ descripcion: row.descripcion })
    .where('empresa_id', '=', row.empresa_id)
    .where('id_impuesto_externo', '=', row.id_impuesto_externo)
    .returning('id_impuesto_externo')
    .execute();
  return changed.length > 0;
}

/** Returns the removed tax; undefined if there was none. */
export const deleteImpuesto = (tx: Tx, empresaId: string, id: string): Promise<ImpuestoRow | undefined> =>
  tx
    .deleteFrom('impuesto_externo')
    .where('empresa_id', '=', empresaId)
    .where('id_impuesto_externo', '=', id)
    .returningAll()
    .executeTakeFirst();

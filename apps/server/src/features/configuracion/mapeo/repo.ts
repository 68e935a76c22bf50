import type { Row } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transactions.ts';

/** A tax of the company's other system and what it is here. */
export type ImpuestoRow = Row<'impuesto_externo'>;

export const listImpuestos = (tx: Tx, empresaId: string): Promise<ImpuestoRow[]> =>
  tx
    .selectFrom('impuesto_externo')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .orderBy('id_impuesto_externo')
    .limit(1_000)
    .execute();

/** Whether it was added: not when its id is there already. */
export async function insertImpuesto(tx: Tx, row: ImpuestoRow): Promise<boolean> {
  const added = await tx
    .insertInto('impuesto_externo')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id_impuesto_externo')
    .execute();
  return added.length > 0;
}

/** Whether there was one of that id to change. */
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

/** Gives the one removed; undefined when there was none. */
export const deleteImpuesto = (tx: Tx, empresaId: string, id: string): Promise<ImpuestoRow | undefined> =>
  tx
    .deleteFrom('impuesto_externo')
    .where('empresa_id', '=', empresaId)
    .where('id_impuesto_externo', '=', id)
    .returningAll()
    .executeTakeFirst();

export type CampoNombreItem = NonNullable<Row<'empresa'>['campo_nombre_item']>;

/** The field that names a product on the printed representation; null while nobody chose. */
export async function campoNombreItemOf(tx: Tx, empresaId: string): Promise<CampoNombreItem | null> {
  const row = await tx
    .selectFrom('empresa')
    .select('campo_nombre_item')
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow();
  return row.campo_nombre_item;
}

export async function saveCampoNombreItem(tx: Tx, empresaId: string, campo: CampoNombreItem): Promise<void> {
  await tx.updateTable('empresa').set({ campo_nombre_item: campo }).where('id', '=', empresaId).execute();
}

import type { TasasSelectivo } from '@timbre/ecf';
import type { NewRow, Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

export type TasaRow = Row<'tasa_selectivo'>;

/** Maximum number of quarters that are read: a century. */
const mostQuarters = 400;

/** The quarters that were added, the newest first, with who added them. */
export const listTasas = (tx: Tx): Promise<TasaRow[]> =>
  tx.selectFrom('tasa_selectivo').selectAll().orderBy('trimestre', 'desc').limit(mostQuarters).execute();

/** The rates of the quarters that were added, the newest first. */
export const readTasas = (tx: Tx): Promise<TasasSelectivo[]> =>
  tx
    .selectFrom('tasa_selectivo')
    .select(['trimestre', 'alcohol', 'cigarrillos20', 'cigarrillos10'])
    .orderBy('trimestre', 'desc')
    .limit(mostQuarters)
    .execute();

/** The rates of a quarter that was added, locked until the transaction ends. */
export const holdTasas = (tx: Tx, trimestre: string): Promise<TasaRow | undefined> =>
  tx.selectFrom('tasa_selectivo').selectAll().where('trimestre', '=', trimestre).forUpdate().executeTakeFirst();

/** Stores the rates of a quarter, in place of those that it has. */
export async function storeTasas(tx: Tx, row: NewRow<'tasa_selectivo'>): Promise<void> {
  const { trimestre: _, ...values } = row;
  await tx
    .insertInto('tasa_selectivo')
    .values(row)
    .onConflict((conflict) => conflict.column('trimestre').doUpdateSet(values))
    .execute();
}

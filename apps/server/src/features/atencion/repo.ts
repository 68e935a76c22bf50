import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

export type AvisoDado = Row<'aviso_dado'>;

/** Marks warnings as sent. Returns those that were not marked before. */
export const insertAvisos = (tx: Tx, rows: readonly NewRow<'aviso_dado'>[]): Promise<Pick<AvisoDado, 'sujeto'>[]> =>
  tx
    .insertInto('aviso_dado')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'canal', 'sujeto', 'umbral']).doNothing())
    .returning('sujeto')
    .execute();

import type { Ambiente } from '@timbre/contract';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The progress of a company in an environment. */
export type Progress = Pick<Row<'certificacion'>, 'pasos' | 'guardada' | 'completada'>;

/** The progress of a company in an environment; undefined while nothing was saved. */
export const findProgress = (tx: Tx, empresaId: string, ambiente: Ambiente): Promise<Progress | undefined> =>
  tx
    .selectFrom('certificacion')
    .select(['pasos', 'guardada', 'completada'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .executeTakeFirst();

/** Stores the progress. The caller holds the lock of the company. */
export async function storeProgress(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  { pasos, guardada, completada }: Progress,
): Promise<void> {
  const values = { pasos: JSON.stringify(pasos), guardada, completada };
  await tx
    .insertInto('certificacion')
    .values({ empresa_id: empresaId, ambiente, ...values })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente']).doUpdateSet(values))
    .execute();
}

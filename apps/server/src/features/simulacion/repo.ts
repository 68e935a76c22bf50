import type { Ambiente } from '@timbre/contract';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The simulation of a company in an environment. */
export type Simulation = Pick<Row<'simulacion'>, 'importacion_id' | 'contadores'>;

/** The simulation of a company in an environment; undefined while nothing was generated. */
export const findSimulation = (tx: Tx, empresaId: string, ambiente: Ambiente): Promise<Simulation | undefined> =>
  tx
    .selectFrom('simulacion')
    .select(['importacion_id', 'contadores'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .executeTakeFirst();

/** Stores a simulation. The caller holds the lock of the company. */
export async function storeSimulation(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  { importacion_id, contadores }: Simulation,
): Promise<void> {
  const values = { importacion_id, contadores: JSON.stringify(contadores) };
  await tx
    .insertInto('simulacion')
    .values({ empresa_id: empresaId, ambiente, ...values })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente']).doUpdateSet(values))
    .execute();
}

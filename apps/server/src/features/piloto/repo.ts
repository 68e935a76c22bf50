import type { Ambiente, piloto } from '@timbre/contract';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The pilot with a workbook. */
export type Pilot = Row<'piloto'>;

/** The pilots of a company in an environment. */
export const listPilots = (tx: Tx, empresaId: string, ambiente: Ambiente): Promise<Pilot[]> =>
  tx
    .selectFrom('piloto')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .limit(2)
    .execute();

/** The pilot with a workbook, locked until the transaction ends; undefined if there is none. */
export const holdPilot = (
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  parte: piloto.ParteDePiloto,
): Promise<Pilot | undefined> =>
  tx
    .selectFrom('piloto')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('parte', '=', parte)
    .forUpdate()
    .executeTakeFirst();

/** A pilot by its id; undefined if another workbook has replaced its own. */
export const findPilot = (tx: Tx, empresaId: string, id: string): Promise<Pilot | undefined> =>
  tx.selectFrom('piloto').selectAll().where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst();

/** Stores a pilot in place of the one with the former workbook. */
export async function storePilot(tx: Tx, row: NewRow<'piloto'>): Promise<void> {
  const { empresa_id: _, ambiente: __, parte: ___, ...values } = row;
  await tx
    .insertInto('piloto')
    .values(row)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente', 'parte']).doUpdateSet(values))
    .execute();
}

/** Moves a pilot from one stage to another. Returns whether it was still in the first. */
export async function movePilot(
  tx: Tx,
  { empresa_id, id, etapa }: Pick<Pilot, 'empresa_id' | 'id' | 'etapa'>,
  change: Pick<Pilot, 'etapa' | 'motivo' | 'cambiado'> & Partial<Pick<Pilot, 'por' | 'ip'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('piloto')
    .set(change)
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .where('etapa', '=', etapa)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The steps of the process that are marked as done: by number, the moment. */
export async function markedSteps(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
): Promise<Readonly<Record<string, string>>> {
  const row = await tx
    .selectFrom('proceso')
    .select('pasos')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .executeTakeFirst();
  return row?.pasos ?? {};
}

/** Stores the marked steps. The caller holds the lock of the company. */
export async function storeMarkedSteps(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  pasos: Readonly<Record<string, string>>,
): Promise<void> {
  const values = { pasos: JSON.stringify(pasos) };
  await tx
    .insertInto('proceso')
    .values({ empresa_id: empresaId, ambiente, ...values })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente']).doUpdateSet(values))
    .execute();
}

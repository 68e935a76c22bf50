import type { Tx } from '../../../platform/db/transactions.ts';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import type { ImportScope } from './conditions.ts';
import { inheritErrores, replaceErrores, type UnsignedRow } from './errors-repo.ts';

/** Stores the changed faults of unsigned rows, sets the state of their summaries, and notifies the screens of both. */
export async function storeFaults(
  tx: Tx,
  { events }: Pick<Core, 'events'>,
  { empresaId, importacionId }: ImportScope,
  changed: readonly UnsignedRow[],
): Promise<void> {
  await replaceErrores(tx, empresaId, changed);
  const summaries = await inheritErrores(
    tx,
    empresaId,
    changed.map(({ id }) => id),
  );
  await events.append(
    tx,
    empresaId,
    [...changed, ...summaries].map((one) => documentEvent({ ...one, importacionId })),
  );
}

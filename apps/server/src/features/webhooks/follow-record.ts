import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import * as repo from './repo.ts';
import { WARN } from './warnings.ts';

/**
 * Follows the company's record as long as it has an active destination, and then queues the check for warnings too.
 *
 * @returns the number of the last entry
 */
export async function followWhereNeeded({ events, queue }: Context, tx: Tx, empresaId: string): Promise<number> {
  const isNeeded = (await repo.listWebhooks(tx, empresaId)).some(({ activo }) => activo);
  const last = await events.follow(tx, empresaId, 'seguida', isNeeded);
  if (isNeeded) await queue.enqueue(tx, [{ clase: WARN, empresaId, sujeto: empresaId }]);
  return last;
}

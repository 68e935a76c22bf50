import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { READ } from './jobs.ts';
import * as repo from './repo.ts';

/** What was issued is read again at the earliest so long after the last time. */
const readEveryMs = 10_000;

/** The buyers that a person may mean. */
export const findCompradores = (ctx: Context, empresaId: string, text: string): Promise<Row<'comprador'>[]> =>
  ctx.db.tenant(empresaId, async (tx) => {
    await askToRead(ctx, tx, empresaId);
    return repo.findCompradores(tx, empresaId, text);
  });

/** The products that a person may mean. */
export const findProductos = (ctx: Context, empresaId: string, text: string): Promise<Row<'producto'>[]> =>
  ctx.db.tenant(empresaId, async (tx) => {
    await askToRead(ctx, tx, empresaId);
    return repo.findProductos(tx, empresaId, text);
  });

/** The lists are filled when somebody uses them: companies that issue by programs alone pay nothing for them. */
async function askToRead({ queue, clock }: Context, tx: Tx, empresaId: string): Promise<void> {
  const read = await repo.findLectura(tx, empresaId);
  if (read && clock.now().getTime() - read.leido.getTime() < readEveryMs) return;
  await queue.enqueue(tx, [{ clase: READ, empresaId, sujeto: empresaId }]);
}

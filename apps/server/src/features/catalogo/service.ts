import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { READ } from './jobs.ts';
import * as repo from './repo.ts';

/** Minimum time between two readings of the issued documents. */
const readEveryMs = 10_000;

/** The known buyers that match a text. */
export const findCompradores = (ctx: Context, empresaId: string, text: string): Promise<Row<'comprador'>[]> =>
  ctx.db.tenant(empresaId, async (tx) => {
    await askToRead(ctx, tx, empresaId);
    return repo.findCompradores(tx, empresaId, text);
  });

/** The known products that match a text. */
export const findProductos = (ctx: Context, empresaId: string, text: string): Promise<Row<'producto'>[]> =>
  ctx.db.tenant(empresaId, async (tx) => {
    await askToRead(ctx, tx, empresaId);
    return repo.findProductos(tx, empresaId, text);
  });

/** The lists are filled only when a person uses them, so companies that issue only through programs bear no cost. */
async function askToRead({ queue, clock }: Context, tx: Tx, empresaId: string): Promise<void> {
  const read = await repo.findLectura(tx, empresaId);
  if (read && clock.now().getTime() - read.leido.getTime() < readEveryMs) return;
  await queue.enqueue(tx, [{ clase: READ, empresaId, sujeto: empresaId }]);
}

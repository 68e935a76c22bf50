import { listEmpresaIds } from '../../domain/companies/companies-repo.ts';
import { pruneCorreos } from '../../domain/mail/repo.ts';
import type { Context } from '../context.ts';
import { WARN } from './avisos.ts';

const retentionMs = 90 * 24 * 60 * 60_000;

/** Queues the check for warnings of every company, and deletes old messages. Several servers may do it at once. */
export const remind = (ctx: Context): Promise<void> =>
  ctx.db.system(async (tx) => {
    const ids = await listEmpresaIds(tx);
    await ctx.queue.enqueue(
      tx,
      ids.map((id) => ({ clase: WARN, empresaId: id, sujeto: id })),
    );
    await pruneCorreos(tx, new Date(ctx.clock.now().getTime() - retentionMs));
  });

import type { Http } from '../../platform/http/register.ts';
import type { Clock } from '../../platform/process/clock.ts';

/** After the first page the browser still asks for its parts. */
const restMs = 3_000;
/** If nobody opens a page, this long after the start. */
const atLatestMs = 20_000;

/** Whether the first page was served, or nobody asks for one: background work may begin. */
export function firstPageServed({ fastify }: Http, clock: Pick<Clock, 'monotonicMs'>): () => boolean {
  const startedMs = clock.monotonicMs();
  let servedMs: number | undefined;
  fastify.addHook('onResponse', async (_, reply) => {
    if (servedMs === undefined && String(reply.getHeader('content-type')).startsWith('text/html'))
      servedMs = clock.monotonicMs();
  });
  return () => {
    const now = clock.monotonicMs();
    return now - startedMs >= atLatestMs || (servedMs !== undefined && now - servedMs >= restMs);
  };
}

import { documentos } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { type Http, handle } from '../../http/register.ts';
import { createFeeds } from './feed.ts';
import { defaultPace, type Pace, streamEvents } from './stream.ts';

/** Streams that one company may have open at once on this process; beyond, the oldest is ended and its screen comes back. */
const maxStreams = 50;

/** Serves the live changes. They end when the server does. */
export function eventosRoutes(http: Http, ctx: Context, pace: Pace = defaultPace): void {
  const feedOf = createFeeds(ctx);
  const open = new Map<string, Set<AbortController>>();
  http.fastify.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.abort();
  });

  handle(http, documentos.eventos, async ({ caller, request, reply }) => {
    const { empresaId } = caller;
    const feed = feedOf(empresaId);
    const lastEventId = Number(request.headers['last-event-id'] ?? Number.NaN);
    const since = Number.isSafeInteger(lastEventId) && lastEventId >= 0 ? lastEventId : await feed.head();

    const stream = new AbortController();
    const streams = open.get(empresaId) ?? new Set();
    open.set(empresaId, streams.add(stream));
    if (streams.size > maxStreams) streams.values().next().value?.abort();

    reply.hijack();
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      // When the stream ends so does its connection: an idle one would keep the server from closing.
      connection: 'close',
    };
    reply.raw.writeHead(200, headers as Record<string, string>);
    reply.raw.write(`id: ${since}\nretry: 1000\n: hola\n\n`);
    streamEvents(reply.raw, feed, since, () => ctx.keys.stillOpen(caller), pace, stream.signal)
      .catch((error) => ctx.log.error({ err: error, empresaId }, 'a stream of events failed'))
      .finally(() => {
        streams.delete(stream);
        if (streams.size === 0) open.delete(empresaId);
      });
    return undefined;
  });
}

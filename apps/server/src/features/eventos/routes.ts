import { eventos } from '@timbre/contract';
import { Problem } from '@timbre/refusal';
import { outageChangeTopic } from '../../domain/authority/outages.ts';
import { rehearsalTopic } from '../../domain/comprobantes/rehearsal/topic.ts';
import { receivedTopic } from '../../domain/received/topic.ts';
import { createFeeds } from '../../platform/events/feed.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { defaultPace, type Pace, streamEvents } from './stream.ts';

/**
 * Streams that may be open at once on this process, of one company's people or of its key, and of all. Above the limit
 * new streams are refused; open ones stay.
 */
const [maxOfOne, maxOfAll] = [100, 2_000];
/** Seconds after which a refused client may try again. */
const retryAfterS = 15;
/** How long the browser resumes from its last event (see the web application's last-event.ts), plus a margin. */
const resumableMs = 10 * 60_000;

/** Serves the live changes. The streams end when the server closes. */
export function eventosRoutes(http: Http, ctx: Context, pace: Pace = defaultPace): void {
  const feedOf = createFeeds(ctx);
  const open = new Map<string, Set<AbortController>>();
  let total = 0;
  let closing = false;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  ctx.signals.on(outageChangeTopic, () => {
    notifiedAt = ctx.clock.monotonicMs();
  });
  http.fastify.addHook('preClose', async () => {
    closing = true;
    for (const streams of open.values()) for (const stream of streams) stream.abort();
  });

  handle(http, eventos.seguirEventos, async ({ caller, headers, reply }) => {
    const { empresaId } = caller;
    const feed = feedOf(empresaId);
    const lastEventId = Number(headers?.['last-event-id'] ?? Number.NaN);
    const since = Number.isSafeInteger(lastEventId) && lastEventId >= 0 ? lastEventId : await feed.head();

    const holder = `${empresaId} ${caller.via}`;
    const streams = open.get(holder) ?? new Set();
    if (streams.size >= maxOfOne || total >= maxOfAll)
      throw new Problem('servidor/ocupado', undefined, undefined, { retryAfterS });
    const stream = new AbortController();
    open.set(holder, streams.add(stream));
    total += 1;
    if (closing) stream.abort();

    reply.hijack();
    const head = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      // The connection closes with the stream: an idle one would keep the server from closing.
      connection: 'close',
    };
    reply.raw.writeHead(200, head as Record<string, string>);
    reply.raw.write(`id: ${since}\nretry: 1000\n: hola\n\n`);
    // A resuming client may have missed the event of the environment.
    const missed = Number.isSafeInteger(lastEventId) && ctx.clock.monotonicMs() - notifiedAt < resumableMs;
    const notices = {
      signals: ctx.signals,
      topics: {
        [outageChangeTopic]: 'autoridad',
        [rehearsalTopic(empresaId)]: 'ensayo',
        [receivedTopic(empresaId)]: 'recibidas',
      },
      initial: missed ? ['autoridad'] : [],
    };
    streamEvents(reply.raw, feed, since, () => ctx.keys.stillOpen(caller), pace, stream.signal, notices)
      .catch((error) => ctx.log.error({ err: error, empresaId }, 'a stream of events failed'))
      .finally(() => {
        streams.delete(stream);
        total -= 1;
        if (streams.size === 0) open.delete(holder);
      });
    return undefined;
  });
}

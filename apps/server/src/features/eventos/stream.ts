import type { ServerResponse } from 'node:http';
import type { documentos } from '@timbre/contract';
import type { Feed, FeedEvent } from '../../events/feed.ts';

/** Timing of a stream, in milliseconds. */
export interface Pace {
  /** Least time between two messages: events in between are sent together. */
  readonly gatherMs: number;
  /** Interval of looking for events without a signal, since a signal can be lost. */
  readonly lookMs: number;
  readonly heartbeatMs: number;
  /** How often the session is checked. */
  readonly checkMs: number;
}

export const defaultPace: Pace = { gatherMs: 200, lookMs: 2_000, heartbeatMs: 15_000, checkMs: 2_500 };

/** The last message when the server closes: the client may reconnect at once, to another process. */
const goodbye = 'retry: 1000\n: adiós\n\n';

/** Unread bytes of a slow reader above which no more events are sent to it. */
const maxWaiting = 1024 * 1024;

/**
 * Sends the events of a company as they come, until the reader leaves, its session closes or the signal aborts.
 *
 * @param response its head already sent
 * @param since the last event that the reader has
 * @param stillOpen whether the reader's session or key is still valid
 */
export async function streamEvents(
  response: ServerResponse,
  feed: Feed,
  since: number,
  stillOpen: () => Promise<boolean>,
  pace: Pace,
  closing: AbortSignal,
): Promise<void> {
  let last = since;
  let wake: (() => void) | undefined;
  let due = true;
  const ring = () => {
    due = true;
    wake?.();
  };
  const unwatch = feed.watch(ring);
  const ended = () => response.destroyed || response.writableEnded || closing.aborted;
  response.once('close', ring);
  closing.addEventListener('abort', ring, { once: true });
  let beatAt = performance.now();
  let checkAt = performance.now() + pace.checkMs;

  try {
    while (!ended()) {
      due = false;
      const full = response.writableLength > maxWaiting;
      const { events, upTo } = full ? { events: [], upTo: last } : await feed.after(last);
      if (ended()) break;
      const now = performance.now();
      if (events.length > 0) response.write(messages(events, upTo));
      else if (now - beatAt >= pace.heartbeatMs) response.write(': sigo aquí\n\n');
      if (events.length > 0 || now - beatAt >= pace.heartbeatMs) beatAt = now;
      if (upTo > last) due = true;
      last = upTo;
      if (now >= checkAt) {
        checkAt = now + pace.checkMs;
        if (!(await stillOpen())) break;
      }
      await pause(pace.gatherMs);
      if (!due) await Promise.race([pause(pace.lookMs), rung()]);
    }
  } finally {
    unwatch();
    closing.removeEventListener('abort', ring);
    response.end(closing.aborted ? goodbye : undefined);
  }

  function rung(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
    });
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/**
 * The events as messages: of each document and each import only the latest; the last message has the position in the
 * record.
 */
function messages(events: readonly FeedEvent[], upTo: number): string {
  const moved = new Map<string, documentos.EventoDocumento>();
  const imports = new Set<string>();
  const changed = new Set<unknown>();
  let autoridad: unknown;
  for (const { tipo, datos } of events) {
    if (tipo === 'documento') {
      const { importacionId, documento } = datos as documentos.EventoDocumento;
      moved.set(documento.id, { importacionId, documento });
    } else if (tipo === 'importacion') imports.add((datos as { id: string }).id);
    else if (tipo === 'configuracion') changed.add((datos as { que: unknown }).que);
    else autoridad = datos;
  }
  const parts: [string, unknown][] = [];
  if (moved.size > 0) parts.push(['documento', [...moved.values()]]);
  for (const id of imports) parts.push(['importacion', { id }]);
  for (const que of changed) parts.push(['configuracion', { que }]);
  if (autoridad !== undefined) parts.push(['autoridad', autoridad]);
  return parts
    .map(([name, data], i) => {
      const id = i === parts.length - 1 ? `id: ${upTo}\n` : '';
      return `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    })
    .join('');
}

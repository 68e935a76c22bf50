import type { ServerResponse } from 'node:http';
import { eventos } from '@timbre/contract';
import type { Signals } from '../../platform/db/signals.ts';
import type { Feed, FeedEvent } from '../../platform/events/feed.ts';

/** Timing of a stream, in milliseconds. */
export interface Pace {
  /** Least time between two messages: events in between are sent together. */
  readonly gatherMs: number;
  /** Interval of checking for events without a signal, since a signal can be lost. */
  readonly lookMs: number;
  readonly heartbeatMs: number;
  /** How often the session is checked. */
  readonly checkMs: number;
}

export const defaultPace: Pace = { gatherMs: 200, lookMs: 2_000, heartbeatMs: 15_000, checkMs: 2_500 };

/** The last message when the server closes: the client may reconnect at once, to another process. */
const goodbye = 'retry: 1000\n: adiós\n\n';

/** Events without data that are not in the record: sent when there is a signal, at most one of each at a time. */
interface Notices {
  readonly signals: Signals;
  /** The name of the event by the topic of its signal. */
  readonly topics: Readonly<Record<string, string>>;
  /** Those to send at the start. */
  readonly initial: readonly string[];
}

/** Unread bytes of a slow reader above which no more events are sent to it. */
const maxWaiting = 1024 * 1024;

/**
 * Sends the events of a company as they come, until the reader leaves, its session closes or the signal aborts. The
 * data waiting for a slow reader are bounded: above the limit nothing more is sent until the reader has read.
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
  { signals, topics, initial }: Notices,
): Promise<void> {
  let last = since;
  const pending = new Set(initial);
  const bell = new Bell();
  const { ring } = bell;
  const unwatch = [
    feed.watch(ring),
    ...Object.entries(topics).map(([topic, name]) =>
      signals.on(topic, () => {
        pending.add(name);
        ring();
      }),
    ),
  ];
  const ended = () => response.destroyed || response.writableEnded || closing.aborted;
  response.once('close', ring);
  closing.addEventListener('abort', ring, { once: true });
  let beatAt = performance.now();
  let checkAt = performance.now() + pace.checkMs;

  try {
    while (!ended()) {
      bell.reset();
      const full = response.writableLength > maxWaiting;
      const { events, upTo } = full ? { events: [], upTo: last } : await feed.after(last);
      if (ended()) break;
      const now = performance.now();
      const text = full ? '' : textOf(events, upTo, pending);
      if (text !== '') response.write(text);
      else if (!full && now - beatAt >= pace.heartbeatMs) response.write(': sigo aquí\n\n');
      if (text !== '' || now - beatAt >= pace.heartbeatMs) beatAt = now;
      if (upTo > last) ring();
      last = upTo;
      if (now >= checkAt) {
        checkAt = now + pace.checkMs;
        if (!(await stillOpen())) break;
      }
      await pause(pace.gatherMs);
      await bell.heard(pace.lookMs);
    }
  } finally {
    for (const end of unwatch) end();
    closing.removeEventListener('abort', ring);
    response.end(closing.aborted ? goodbye : undefined);
  }
}

/** Wakes a loop that waits. Rung while the loop works, it ends the next wait at once. */
class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  readonly ring = (): void => {
    this.#rung = true;
    this.#wake?.();
  };

  reset(): void {
    this.#rung = false;
  }

  /** Waits until it is rung after the reset, for at most `ms`. */
  async heard(ms: number): Promise<void> {
    if (this.#rung) return;
    const rung = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([pause(ms), rung]);
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** The text to send. Moves the names of events without data into it, leaving their set empty. */
function textOf(events: readonly FeedEvent[], upTo: number, pending: Set<string>): string {
  const notices = [...pending].map((name) => `event: ${name}\ndata: {}\n\n`).join('');
  pending.clear();
  return notices + messages(events, upTo);
}

/**
 * The events as messages: of each document and each import only the latest; the last message has the position in the
 * record.
 */
function messages(events: readonly FeedEvent[], upTo: number): string {
  const moved = new Map<string, eventos.EventoDocumento>();
  const imports = new Set<string>();
  const changed = new Set<unknown>();
  let autoridad: unknown;
  for (const { tipo, datos } of events) {
    if (tipo === 'documento') {
      const { importacionId, documento } = datos as eventos.EventoDocumento;
      moved.set(documento.id, { importacionId, documento });
    } else if (tipo === 'importacion') imports.add((datos as { id: string }).id);
    else if (tipo === 'configuracion') changed.add((datos as { que: unknown }).que);
    else autoridad = datos;
  }
  const parts: [string, string][] = [];
  if (moved.size > 0) parts.push(documentsPart([...moved.values()]));
  for (const id of imports) parts.push(['importacion', JSON.stringify({ id })]);
  for (const que of changed) parts.push(['configuracion', JSON.stringify({ que })]);
  if (autoridad !== undefined) parts.push(['autoridad', JSON.stringify(autoridad)]);
  return parts
    .map(([name, data], i) => {
      const id = i === parts.length - 1 ? `id: ${upTo}\n` : '';
      return `${id}event: ${name}\ndata: ${data}\n\n`;
    })
    .join('');
}

/** The changed documents or, if one event cannot hold them, the imports that the client must request again. */
function documentsPart(moved: readonly eventos.EventoDocumento[]): [name: string, data: string] {
  const { documentos: most, bytes } = eventos.limitesDelEvento;
  if (moved.length <= most) {
    const data = JSON.stringify(moved);
    if (Buffer.byteLength(data) <= bytes) return ['documento', data];
  }
  const importaciones = [...new Set(moved.map(({ importacionId }) => importacionId))];
  return ['comprobantes', JSON.stringify({ importaciones } satisfies eventos.EventoComprobantes)];
}

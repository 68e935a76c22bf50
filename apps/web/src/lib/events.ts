import { Refusal, send } from './api.ts';
import { markServer } from './connection.ts';
import { eventParser, type ServerEvent } from './event-parser.ts';

const silenceMs = 40_000; // the server says something every 15 s
const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * Follows an event stream until told to stop: reconnects with back-off, resuming from the last event seen.
 * `fetch` and not EventSource, which cannot send the session's key.
 *
 * @param path of the stream
 * @param onEvent called for each event
 * @param onOpen called each time the stream begins: nobody heard what happened just before
 * @returns the way to stop
 */
export function followEvents(path: string, onEvent: (event: ServerEvent) => void, onOpen: () => void): () => void {
  const stopped = new AbortController();
  let lastId: string | undefined;

  async function readOnce(onAnswer: () => void): Promise<void> {
    const silent = new AbortController();
    let watchdog = setTimeout(() => silent.abort(), silenceMs);
    try {
      const response = await send('GET', path, {
        headers: { accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
        signal: AbortSignal.any([stopped.signal, silent.signal]),
      });
      onAnswer();
      const parse = eventParser();
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => silent.abort(), silenceMs);
        for (const event of parse(piece.value)) {
          lastId = event.id ?? lastId;
          onEvent(event);
        }
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  async function follow(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopped.signal.aborted) {
      try {
        await readOnce(() => {
          pauseMs = firstPauseMs;
          onOpen();
        });
      } catch (error) {
        if (error instanceof Refusal && error.problem.status === 401) return;
        if (error instanceof TypeError) markServer(false); // the stream broke half-way
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  follow();
  return () => stopped.abort();
}

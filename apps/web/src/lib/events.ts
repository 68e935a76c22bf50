import { Refusal, send } from './api.ts';
import { markServer } from './connection.ts';
import { eventParser, type ServerEvent } from './event-parser.ts';
import { keepLastEvent, lastEventAtStart } from './last-event.ts';
import { pauseAfter } from './pause.ts';

const silenceMs = 40_000; // the server sends something every 15 s
const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * Follows an event stream until it is stopped. It reconnects with back-off and resumes from the last event received. It
 * uses `fetch` because EventSource cannot send the session's API key.
 *
 * @param path of the stream
 * @param onEvent called for each event
 * @param onGap called each time the stream begins, and while it is refused: events may have been missed just before.
 * Not called if the first stream resumes from the last event that this browser had when the page sent its first calls,
 * because then no event is missed
 * @returns the function that stops it
 */
export function followEvents(path: string, onEvent: (event: ServerEvent) => void, onGap: () => void): () => void {
  const stopped = new AbortController();
  let lastId = lastEventAtStart();
  let gapless = lastId !== undefined;

  async function readOnce(onAnswer: () => void): Promise<void> {
    const silent = new AbortController();
    let watchdog = setTimeout(() => silent.abort(), silenceMs);
    try {
      const response = await send('GET', path, {
        headers: { accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
        signal: AbortSignal.any([stopped.signal, silent.signal]),
      });
      onAnswer();
      const parse = eventParser((id) => {
        lastId = id;
      });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => silent.abort(), silenceMs);
        for (const event of parse(piece.value)) onEvent(event);
        if (lastId !== undefined) keepLastEvent(lastId);
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  async function follow(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopped.signal.aborted) {
      let failure: unknown;
      try {
        await readOnce(() => {
          pauseMs = firstPauseMs;
          if (!gapless) onGap();
          gapless = false;
        });
      } catch (error) {
        failure = error;
        if (error instanceof Refusal && error.problem.status === 401) return;
        if (error instanceof Refusal && error.retryAfterMs !== undefined) onGap();
        if (error instanceof TypeError) markServer(false); // the stream broke off
      }
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(failure, pauseMs)));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  follow();
  return () => stopped.abort();
}

import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { seguirEventos } from '../calls/eventos.generated.ts';
import { partsOf } from '../lib/api.ts';
import { onConnectionChange } from '../lib/connection.ts';
import { followEvents } from '../lib/events.ts';
import { dropFirstCalls } from '../lib/first-calls.ts';
import { receiveEvent } from '../lib/live-query.ts';
import { useSession } from '../lib/session.ts';

const { path } = partsOf(seguirEventos);

/**
 * Runs a function once no request is in flight. An event that arrives before the response that it changes would have no
 * effect.
 *
 * @param begin starts the work and returns the function that stops it
 * @returns a function that stops the work, or cancels it if it has not started
 */
function onceCalm(client: QueryClient, begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  const look = () => {
    if (end === undefined && client.isFetching() === 0) end = begin();
    if (end !== undefined) forget();
  };
  const forget = client.getQueryCache().subscribe(look);
  look();
  return () => {
    forget();
    end?.();
  };
}

/**
 * Keeps every screen up to date while it is mounted. Responses loaded while there was no event stream are fetched
 * again. After a gap in the stream, every response on the screen is fetched again.
 *
 * @param follows false for a user without a company: events belong to a company
 */
export function useLive(follows: boolean): void {
  const client = useQueryClient();
  const { session, expired } = useSession();
  const apiKey = session?.apiKey;
  const asked = useRef(apiKey);
  useEffect(() => {
    // A user who logged in again continues with the screen that was open.
    if (asked.current !== apiKey) void client.invalidateQueries();
    asked.current = apiKey;
    if (!follows || expired || apiKey === undefined) return;
    const answered = ({ state }: Query) => state.status === 'success';
    const askAgain = () => void client.invalidateQueries({ predicate: answered }, { cancelRefetch: false });
    const stop = onceCalm(client, () => {
      dropFirstCalls();
      return followEvents(path, (event) => receiveEvent(client, event), askAgain);
    });
    const forget = onConnectionChange((online) => online && void client.invalidateQueries());
    return () => {
      stop();
      forget();
    };
  }, [client, follows, expired, apiKey]);
}

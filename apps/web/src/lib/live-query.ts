import type { Query, QueryClient } from '@tanstack/react-query';
import type { eventos } from '@timbre/contract';
import type { ServerEvent } from './event-parser.ts';

/** The events of the server and their data. */
interface EventData {
  documento: readonly eventos.EventoDocumento[];
  importacion: unknown;
  ensayo: unknown;
  recibidas: unknown;
  configuracion: eventos.EventoConfiguracion;
  autoridad: unknown;
}

/** Updates the cached responses with the data of an event. */
type Patch<Data> = (client: QueryClient, data: Data) => void;

/** Fetches a response again after a delay, if the event concerns its import. */
interface OfImport {
  readonly importacionId: string;
  readonly afterMs: number;
}

/**
 * Effect of an event on a cached response: fetch it again after a delay in milliseconds, during which further events
 * have no effect; fetch it unless a request is in flight (a long one would otherwise never finish); or update it.
 */
type Effect<Data> = number | 'unless-asking' | Patch<Data>;

/** The events of the server that affect the response of a query, and how. Every query declares it in its `meta`. */
export type Live = {
  readonly [Name in keyof EventData]?: Effect<EventData[Name]> | (Name extends 'documento' ? OfImport : never);
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live: Live };
  }
}

/** Thousands of documents may change at a time: the responses that depend on them are fetched once in this time. */
export const soonMs = 2_000;

/** For responses that depend on the company's configuration, which rarely changes. */
export const ofConfiguracion = { live: { configuracion: 0 } } as const satisfies { live: Live };

/** For responses that never change while a screen shows them, or that are polled. */
export const notLive = { live: {} } as const satisfies { live: Live };

const waiting = new Set<string>();

/**
 * Applies an event to the cached responses, as their queries declare. If more documents changed than an event can carry
 * (`comprobantes`), the responses that an event `documento` would update are fetched again.
 */
export function receiveEvent(client: QueryClient, { name, data }: ServerEvent): void {
  const many = name === 'comprobantes';
  const patches = new Set<Patch<never>>();
  let parsed: unknown;
  const carried = () => {
    parsed ??= JSON.parse(data);
    return parsed;
  };
  for (const query of client.getQueryCache().getAll()) {
    const effect = query.meta?.live[(many ? 'documento' : name) as keyof EventData];
    if (typeof effect === 'object') {
      if (importsOf(carried(), many).includes(effect.importacionId)) askAgain(client, query, effect.afterMs);
    } else if (typeof effect !== 'function') {
      if (effect !== undefined) askAgain(client, query, effect);
    } else if (many) askAgain(client, query, soonMs);
    else patches.add(effect);
  }
  for (const patch of patches) patch(client, carried() as never);
}

/** The imports of an event about documents. */
const importsOf = (carried: unknown, many: boolean): readonly (string | null)[] =>
  many
    ? (carried as eventos.EventoComprobantes).importaciones
    : (carried as EventData['documento']).map(({ importacionId }) => importacionId);

function askAgain(client: QueryClient, { queryKey, queryHash }: Query, effect: number | 'unless-asking'): void {
  const ask = (cancelRefetch: boolean) => client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch });
  if (effect === 'unless-asking') return void ask(false);
  if (effect === 0) return void ask(true);
  if (waiting.has(queryHash)) return;
  waiting.add(queryHash);
  setTimeout(() => {
    waiting.delete(queryHash);
    void ask(true);
  }, effect);
}

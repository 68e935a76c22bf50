import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { documentos } from '@timbre/contract';
import { useEffect } from 'react';
import { patchDocumentos } from '../features/documentos/live.ts';
import { patchFacturas } from '../features/facturas/live.ts';
import { patchImportaciones } from '../features/importacion/live.ts';
import { onConnectionChange } from '../lib/connection.ts';
import type { ServerEvent } from '../lib/event-parser.ts';
import { followEvents } from '../lib/events.ts';

const path: (typeof documentos.eventos)['path'] = '/api/eventos';

const ofDocumentos: ReadonlySet<string> = new Set([
  'importaciones',
  'facturas',
  'documentos',
  'edicion',
  'estadisticas',
  'logo',
]);

/** Thousands may move in a row: what follows from them is asked for once in a while, not at each event. */
const askAfterMs = 2_000;
const asking = new Set<string>();

function askSoon(client: QueryClient, what: string): void {
  if (asking.has(what)) return;
  asking.add(what);
  setTimeout(() => {
    asking.delete(what);
    client.invalidateQueries({ queryKey: [what] });
  }, askAfterMs);
}

/** What each event of the server does to what is on the screen. */
function receive(client: QueryClient, { name, data }: ServerEvent): void {
  switch (name) {
    case 'documento': {
      const events = JSON.parse(data) as documentos.EventoDocumento[];
      patchImportaciones(client, events);
      patchFacturas(client, events);
      patchDocumentos(client, events);
      askSoon(client, 'estadisticas');
      askSoon(client, 'autoridad'); // to send, the server may have authenticated by itself
      break;
    }
    case 'importacion':
      // A request already under way is left to finish: restarted at each event, a big one never would.
      client.invalidateQueries({ queryKey: ['importaciones'] }, { cancelRefetch: false });
      break;
    case 'configuracion':
      // Rare, and it may touch anything that is shown but the documents.
      client.invalidateQueries({ predicate: ({ queryKey: [of] }) => !ofDocumentos.has(String(of)) });
      break;
    case 'autoridad':
      client.invalidateQueries({ queryKey: ['autoridad'] });
      break;
  }
}

/**
 * Keeps every screen live while it is mounted: what was answered while nobody listened is asked again, and after a gap
 * all that is shown.
 *
 * @param follows false for whoever has no company: events are a company's
 */
export function useLive(follows: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!follows) return;
    const answered = ({ state }: Query) => state.status === 'success';
    const askAgain = () => void client.invalidateQueries({ predicate: answered }, { cancelRefetch: false });
    const stop = followEvents(path, (event) => receive(client, event), askAgain);
    const forget = onConnectionChange((online) => online && void client.invalidateQueries());
    return () => {
      stop();
      forget();
    };
  }, [client, follows]);
}

import type { QueryClient } from '@tanstack/react-query';
import type { documentos } from '@timbre/contract';

/** Fetches the cached answers of a changed document (its detail, its XML) again. */
export function patchDocumentos(client: QueryClient, events: readonly documentos.EventoDocumento[]): void {
  const changed = new Set<unknown>(events.map(({ documento }) => documento.id));
  client.invalidateQueries({ queryKey: ['documentos'], predicate: ({ queryKey }) => changed.has(queryKey[1]) });
}

import type { QueryClient } from '@tanstack/react-query';
import type { Enlaces, eventos } from '@timbre/contract';

/**
 * Fetches the cached responses of a changed document (its detail, its XML) again, and those of documents linked with
 * it.
 */
export function patchDocumentos(client: QueryClient, events: readonly eventos.EventoDocumento[]): void {
  const changed = new Set<unknown>(events.map(({ documento }) => documento.id));
  client.invalidateQueries({
    queryKey: ['documentos'],
    predicate: ({ queryKey, state: { data } }) => {
      const links = data as Partial<Enlaces> | undefined;
      // One of its credit notes may have changed; the response does not identify them.
      if (links?.notasDeCredito) return true;
      return [queryKey[1], links?.anuladaPor?.id, links?.modifica?.id].some((id) => changed.has(id));
    },
  });
}

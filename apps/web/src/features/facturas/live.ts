import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { documentos } from '@timbre/contract';
import type { Page } from './api.ts';

/** Thousands may be signed in a row: what is new is asked for once in a while, not at each event. */
const askAfterMs = 1_500;
let asking: ReturnType<typeof setTimeout> | undefined;

type Patch = documentos.EventoDocumento['documento'];

/** Brings the lists held by the cache up to date; documents that they do not show yet are asked for again. */
export function patchFacturas(client: QueryClient, events: readonly documentos.EventoDocumento[]): void {
  const byId = new Map(events.map(({ documento }) => [documento.id, documento]));
  client.setQueriesData<InfiniteData<Page>>({ queryKey: ['facturas'] }, (held) => held && patchPages(held, byId));
  const shown = client
    .getQueriesData<InfiniteData<Page>>({ queryKey: ['facturas'] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.facturas);
  const known = new Set(shown.map((factura) => factura.facturaElectronicaID));
  const news = events.some(({ documento }) => documento.estado === 'firmado' && !known.has(documento.id));
  if (news && !asking) {
    asking = setTimeout(() => {
      asking = undefined;
      client.invalidateQueries({ queryKey: ['facturas'] });
    }, askAfterMs);
  }
}

/** Pages with the states that have just changed; pages without any keep their identity. */
export function patchPages(held: InfiniteData<Page>, byId: ReadonlyMap<string, Patch>): InfiniteData<Page> {
  const pages = held.pages.map((page) => {
    if (!page.facturas.some(({ facturaElectronicaID }) => byId.has(facturaElectronicaID))) return page;
    const facturas = page.facturas.map((factura) => {
      const patch = byId.get(factura.facturaElectronicaID);
      return patch ? { ...factura, estado: patch.estado, trackID: patch.trackId } : factura;
    });
    return { ...page, facturas };
  });
  return { ...held, pages };
}

import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { eventos, facturas } from '@timbre/contract';
import { estadosFinales } from '@timbre/contract/tables';
import type { Page } from './api.ts';

/** Thousands of documents may be signed in a row: new documents are fetched at intervals, not at each event. */
const askAfterMs = 1_500;
let asking: ReturnType<typeof setTimeout> | undefined;

type Factura = facturas.Factura;
type Patch = eventos.EventoDocumento['documento'];

/** Updates the cached lists from an event. Documents that they do not contain yet are fetched. */
export function patchFacturas(client: QueryClient, events: readonly eventos.EventoDocumento[]): void {
  const byId = new Map(events.map(({ documento }) => [documento.id, documento]));
  client.setQueriesData<InfiniteData<Page>>({ queryKey: ['facturas'] }, (held) => held && patchPages(held, byId));
  const shown = client
    .getQueriesData<InfiniteData<Page>>({ queryKey: ['facturas'] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.facturas);
  const known = new Set(shown.map((factura) => factura.facturaElectronicaID));
  const news = events.some(
    ({ documento: { id, estado } }) => (estado === 'firmado' || estado === 'sin_confirmar') && !known.has(id),
  );
  // The server computes the totals of the notes of an invoice, so a decided note also causes a new fetch.
  const notes = new Set(
    shown.flatMap(({ facturaElectronicaID: id, modifica, anuladaPor }) => [modifica && id, anuladaPor?.id]),
  );
  const decided = events.some(({ documento: { id, estado } }) => notes.has(id) && estadosFinales.has(estado));
  if ((news || decided) && !asking) {
    asking = setTimeout(() => {
      asking = undefined;
      client.invalidateQueries({ queryKey: ['facturas'] });
    }, askAfterMs);
  }
}

/** The link to a note in its new state; a rejected one annuls nothing. */
const annulling = (link: Factura['anuladaPor'], estado: Patch['estado']) =>
  link === null || estado === 'rechazado' ? null : { ...link, estado };

/** Returns the pages with the changed states. Pages without a change keep their identity. */
function patchPages(held: InfiniteData<Page>, byId: ReadonlyMap<string, Patch>): InfiniteData<Page> {
  const pages = held.pages.map((page) => {
    const touched = ({ facturaElectronicaID: id, anuladaPor }: Factura) =>
      byId.has(id) || (anuladaPor !== null && byId.has(anuladaPor.id));
    if (!page.facturas.some(touched)) return page;
    const facturas = page.facturas.map((factura) => {
      const patch = byId.get(factura.facturaElectronicaID);
      const own = patch ? { ...factura, estado: patch.estado, trackID: patch.trackId } : factura;
      const note = own.anuladaPor && byId.get(own.anuladaPor.id);
      return note ? { ...own, anuladaPor: annulling(own.anuladaPor, note.estado) } : own;
    });
    return { ...page, facturas };
  });
  return { ...held, pages };
}

import type { facturas } from '@timbre/contract';
import * as facturasCalls from '../../calls/facturas.generated.ts';
import { callerWithHeaders } from '../../lib/api.ts';
import { datesOf, type Filters } from './filters.ts';

const pageSize = 50;
const list = callerWithHeaders(facturasCalls.listarFacturas);

/** A page of the list and the cursor of the next one, where there is one. */
export interface Page {
  readonly facturas: facturas.Factura[];
  readonly siguiente: string | undefined;
}

/**
 * Gives a page of the issued invoices, newest first.
 *
 * @param cursor of the page, from the previous page
 * @param now for the default dates: today's
 */
export async function listFacturas(
  filters: Filters,
  cursor: string | undefined,
  now: number,
  signal: AbortSignal,
): Promise<Page> {
  const { ambiente, estado, eNCF, trackId } = filters;
  const { desde, hasta } = datesOf(filters, now);
  const { answer, headers } = await list({
    query: {
      limit: pageSize,
      ...(desde && { fechaDesde: desde }),
      ...(hasta && { fechaHasta: hasta }),
      ...(ambiente && { ambiente }),
      ...(estado && { estado }),
      ...(eNCF && { eNCF }),
      ...(trackId && { trackId }),
      ...(cursor && { cursor }),
    },
    signal,
  });
  return { facturas: answer, siguiente: headers.get('x-siguiente') ?? undefined };
}

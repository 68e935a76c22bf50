import { queryOptions } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import { readCuentas } from '@timbre/reports';
import { send } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';

// Where the catalogue of QuickBooks is. The calls are those of the feature quickbooks.

/** Whether this release has the feature: without it no company is connected. */
const hasQuickBooks = 'quickbooks' in featureConstants;

/** Whether the company is connected with QuickBooks. */
export const quickBooksQuery = queryOptions({
  queryKey: ['quickbooks', 'estado'],
  meta: notLive,
  queryFn: async ({ signal }) => {
    if (!hasQuickBooks) return { conectado: false };
    const answer = await send('GET', '/api/quickbooks/estado', { signal }).catch(() => undefined);
    return { conectado: ((await answer?.json()) as { conectado?: boolean } | undefined)?.conectado === true };
  },
});

/** The accounts of QuickBooks. */
export async function readQuickBooksAccounts() {
  const answer = await send('GET', '/api/quickbooks/accounts', { signal: AbortSignal.timeout(60_000) });
  return readCuentas(((await answer.json()) as { cuentas: readonly unknown[] }).cuentas);
}

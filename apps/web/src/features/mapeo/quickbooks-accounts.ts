import { queryOptions } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import { readCuentas } from '@timbre/reports';
import { partsOf, send } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';

/** Where the catalogue of QuickBooks is: calls of the feature `quickbooks`. */
const addresses = { estado: 'GET /api/quickbooks/estado', cuentas: 'GET /api/quickbooks/accounts' } as const;

/** Whether this release has the feature: without it no company is connected. */
const hasQuickBooks = 'quickbooks' in featureConstants;

const timeoutMs = 60_000;

async function read(address: keyof typeof addresses, signal?: AbortSignal): Promise<unknown> {
  const { method, path } = partsOf(addresses[address]);
  const limit = AbortSignal.timeout(timeoutMs);
  const answer = await send(method, path, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
  return answer.json();
}

/** Whether the company is connected with QuickBooks. */
export const quickBooksQuery = queryOptions({
  queryKey: ['quickbooks', 'estado', 'conectado'],
  meta: notLive,
  queryFn: async ({ signal }) =>
    hasQuickBooks && ((await read('estado', signal)) as { readonly conectado: boolean }).conectado,
});

/** The accounts of QuickBooks. @throws Refusal, Unreachable */
export const readQuickBooksAccounts = async () =>
  readCuentas(((await read('cuentas')) as { readonly cuentas: readonly unknown[] }).cuentas);

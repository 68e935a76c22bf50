import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../calls/quickbooks.generated.ts';
import { caller } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';

const patient = { timeout: 30_000 }; // the server calls QuickBooks meanwhile (specification 002 §7)

const readEstado = caller(calls.estadoDeQuickBooks);
export const reviewConnection = caller(calls.revisarQuickBooks, patient);
export const beginConnection = caller(calls.autorizarQuickBooks, patient);
export const finishConnection = caller(calls.conectarQuickBooks, patient);
export const endConnection = caller(calls.desconectarQuickBooks, patient);

/**
 * The connection of the company. When any user of the company connects or disconnects, in any window, it is fetched
 * again.
 */
export const estadoQuery = queryOptions({
  queryKey: ['configuracion', 'quickbooks'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readEstado({ signal }),
});

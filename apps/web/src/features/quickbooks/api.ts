import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../calls/quickbooks.generated.ts';
import { caller } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';

const patient = { timeout: 30_000 }; // QuickBooks is asked meanwhile (specification 002 §7)

const readEstado = caller(calls.estadoDeQuickBooks);
export const reviewConnection = caller(calls.revisarQuickBooks, patient);
export const beginConnection = caller(calls.autorizarQuickBooks, patient);
export const finishConnection = caller(calls.conectarQuickBooks, patient);
export const endConnection = caller(calls.desconectarQuickBooks, patient);

/** The connection of the company. Connecting and disconnecting, in any window of its people, asks for it again. */
export const estadoQuery = queryOptions({
  queryKey: ['configuracion', 'quickbooks'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readEstado({ signal }),
});

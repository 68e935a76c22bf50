import { queryOptions } from '@tanstack/react-query';
import * as atencionCalls from '../../calls/atencion.generated.ts';
import { caller } from '../../lib/api.ts';
import { soonMs } from '../../lib/live-query.ts';

const listAvisos = caller(atencionCalls.paraAtender);

/**
 * The notices of the company. They are also fetched at intervals, because some appear without an event: a certificate
 * expires, a document waits too long.
 */
export const avisosQuery = queryOptions({
  queryKey: ['avisos'],
  meta: { live: { documento: soonMs, recibidas: soonMs, configuracion: 0, autoridad: soonMs } },
  queryFn: ({ signal }) => listAvisos({ signal }),
  refetchInterval: 10 * 60_000,
});

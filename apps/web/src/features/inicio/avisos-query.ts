import { queryOptions } from '@tanstack/react-query';
import * as atencionCalls from '../../calls/atencion.generated.ts';
import { caller } from '../../lib/api.ts';
import { soonMs } from '../../lib/live-query.ts';

const listAvisos = caller(atencionCalls.paraAtender);

/** What asks for attention in the company. Time alone brings notices too: a certificate ends, a document waits. */
export const avisosQuery = queryOptions({
  queryKey: ['avisos'],
  meta: { live: { documento: soonMs, recibidas: soonMs, configuracion: 0, autoridad: soonMs } },
  queryFn: ({ signal }) => listAvisos({ signal }),
  refetchInterval: 10 * 60_000,
});

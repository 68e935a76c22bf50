import { queryOptions } from '@tanstack/react-query';
import * as autoridadCalls from '../../calls/autoridad.generated.ts';
import { caller } from '../../lib/api.ts';
import { soonMs } from '../../lib/live-query.ts';

const readAutoridad = caller(autoridadCalls.estadoAutoridad);
export const authenticate = caller(autoridadCalls.autenticar, {
  timeout: 60_000, // the server asks for the seed up to three times
});
export const closeAutoridad = caller(autoridadCalls.cerrarAutoridad);
export const retryNow = caller(autoridadCalls.reintentar);

const askEveryMs = 60_000;
/** While the authority does not answer: the number of waiting documents keeps changing. */
const askSoonMs = 5_000;

/** The state of the company's connection to the authority. An event of the server fetches it again. */
export const autoridadQuery = queryOptions({
  queryKey: ['autoridad'],
  // The server may have authenticated on its own, in order to send.
  meta: { live: { autoridad: 0, configuracion: 0, documento: soonMs } },
  queryFn: ({ signal }) => readAutoridad({ signal }),
  refetchInterval: ({ state }) => (state.data?.caida ? askSoonMs : askEveryMs),
});

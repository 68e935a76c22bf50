import { useQuery } from '@tanstack/react-query';
import * as sesionCalls from '../calls/sesion.generated.ts';
import { caller } from './api.ts';
import { ofConfiguracion } from './live-query.ts';
import { sesionFacts } from './sesion-facts.ts';
import { useSession } from './session.ts';

const readSesion = caller(sesionCalls.sesionActual);

/** The user, the company and the server's settings: first as stored at login, then as returned by the server. */
export function useSesion() {
  const { session } = useSession();
  const { data } = useQuery({
    queryKey: ['sesion'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => readSesion({ signal }),
  });
  return sesionFacts(data, session);
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { ofConfiguracion, soonMs } from '../../lib/live-query.ts';
import { currentSession } from '../../lib/session.ts';
import { UserFacingError } from '../../lib/user-facing-error.ts';
import { readEstadisticas, readPerfil } from './api.ts';

/** @throws an error with the screen's text when the browser has no user stored (specification 000 §8) */
function userIdHere(): string {
  const userId = currentSession()?.userId;
  if (!userId) throw new UserFacingError('No se encontró el ID de usuario en el almacenamiento local.');
  return userId;
}

export const perfilQuery = queryOptions({
  queryKey: ['perfil'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readPerfil({ params: { userId: userIdHere() }, signal }),
});

/** The company's profile, as the header and Inicio show it. */
export const usePerfil = () => useQuery(perfilQuery);

/** The issued documents of the company, by type and environment. */
export const useEstadisticas = () =>
  useQuery({
    queryKey: ['estadisticas'],
    meta: { live: { documento: soonMs } },
    queryFn: ({ signal }) => readEstadisticas({ params: { userId: userIdHere() }, signal }),
  });

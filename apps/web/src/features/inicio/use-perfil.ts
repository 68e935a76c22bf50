import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentSession } from '../../lib/session.ts';
import { Told } from '../../lib/told.ts';
import { readEstadisticas, readPerfil } from './api.ts';

/** @throws what the screen says when the browser does not know who is working (seeds/000 §8) */
function userIdHere(): string {
  const userId = currentSession()?.userId;
  if (!userId) throw new Told('No se encontró el ID de usuario en el almacenamiento local.');
  return userId;
}

export const perfilQuery = queryOptions({
  queryKey: ['perfil'],
  queryFn: ({ signal }) => readPerfil({ params: { userId: userIdHere() }, signal }),
});

/** The company as the header and Inicio show it. */
export const usePerfil = () => useQuery(perfilQuery);

/** What the company issued, by type and environment. */
export const useEstadisticas = () =>
  useQuery({
    queryKey: ['estadisticas'],
    queryFn: ({ signal }) => readEstadisticas({ params: { userId: userIdHere() }, signal }),
  });

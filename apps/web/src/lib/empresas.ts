import { useQuery } from '@tanstack/react-query';
import type { sesion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as sesionCalls from '../calls/sesion.generated.ts';
import { caller } from './api.ts';
import { ofConfiguracion } from './live-query.ts';
import { useSesion } from './use-sesion.ts';

const listEmpresas = caller(sesionCalls.misEmpresas);

export type Empresas = AnswerOf<typeof sesion.misEmpresas>;

export const empresasKey = ['empresas'];

/** The companies of the user, their invitations and their registration requests. */
export function useEmpresas() {
  const { root } = useSesion();
  return useQuery({
    queryKey: empresasKey,
    meta: ofConfiguracion,
    queryFn: ({ signal }) => listEmpresas({ signal }),
    enabled: !root,
  });
}

import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';
import { startSession } from '../../lib/session.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { toast } from '../../ui/toast.tsx';
import { leaveUnsaved } from '../../ui/unsaved-guard.tsx';
import { cambiarEmpresa, listEmpresas } from './api.ts';

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

/** Switches to another company and opens its first screen. Asks for confirmation if there are unsaved changes. */
export function changeEmpresa(empresaId: string): void {
  leaveUnsaved(async () => {
    try {
      const opened = await cambiarEmpresa({ body: { empresaId } });
      history.replaceState(null, '', '/home');
      startSession(opened);
    } catch (error) {
      toast(messageOf(error), 'bad');
    }
  });
}

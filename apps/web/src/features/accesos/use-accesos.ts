import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { toast } from '../../ui/toast.tsx';
import { type Acceso, type Configuracion, readAccesos, saveAccesos } from './api.ts';
import { type Toggles, withToggles } from './toggles.ts';

/** How long this screen's messages last (specification 000 §9). */
const messageMs = 4_000;

/** The menu items that a company may open. */
export const useAccesos = (rnc: string) =>
  useQuery({
    queryKey: ['accesos', rnc],
    meta: notLive,
    queryFn: ({ signal }) => readAccesos({ params: { rnc }, signal }),
  });

/**
 * Sets items of a company. A change is shown at once, saved in order with the others, and reverted when the server
 * refuses it.
 *
 * @param rnc of the company
 */
export function useSetAccesos(rnc: string) {
  const { nombreUsuario } = useSesion();
  const client = useQueryClient();
  const queryKey = ['accesos', rnc];
  const patch = (change: (accesos: readonly Acceso[]) => Acceso[]) =>
    client.setQueryData<Configuracion>(
      queryKey,
      (now) => now && { ...now, configuracion: { ...now.configuracion, accesos: change(now.configuracion.accesos) } },
    );

  return useMutation({
    mutationKey: queryKey,
    scope: { id: `accesos ${rnc}` },
    mutationFn: (toggles: Toggles) =>
      saveAccesos({
        params: { rnc },
        body: {
          accesos: Object.entries(toggles).map(([menuId, habilitado]) => ({ menuId, habilitado })),
          modificadoPor: nombreUsuario,
          fechaModificacion: new Date().toISOString(),
        },
      }),
    onMutate: async (toggles) => {
      await client.cancelQueries({ queryKey });
      const held = client.getQueryData<Configuracion>(queryKey)?.configuracion.accesos ?? [];
      const before = Object.fromEntries(
        held.filter(({ menuId }) => menuId in toggles).map(({ menuId, habilitado }) => [menuId, habilitado]),
      );
      patch((accesos) => withToggles(accesos, toggles));
      return before;
    },
    onError: () => toast('Error al guardar la configuración', 'bad', messageMs),
    onSettled: (_saved, error, _toggles, before) => {
      if (error && before) patch((accesos) => withToggles(accesos, before));
    },
    onSuccess: (saved) => {
      // The answer of one request does not revert the optimistic changes of the others in flight.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, saved);
      toast('Configuración guardada', 'ok', messageMs);
    },
  });
}

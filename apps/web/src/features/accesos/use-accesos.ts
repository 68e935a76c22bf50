import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMutation } from '../../lib/mutation.ts';
import { toast } from '../../ui/toast.tsx';
import { useSesion } from '../sesion/use-sesion.ts';
import { type Acceso, type Configuracion, readAccesos, saveAccesos } from './api.ts';
import { type Toggles, withToggles } from './toggles.ts';

/** How long this screen's messages last (seeds/000 §9). */
const messageMs = 4_000;

/** What a company reaches. */
export const useAccesos = (rnc: string) =>
  useQuery({ queryKey: ['accesos', rnc], queryFn: ({ signal }) => readAccesos({ params: { rnc }, signal }) });

/**
 * Sets items of a company: shown at once, saved one request after another, taken back where the server refuses.
 *
 * @param rnc of the company
 */
export function useSetAccesos(rnc: string) {
  const { nombreUsuario } = useSesion();
  const client = useQueryClient();
  const queryKey = ['accesos', rnc];
  const become = (change: (accesos: readonly Acceso[]) => Acceso[]) =>
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
      become((accesos) => withToggles(accesos, toggles));
      return before;
    },
    onError: () => toast('Error al guardar la configuración', 'bad', messageMs),
    onSettled: (_saved, error, _toggles, before) => {
      if (error && before) become((accesos) => withToggles(accesos, before));
    },
    onSuccess: (saved) => {
      // What others under way have already shown is not taken back by the answer of this one.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, saved);
      toast('Configuración guardada', 'ok', messageMs);
    },
  });
}

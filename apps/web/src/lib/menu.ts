import { queryOptions, useQuery } from '@tanstack/react-query';
import * as accesosCalls from '../calls/accesos.generated.ts';
import { caller } from './api.ts';
import { useEmpresas } from './empresas.ts';
import { ofConfiguracion } from './live-query.ts';
import { shownMenu } from './menu-rules.ts';
import { useSesion } from './use-sesion.ts';

const readMenu = caller(accesosCalls.menuDelUsuario);

/** The user's menu, from the server. The side menu, the palette, the shortcuts and the navigation guard use it. */
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readMenu({ signal }),
  retry: false,
});

/** Hook that returns the menu of the current user. */
export function useMenu() {
  const { rol } = useSesion();
  const { data, isPending } = useQuery(menuQuery);
  const { data: empresas } = useEmpresas();
  return { loading: isPending, ...shownMenu(data, rol, empresas?.llevaClientes ?? false) };
}

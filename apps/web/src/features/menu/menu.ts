import { queryOptions, useQuery } from '@tanstack/react-query';
import * as accesosCalls from '../../calls/accesos.generated.ts';
import { caller } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';
import { useSesion } from '../sesion/use-sesion.ts';
import { shownMenu } from './menu-rules.ts';

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
  return { loading: isPending, ...shownMenu(data, rol) };
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { accesos } from '@timbre/contract';
import { useSesion } from '../features/sesion/use-sesion.ts';
import { caller } from '../lib/api.ts';
import { shownMenu } from './menu-rules.ts';

const readMenu = caller<typeof accesos.menuDelUsuario>('GET', '/api/menu-items');

/** The person's menu, as the server gives it: the side menu, the palette, the keyboard and each navigation ask it. */
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ signal }) => readMenu({ signal }),
  retry: false,
});

/** The menu of whoever is working. */
export function useMenu() {
  const { rol } = useSesion();
  const { data, isPending } = useQuery(menuQuery);
  return { loading: isPending, ...shownMenu(data, rol) };
}

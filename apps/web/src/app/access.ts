import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { redirect, useRouter } from '@tanstack/react-router';
import { type MenuItem, menuItemOf } from '@timbre/contract/tables';
import { useEffect } from 'react';
import { raiseAccessDenied } from '../lib/access-denied.ts';
import { menuQuery, useMenu } from '../lib/menu.ts';
import { deniedItem } from '../lib/menu-rules.ts';
import { currentSession } from '../lib/session.ts';

/**
 * Returns the menu item of an address that the user may not open. The check uses their role and, once it has loaded,
 * the menu.
 */
function deniedAt(client: QueryClient, pathname: string): MenuItem | undefined {
  const session = currentSession();
  if (session === undefined) return undefined;
  const menu = client.getQueryData(menuQuery.queryKey);
  const accesos = menu && Object.fromEntries(menu.menuItems.map(({ id, habilitado }) => [id, habilitado]));
  return deniedItem(pathname, { ...session, accesos });
}

const toInicio = (pathname: string, { id }: MenuItem) =>
  ({
    to: '/home',
    search: { error: 'acceso_denegado', ruta: pathname, menuId: id },
    replace: true,
  }) as const;

/**
 * Runs before each navigation and cancels one that is denied. A screen of the platform's administrator redirects other
 * users to Inicio, which explains why. A denied address that is opened directly does the same. It never waits for the
 * menu: see {@link useGuard}.
 *
 * @param here the address that is open, if there is one
 */
export function guard(client: QueryClient, pathname: string, here: string | undefined): void {
  const denied = deniedAt(client, pathname);
  if (denied === undefined) return;
  raiseAccessDenied({ route: pathname, menuId: denied.id });
  if (here !== undefined && !denied.soloRoot && menuItemOf(here) !== denied)
    throw redirect({ href: here, replace: true });
  throw redirect(toInicio(pathname, denied));
}

/**
 * Checks the address that was opened before the menu loaded, once it has loaded. A later change of the menu closes no
 * screen.
 */
export function useGuard(): void {
  const client = useQueryClient();
  const router = useRouter();
  const { loading } = useMenu();
  useEffect(() => {
    if (loading) return;
    const { pathname } = router.state.location;
    const denied = deniedAt(client, pathname);
    if (denied === undefined) return;
    raiseAccessDenied({ route: pathname, menuId: denied.id });
    router.navigate(toInicio(pathname, denied));
  }, [loading, client, router]);
}

import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { menuItemOf } from '@timbre/contract/tables';
import { raiseAccessDenied } from '../lib/access-denied.ts';
import { currentSession } from '../lib/session.ts';
import { menuQuery } from './menu.ts';
import { deniedItem } from './menu-rules.ts';

/**
 * Stands before each navigation: one that is denied does not happen. A screen of the platform's administrator sends whoever
 * is not to Inicio, which says why; so does a denied address that is opened directly.
 *
 * @param here the address that is open, if one is
 */
export async function guard(client: QueryClient, pathname: string, here: string | undefined): Promise<void> {
  const session = currentSession();
  if (session === undefined) return;
  const menu = await client.ensureQueryData(menuQuery).catch(() => undefined);
  const accesos = menu && Object.fromEntries(menu.menuItems.map(({ id, habilitado }) => [id, habilitado]));
  const denied = deniedItem(pathname, { ...session, accesos });
  if (denied === undefined) return;
  raiseAccessDenied({ route: pathname, menuId: denied.id });
  if (here !== undefined && !denied.soloRoot && menuItemOf(here) !== denied)
    throw redirect({ href: here, replace: true });
  throw redirect({
    to: '/home',
    search: { error: 'acceso_denegado', ruta: pathname, menuId: denied.id },
    replace: true,
  });
}

import { menuItems } from '@timbre/contract/tables';

/** An address that was requested and may not be opened. */
export interface Denied {
  readonly route: string;
  readonly menuId?: string | undefined;
}

/** The explanation of a denied access: the name of the item, else the address (specification 000 §2.3). */
export function textOfDenial({ route, menuId }: Denied): string {
  const name = menuItems.find(({ id }) => id === menuId)?.nombre ?? route;
  return `No tienes permisos para acceder a ${name}. Contacta a tu administrador para habilitar este acceso.`;
}

const eventName = 'accessDenied';

/** The storage key of the last denied address, with its time. @source specification 000 §6 */
export const deniedKey = 'accesoDenegado';

/** Stores a denied access and notifies the page, which shows it above the open screen. */
export function raiseAccessDenied(denied: Denied): void {
  localStorage.setItem(deniedKey, JSON.stringify({ ...denied, timestamp: new Date().toISOString() }));
  window.dispatchEvent(new CustomEvent(eventName, { detail: denied }));
}

/** Calls back each time access is denied. Returns the function that unsubscribes. */
export function onAccessDenied(listener: (denied: Denied) => void): () => void {
  const heard = (event: Event) => {
    const { route, menuId }: Partial<Denied> = (event instanceof CustomEvent && event.detail) || {};
    listener({ route: route ?? location.pathname, menuId });
  };
  window.addEventListener(eventName, heard);
  return () => window.removeEventListener(eventName, heard);
}

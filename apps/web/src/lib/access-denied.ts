/** An address that was asked for and may not be opened. */
export interface Denied {
  readonly route: string;
  readonly menuId?: string | undefined;
}

const eventName = 'accessDenied';

/** Where the last one is kept, with its moment. @source seeds/000 §6 */
export const deniedKey = 'accesoDenegado';

/** Keeps a record of it and tells the page, which says so over whatever is open. */
export function raiseAccessDenied(denied: Denied): void {
  localStorage.setItem(deniedKey, JSON.stringify({ ...denied, timestamp: new Date().toISOString() }));
  window.dispatchEvent(new CustomEvent(eventName, { detail: denied }));
}

/** Calls back each time access is denied, whoever raised it. Gives the way to stop. */
export function onAccessDenied(listener: (denied: Denied) => void): () => void {
  const heard = (event: Event) => {
    const { route, menuId }: Partial<Denied> = (event instanceof CustomEvent && event.detail) || {};
    listener({ route: route ?? location.pathname, menuId });
  };
  window.addEventListener(eventName, heard);
  return () => window.removeEventListener(eventName, heard);
}

const storageKey = 'recargadaPorVersion';

/** The version of this page: the address of its first script, which changes with every build. */
const version = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

/**
 * Reloads the page to get the installed version. It does so once for each version, to avoid a reload loop when chunks
 * are missing.
 *
 * @returns whether it reloads; false if it already did for this version
 */
export function reloadForNewVersion(): boolean {
  if (sessionStorage.getItem(storageKey) === version()) return false;
  sessionStorage.setItem(storageKey, version());
  location.reload();
  return true;
}

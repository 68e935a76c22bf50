/**
 * Returns the address that the login leads to: the one that was requested, else Inicio. Only addresses of this
 * application are accepted, in any spelling.
 *
 * @param requested the parameter `volver` of the login
 */
export function wayBack(requested: string | undefined, origin: string): string {
  const back = new URL(requested ?? '/home', origin);
  return back.origin === origin && back.pathname !== '/login' ? back.pathname + back.search : '/home';
}

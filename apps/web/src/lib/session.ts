import type { sesion } from '@timbre/contract';
import type { Rol as RolDeEmpresa } from '@timbre/contract/tables';
import type { AnswerOf } from '@timbre/route';
import { deniedKey } from './access-denied.ts';
import { sharedValue } from './shared-value.ts';

/** What the browser remembers of a session, under the specification's own keys (seeds/000 §3). */
const keys = [
  'apiKey',
  'apiSecret',
  'userId',
  'nombreUsuario',
  'rncEmisor',
  'razonSocial',
  'ambiente',
  'token',
] as const;

/** What else a session leaves in the browser, and takes away when it ends. */
export const storedBesides = {
  rol: 'rol',
  /** The address of the logo, the logo itself as a data: address, and whose it is. */
  logoUrl: 'logoUrl',
  logo: 'logoEmpresa',
  logoRnc: 'logoEmpresaRnc',
  /** Environment of the figures of Inicio. */
  filtro: 'ambienteSeleccionado',
  denied: deniedKey,
} as const;

/** What a person is: one of their company's, or the platform's administrator. */
export type Rol = RolDeEmpresa | 'root';

/** The session in this browser. Being logged in is having an `apiKey`. */
export type Session = Record<(typeof keys)[number], string> & { readonly rol: Rol | undefined };

/** The session, and why the last one ended where the person did not ask for it. */
interface State {
  readonly session: Session | undefined;
  readonly notice: string | undefined;
}

/** Shown when the server no longer knows the session (seeds/001 §4). */
export const sessionExpired = 'La sesión ha expirado. Por favor autentíquese nuevamente.';

const state = sharedValue<State>({ session: read(), notice: undefined });

function read(): Session | undefined {
  const stored = Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key) ?? '']));
  const session = { ...stored, rol: localStorage.getItem(storedBesides.rol) ?? undefined } as Session;
  return session.apiKey === '' ? undefined : session;
}

// Logging in or out in another tab does the same here, and so does a change of environment seen there.
window.addEventListener('storage', ({ key }) => {
  if (key === 'apiKey' || key === 'ambiente' || key === null) state.become({ session: read(), notice: undefined });
});

/** The session now, outside React. */
export const currentSession = (): Session | undefined => state.get().session;

/** The session, followed by the component that asks. */
export const useSession = state.use;

/** Remembers what the login answered. */
export function startSession({ Ambiente, ...answer }: AnswerOf<typeof sesion.login>): void {
  const session = { ...answer, ambiente: Ambiente, razonSocial: answer.razonSocial || 'Sin Razón Social' };
  for (const key of keys) localStorage.setItem(key, session[key]);
  localStorage.setItem(storedBesides.rol, session.rol);
  state.become({ session: read(), notice: undefined });
}

/** Remembers the environment that the company is in now; the figures follow it. */
export function changeAmbiente(ambiente: string): void {
  localStorage.setItem('ambiente', ambiente);
  localStorage.removeItem(storedBesides.filtro);
  state.become({ ...state.get(), session: read() });
}

/**
 * Forgets the session in every tab.
 *
 * @param notice why, where the person did not ask for it; the entrance shows it
 */
export function endSession(notice?: string): void {
  for (const key of [...keys, ...Object.values(storedBesides)]) localStorage.removeItem(key);
  state.become({ session: undefined, notice });
}

import type { sesion } from '@timbre/contract';
import type { Rol as RolDeEmpresa } from '@timbre/contract/tables';
import type { AnswerOf } from '@timbre/route';
import { deniedKey } from './access-denied.ts';
import { sharedValue } from './shared-value.ts';

/** The stored fields of a session, under the keys of the specification (specification 000 §3). */
const keys = [
  'apiSecret',
  'userId',
  'nombreUsuario',
  'rncEmisor',
  'razonSocial',
  'ambiente',
  'token',
  // Written last: other tabs read the rest when this key changes.
  'apiKey',
] as const;

/** Other keys that a session stores in the browser. They are removed when it ends. */
export const otherStorageKeys = {
  rol: 'rol',
  /** The address of the logo, the logo as a data: URL, and its company. */
  logoUrl: 'logoUrl',
  logo: 'logoEmpresa',
  logoRnc: 'logoEmpresaRnc',
  /** Environment of the figures of Inicio. */
  filtro: 'ambienteSeleccionado',
  /** The position of the event stream. */
  lastEvent: 'ultimoEvento',
  denied: deniedKey,
  /**
   * The connection with QuickBooks and an authorisation in progress, under the keys of specification 002 §3. No
   * secrets.
   */
  qbCompany: 'qb_company_id',
  qbAccess: 'qb_access_token',
  qbRefresh: 'qb_refresh_token',
  qbState: 'qb_oauth_state',
  qbTimestamp: 'qb_oauth_timestamp',
  /** Whether the authorisation runs in a separate window. */
  qbWindow: 'qb_oauth_ventana',
} as const;

/** The kind of user: one of a company, or the platform's administrator. */
export type Rol = RolDeEmpresa | 'root';

/** The session in this browser. It is logged in when it has an `apiKey`. */
export type Session = Record<(typeof keys)[number], string> & { readonly rol: Rol | undefined };

/** The session, and why the last one ended if the user did not log out. */
interface State {
  readonly session: Session | undefined;
  readonly notice: string | undefined;
  /** The server no longer accepts the session. It is retained for the mounted screens until a user logs in. */
  readonly expired: boolean;
}

/** Marks for the other tabs that the session expired and was not closed by the user. */
const expiredKey = 'sesionVencida';

/** Shown when the server no longer accepts the session (specification 001 §4). */
export const sessionExpired = 'La sesión ha expirado. Por favor autentíquese nuevamente.';

const state = sharedValue<State>({ session: read(), notice: undefined, expired: false });

function read(): Session | undefined {
  const stored = Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key) ?? '']));
  const session = { ...stored, rol: localStorage.getItem(otherStorageKeys.rol) ?? undefined } as Session;
  return session.apiKey === '' ? undefined : session;
}

// A login, a logout or a change of environment in another tab takes effect in this one.
window.addEventListener('storage', ({ key }) => {
  if (key !== 'apiKey' && key !== 'ambiente' && key !== expiredKey && key !== null) return;
  const session = read();
  const { session: current } = state.get();
  // The event stream may have stored its position here after the other tab had removed everything.
  if (session === undefined) localStorage.removeItem(otherStorageKeys.lastEvent);
  if (session === undefined && current !== undefined && localStorage.getItem(expiredKey) !== null)
    state.set({ session: current, notice: sessionExpired, expired: true });
  else if (session !== undefined || key !== 'ambiente') state.set({ session, notice: undefined, expired: false });
});

/** Whether a session is still the one stored in the browser: another tab may have replaced it. */
export const isCurrent = ({ apiKey }: Session): boolean => localStorage.getItem('apiKey') === apiKey;

/** Returns the current session, outside React. */
export const currentSession = (): Session | undefined => state.get().session;

/** Hook that returns the current session. */
export const useSession = state.use;

/** Stores the response of the login. */
export function startSession({ Ambiente, ...answer }: AnswerOf<typeof sesion.login>): void {
  const session = { ...answer, ambiente: Ambiente, razonSocial: answer.razonSocial || 'Sin Razón Social' };
  // Removes the values stored by a session of another company.
  for (const key of Object.values(otherStorageKeys)) localStorage.removeItem(key);
  localStorage.setItem(otherStorageKeys.rol, session.rol);
  for (const key of keys) localStorage.setItem(key, session[key]);
  localStorage.removeItem(expiredKey);
  state.set({ session: read(), notice: undefined, expired: false });
}

/** Stores the company's current environment; the figures of Inicio follow it. */
export function changeAmbiente(ambiente: string): void {
  localStorage.setItem('ambiente', ambiente);
  localStorage.removeItem(otherStorageKeys.filtro);
  state.set({ ...state.get(), session: read() });
}

/** Logs out in every tab, at the user's request. */
export function endSession(): void {
  localStorage.removeItem(expiredKey);
  forget();
  state.set({ session: undefined, notice: undefined, expired: false });
}

/**
 * Removes a session that the server no longer accepts, in every tab. The login screen explains why.
 *
 * @param worked whether it was used on this page: then its screens stay mounted under the login, with their unsaved
 * text
 */
export function expireSession(worked: boolean): void {
  const { session, expired } = state.get();
  if (session === undefined || expired) return;
  localStorage.setItem(expiredKey, new Date().toISOString());
  forget();
  state.set({ session: worked ? session : undefined, notice: sessionExpired, expired: worked });
}

function forget(): void {
  // The API key first: another tab must never read it without the other fields.
  for (const key of [...keys.toReversed(), ...Object.values(otherStorageKeys)]) localStorage.removeItem(key);
}

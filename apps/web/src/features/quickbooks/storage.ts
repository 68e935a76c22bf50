import { featureConstants } from '@timbre/contract/tables';
import { otherStorageKeys } from '../../lib/session.ts';

const { qbCompany, qbAccess, qbRefresh, qbState, qbTimestamp, qbWindow } = otherStorageKeys;

/** How long an authorisation is valid. @source specification 002 §5 */
const windowMs = 10 * 60_000;

/** Stores an authorisation that begins here. @param inWindow whether in a separate window */
export function rememberBegun(state: string, now: number, inWindow: boolean): void {
  localStorage.setItem(qbState, state);
  localStorage.setItem(qbTimestamp, String(now));
  if (inWindow) localStorage.setItem(qbWindow, 'si');
  else localStorage.removeItem(qbWindow);
}

/** Why a returned state does not match the authorisation that began here; undefined if it does. */
export function faultOfState(state: string, now: number): string | undefined {
  const [begun, at] = [localStorage.getItem(qbState), Number(localStorage.getItem(qbTimestamp))];
  if (begun !== state) return 'Estado de OAuth inválido - posible ataque CSRF';
  return now - at > windowMs ? 'Sesión OAuth expirada, reinicie el proceso' : undefined;
}

/** Deletes the stored authorisation. Returns whether it had a separate window. */
export function forgetBegun(): boolean {
  const inWindow = localStorage.getItem(qbWindow) !== null;
  for (const key of [qbState, qbTimestamp, qbWindow]) localStorage.removeItem(key);
  return inWindow;
}

/**
 * Stores the keys of the specification according to the connection. None contains a secret: the tokens stay on the
 * server, and the placeholder stored for them gives no access.
 */
export function keepConnection(realmId: string | null): void {
  const { fichaGuardada } = featureConstants.quickbooks;
  const values = { [qbCompany]: realmId, [qbAccess]: realmId && fichaGuardada, [qbRefresh]: realmId && fichaGuardada };
  for (const [key, value] of Object.entries(values)) {
    if (localStorage.getItem(key) === value) continue;
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
}

/** Calls back when another window has changed the connection. Returns a function that stops it. */
export function onConnectionKeys(tell: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === qbCompany || key === qbAccess) tell();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

import { featureConstants } from '@timbre/contract/tables';
import { otherStorageKeys } from '../../lib/session.ts';

const { qbCompany, qbAccess, qbRefresh, qbState, qbTimestamp, qbWindow } = otherStorageKeys;

/** How long an authorisation serves. @source specification 002 §5 */
const windowMs = 10 * 60_000;

/** An authorisation was begun here. @param inWindow whether in a window of its own */
export function rememberBegun(state: string, now: number, inWindow: boolean): void {
  localStorage.setItem(qbState, state);
  localStorage.setItem(qbTimestamp, String(now));
  if (inWindow) localStorage.setItem(qbWindow, 'si');
  else localStorage.removeItem(qbWindow);
}

/** Why a state that came back does not belong to the authorisation that was begun here; undefined if it does. */
export function faultOfState(state: string, now: number): string | undefined {
  const [begun, at] = [localStorage.getItem(qbState), Number(localStorage.getItem(qbTimestamp))];
  if (begun !== state) return 'Estado de OAuth inválido - posible ataque CSRF';
  return now - at > windowMs ? 'Sesión OAuth expirada, reinicie el proceso' : undefined;
}

/** Forgets the authorisation that was begun. Gives whether it had a window of its own. */
export function forgetBegun(): boolean {
  const inWindow = localStorage.getItem(qbWindow) !== null;
  for (const key of [qbState, qbTimestamp, qbWindow]) localStorage.removeItem(key);
  return inWindow;
}

/**
 * Keeps the keys of the specification as the connection is. None holds a secret: the tokens stay on the server, and what stands
 * for them opens nothing.
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

/** Tells when another window has changed the connection. Gives what ends it. */
export function onConnectionKeys(tell: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === qbCompany || key === qbAccess) tell();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

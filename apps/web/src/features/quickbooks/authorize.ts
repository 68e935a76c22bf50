import { featureConstants } from '@timbre/contract/tables';
import { beginConnection } from './api.ts';
import { rememberBegun } from './storage.ts';

/**
 * Begins an authorisation in a new window or, if the browser blocks it, in this one. Must be called directly on a click
 * of the user, because the browser blocks a window that is opened later.
 *
 * @throws Refusal, Unreachable
 */
export async function authorize(): Promise<void> {
  const { ancho, alto } = featureConstants.quickbooks.ventana;
  const left = Math.max(0, window.screenX + (window.outerWidth - ancho) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - alto) / 2);
  const opened = window.open('', 'quickbooks', `popup,width=${ancho},height=${alto},left=${left},top=${top}`);
  try {
    await authorizeIn(opened);
  } catch (error) {
    opened?.close();
    throw error;
  }
}

/** Begins an authorisation in this window. @throws Refusal, Unreachable */
export const authorizeHere = (): Promise<void> => authorizeIn(null);

async function authorizeIn(opened: Window | null): Promise<void> {
  const { url, state } = await beginConnection({ body: {} });
  rememberBegun(state, Date.now(), opened !== null);
  (opened ?? window).location.assign(url);
}

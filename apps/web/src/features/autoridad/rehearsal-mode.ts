import { ambienteDe } from '@timbre/contract/tables';
import { sharedValue } from '../../lib/shared-value.ts';
import { useSesion } from '../../lib/use-sesion.ts';

const changes = sharedValue(0);
const redraw = () => changes.set(changes.get() + 1);

/** The storage key of the choice of a company in an environment: `si` or `no`. */
const keyOf = (rnc: string, ambiente: string): string => `modoDesarrollo/${rnc}/${ambienteDe(ambiente)}`;

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith('modoDesarrollo/')) redraw();
});

/**
 * Development mode: signing and sending are a rehearsal with the built-in DGII. By default it is on unless the company
 * is in production. A choice made by the user in this browser overrides the default.
 *
 * @source specification 001 §9
 */
export function useRehearsalMode(): { readonly on: boolean; readonly choose: (on: boolean) => void } {
  const { rncEmisor, ambiente, production } = useSesion();
  changes.use();
  const key = keyOf(rncEmisor, ambiente);
  const chosen = localStorage.getItem(key);
  return {
    on: chosen === null ? !production : chosen === 'si',
    choose(on) {
      localStorage.setItem(key, on ? 'si' : 'no');
      redraw();
    },
  };
}

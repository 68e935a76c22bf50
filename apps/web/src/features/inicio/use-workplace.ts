import { formatTaxId } from '@timbre/values';
import { useSesion } from '../sesion/use-sesion.ts';

/** For whom one works, as every screen shows it: the company and its RNC; the platform's administrator has neither. */
export function useWorkplace(): { readonly name: string; readonly detail: string } {
  const { root, razonSocial, rncEmisor } = useSesion();
  return root ? { name: 'Timbre', detail: 'Plataforma' } : { name: razonSocial, detail: formatTaxId(rncEmisor) };
}

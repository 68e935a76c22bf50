import { formatTaxId } from '@timbre/values';
import { useSesion } from '../../lib/use-sesion.ts';

/** The company of the session and its RNC, as every screen shows them. The platform's administrator has neither. */
export function useWorkplace(): { readonly name: string; readonly detail: string } {
  const { root, razonSocial, rncEmisor } = useSesion();
  return root ? { name: 'Timbre', detail: 'Plataforma' } : { name: razonSocial, detail: formatTaxId(rncEmisor) };
}

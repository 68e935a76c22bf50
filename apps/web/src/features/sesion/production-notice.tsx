import { useSesion } from './use-sesion.ts';

/** Explains the meaning of production for a company on this platform. */
export function ProductionNotice() {
  const { simulated } = useSesion();
  return simulated
    ? 'Este servidor usa el simulador de la DGII: lo que emita no llegará a la DGII.'
    : 'Lo que emita desde entonces serán comprobantes fiscales reales.';
}

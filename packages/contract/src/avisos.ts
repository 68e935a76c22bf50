import { daysBetween, formatFecha, parseISODate } from '@timbre/values';

/** What a range of numbers may warn of, in the words of the screen. */
export const avisoDeRangoNombre = {
  agotado: 'Agotado',
  'por-agotarse': 'Queda menos del 10 % de los números',
  vencido: 'Vencido',
  'por-vencer': 'Vence en menos de 30 días',
} as const;
export type AvisoDeRango = keyof typeof avisoDeRangoNombre;

const fewOf = 10;
const expirySoonDays = 30;

/** A range of numbers, as far as its warnings go. */
export interface RangoDeNumeros {
  readonly desde: number;
  readonly hasta: number;
  /** Numbers that nobody has used yet. */
  readonly quedan: number;
  /** yyyy-MM-dd, good through that day; null where it does not expire. */
  readonly vence: string | null;
}

/**
 * What a range warns of: few numbers, or little time.
 *
 * @param now epoch milliseconds
 */
export function avisosDeRango({ desde, hasta, quedan, vence }: RangoDeNumeros, now: number): AvisoDeRango[] {
  const avisos: AvisoDeRango[] = [];
  if (quedan === 0) avisos.push('agotado');
  else if (quedan * fewOf < hasta - desde + 1) avisos.push('por-agotarse');
  const expiry = parseISODate(vence ?? '');
  if (expiry !== undefined) {
    const days = daysBetween(formatFecha(now), expiry);
    if (days < 0) avisos.push('vencido');
    else if (days < expirySoonDays) avisos.push('por-vencer');
  }
  return avisos;
}

/** How near its end a certificate warns: within 30, 7 and 1 days, and once it is over. */
export type AvisoDeCertificado = 'vencido' | 1 | 7 | 30;

const dayMs = 86_400_000;

/**
 * The warning of a certificate; undefined while there is nothing to warn of.
 *
 * @param validoHasta ISO 8601
 * @param now epoch milliseconds
 */
export function avisoDeCertificado(validoHasta: string, now: number): AvisoDeCertificado | undefined {
  const left = Date.parse(validoHasta) - now;
  if (left <= 0) return 'vencido';
  return ([1, 7, 30] as const).find((days) => left <= days * dayMs);
}

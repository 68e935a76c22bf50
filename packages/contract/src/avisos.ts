import { daysBetween, formatFecha, parseISODate } from '@timbre/values';

/** The warnings about a range of numbers, as the screen words them. */
export const avisoDeRangoNombre = {
  agotado: 'Agotado',
  'por-agotarse': 'Queda menos del 10% de los números',
  vencido: 'Vencido',
  'por-vencer': 'Vence en menos de 30 días',
} as const;
export type AvisoDeRango = keyof typeof avisoDeRangoNombre;

const fewOf = 10;
const expirySoonDays = 30;

/** The facts of a range that its warnings depend on. */
export interface RangoDeNumeros {
  readonly desde: number;
  readonly hasta: number;
  /** Numbers not used yet. */
  readonly quedan: number;
  /** yyyy-MM-dd, valid through that day; null where it does not expire. */
  readonly vence: string | null;
}

/**
 * The warnings about a range: few numbers left, or little time left.
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

/** Warning about the expiry of a certificate: within 30, 7 or 1 days, or already expired. */
export type AvisoDeCertificado = 'vencido' | 1 | 7 | 30;

const dayMs = 86_400_000;

/**
 * The warning about a certificate; undefined when there is none.
 *
 * @param validoHasta ISO 8601
 * @param now epoch milliseconds
 */
export function avisoDeCertificado(validoHasta: string, now: number): AvisoDeCertificado | undefined {
  const left = Date.parse(validoHasta) - now;
  if (left <= 0) return 'vencido';
  return ([1, 7, 30] as const).find((days) => left <= days * dayMs);
}

import { daysBetween, formatFecha, formatISODate, parseISODate } from '@timbre/values';

/** The warnings about a range of numbers, with their labels on the screen. */
export const avisoDeRangoNombre = {
  agotado: 'Agotado',
  'por-agotarse': 'Queda menos del 10% de los números',
  vencido: 'Vencido',
  'por-vencer': 'Vence en menos de 30 días',
  'vence-inusual':
    'La DGII autoriza hasta el 31 de diciembre del año siguiente: compare el vencimiento con la autorización',
} as const;
export type AvisoDeRango = keyof typeof avisoDeRangoNombre;

const fewOf = 10;
const expirySoonDays = 30;

/** The facts of a range that its warnings depend on. */
interface RangoDeNumeros {
  readonly desde: number;
  readonly hasta: number;
  /** Numbers not used yet. */
  readonly quedan: number;
  /** yyyy-MM-dd, valid through that day; null where it does not expire. */
  readonly vence: string | null;
  /** Whether its expiry is compared with the term of the DGII: the test environments give other days. */
  readonly isProduction: boolean;
}

/**
 * Whether a range in production can expire on a day: it is valid until 31 December of the year after its authorisation.
 *
 * @param vence yyyy-MM-dd
 * @param today yyyy-MM-dd, not before the authorisation
 * @source Informe Técnico §7, p. 13
 */
export const isUsualExpiry = (vence: string, today: string): boolean =>
  vence.endsWith('-12-31') && Number(vence.slice(0, 4)) <= Number(today.slice(0, 4)) + 1;

/**
 * The warnings about a range: few numbers left, little time left, or an expiry that the DGII does not give.
 *
 * @param now epoch milliseconds
 */
export function avisosDeRango(
  { desde, hasta, quedan, vence, isProduction }: RangoDeNumeros,
  now: number,
): AvisoDeRango[] {
  const avisos: AvisoDeRango[] = [];
  if (quedan === 0) avisos.push('agotado');
  else if (quedan * fewOf < hasta - desde + 1) avisos.push('por-agotarse');
  const expiry = parseISODate(vence ?? '');
  if (expiry !== undefined) {
    const days = daysBetween(formatFecha(now), expiry);
    if (days < 0) avisos.push('vencido');
    else if (days < expirySoonDays) avisos.push('por-vencer');
    const today = formatISODate(formatFecha(now));
    if (isProduction && days >= 0 && !isUsualExpiry(formatISODate(expiry), today)) avisos.push('vence-inusual');
  }
  return avisos;
}

/** The warnings of a range that a person must act on, the worst first. `urgente`: nothing more can be issued from it. */
const severity: readonly { readonly aviso: AvisoDeRango; readonly urgente: boolean }[] = [
  { aviso: 'agotado', urgente: true },
  { aviso: 'vencido', urgente: true },
  { aviso: 'por-agotarse', urgente: false },
  { aviso: 'por-vencer', urgente: false },
];

/** The fields of a range that are needed to compare it with others of its type. */
interface RangoEnUso {
  readonly tipo: string;
  readonly quedan: number;
  readonly avisos: readonly AvisoDeRango[];
}

/**
 * The types whose ranges all have warnings, each with its best range and the worst warning of that range.
 *
 * @param ranges those in use in one environment
 */
export function rangosPorAtender<R extends RangoEnUso>(
  ranges: readonly R[],
): readonly { readonly range: R; readonly aviso: AvisoDeRango; readonly urgente: boolean }[] {
  const worst = ({ avisos }: R) => severity.findIndex(({ aviso }) => avisos.includes(aviso));
  return [...new Set(ranges.map(({ tipo }) => tipo))].flatMap((tipo) => {
    const ofType = ranges.filter((range) => range.tipo === tipo);
    if (ofType.some((range) => worst(range) === -1)) return [];
    const range = ofType.toSorted((a, b) => worst(b) - worst(a) || b.quedan - a.quedan)[0]!;
    return [{ range, ...severity[worst(range)]! }];
  });
}

/** Warning about the expiry of a certificate: within 30, 7 or 1 days, or already expired. */
type AvisoDeCertificado = 'vencido' | 1 | 7 | 30;

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

import type { CodeTable } from './code-table.ts';

/** Currencies. CHY, SCP and VEF are the DGII's own codes, not those of ISO 4217. @source Formato e-CF v1.0, tabla II */
export const TipoMoneda = {
  BRL: 'Real brasileño',
  CAD: 'Dólar canadiense',
  CHF: 'Franco suizo',
  CHY: 'Yuan chino',
  XDR: 'Derecho especial de giro',
  DKK: 'Corona danesa',
  EUR: 'Euro',
  GBP: 'Libra esterlina',
  JPY: 'Yen japonés',
  NOK: 'Corona noruega',
  SCP: 'Libra escocesa',
  SEK: 'Corona sueca',
  USD: 'Dólar estadounidense',
  VEF: 'Bolívar fuerte venezolano',
  HTG: 'Gurda haitiana',
  MXN: 'Peso mexicano',
  COP: 'Peso colombiano',
} as const satisfies CodeTable;

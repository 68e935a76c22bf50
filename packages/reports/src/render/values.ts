import { type Decimal, type Fecha, formatDecimal, isZero } from '@timbre/values';

/**
 * How an amount is written in a TXT: always two decimals (`1000.00`), as a spreadsheet shows it (`1000`, `500.5`), or
 * whole pesos. The first two are readings of the official tool.
 */
export type AmountStyle = 'dos-decimales' | 'hoja' | 'pesos';

/** An amount in a style. Rounds half away from zero. */
export function writeAmount(amount: Decimal, style: AmountStyle): string {
  if (style === 'pesos') return formatDecimal(amount, 0);
  const text = inCents(amount) ?? formatDecimal(amount, 2);
  return style === 'dos-decimales' ? text : text.replace(/\.?0+$/, '');
}

/** Writes the usual amount, in cents and not negative, three times as fast; undefined for any other. */
function inCents({ units, scale }: Decimal): string | undefined {
  if (scale !== 2 || typeof units !== 'number' || units < 0) return undefined;
  const cents = units % 100;
  return `${(units - cents) / 100}.${cents < 10 ? '0' : ''}${cents}`;
}

/** An amount that may be blank: '' if it is missing or zero. */
export const writeOptional = (amount: Decimal | undefined, style: AmountStyle): string =>
  amount === undefined || isZero(amount) ? '' : writeAmount(amount, style);

/** `20260801`, as every format writes a day. */
export const writeDate = (fecha: Fecha): string => fecha.slice(6) + fecha.slice(3, 5) + fecha.slice(0, 2);

/** Combining marks, which follow the letter in its decomposed form. */
const marks = /[\u0300-\u036f]/g;

/**
 * A text for a TXT: without pipes and control characters, letters without marks, and then without non-ASCII
 * characters.
 */
export const writeText = (text: string): string =>
  /^[ -{}~]*$/.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(marks, '')
        .replace(/[^ -{}~]/g, '');

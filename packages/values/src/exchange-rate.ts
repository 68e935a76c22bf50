import { compare, type Decimal, decimal, zero } from './decimal.ts';

/** Range of the accepted rates of a currency, in RD$ for one unit. */
interface Bounds {
  readonly least: Decimal;
  readonly most: Decimal;
}

const between = (least: string, most: string): Bounds => ({ least: decimal(least), most: decimal(most) });
const strong = between('10', '400');

/**
 * Our own bounds: the DGII's format only requires three digits and four decimals, above 0. They are wide enough for the
 * rates of decades. A rate outside them is inverted or has lost its decimal point: a dollar at 0.0166 or at 6,012.50.
 */
const bounds: Readonly<Record<string, Bounds>> = {
  USD: strong,
  EUR: strong,
  GBP: strong,
  SCP: strong,
  CHF: strong,
  XDR: strong,
  CAD: between('8', '400'),
};
const ofOthers = between('0.0000001', '1000');
const one = decimal('1');

/**
 * Reason, in Spanish, why a rate of a currency other than the peso is invalid; undefined if it is valid. A foreign
 * currency at 1 is a default value filled in by a program: its amounts would be pesos.
 *
 * @source Formato e-CF v1.0, campo 121, TipoCambio: above 0; rejecting 1, and the bounds, are our own
 * (docs/design/reports.md#what-comes-in)
 * @param currency code of three letters; @param rate RD$ for one unit
 */
export function rateFault(currency: string, rate: Decimal | undefined): string | undefined {
  if (rate === undefined) return 'no tiene tasa de cambio';
  if (compare(rate, zero) === 0) return 'su tasa de cambio es 0';
  if (compare(rate, zero) < 0) return 'su tasa de cambio es negativa';
  if (compare(rate, one) === 0) return 'su tasa de cambio es 1, como si fueran pesos';
  const { least, most } = bounds[currency.toUpperCase()] ?? ofOthers;
  return compare(rate, least) < 0 || compare(rate, most) > 0 ? 'su tasa de cambio no es posible' : undefined;
}

import { type Decimal, decimal, type Fecha, formatISODate } from '@timbre/values';
import { type Dated, inForce } from '@timbre/values/dated';

interface ITBISRates extends Dated {
  /** Percent. */
  readonly general: Decimal;
  readonly reduced: Decimal;
}

const rates: readonly ITBISRates[] = [
  { desde: '1900-01-01', general: decimal('18'), reduced: decimal('16'), source: 'Ley 253-12, art. 23' },
];

/** The rates of ITBIS on a day, in percent: 18, and 16 for reduced goods. @source Ley 253-12, art. 23 */
export const itbisRates = (fecha: Fecha): ITBISRates => inForce(rates, formatISODate(fecha)) ?? rates[0]!;

interface Threshold extends Dated {
  readonly pesos: Decimal;
}

const thresholds: readonly Threshold[] = [
  { desde: '1900-01-01', pesos: decimal('50000'), source: 'NG 07-18, art. 4' },
  { desde: '2018-07-01', pesos: decimal('250000'), source: 'NG 10-18' },
];

/**
 * RD$ from which a sale to a consumer is detailed in the 607; below that it is in the summary. Compared with field 8.
 * @source NG 07-18, art. 4; NG 10-18 (50,000 in May and June 2018)
 */
export const consumerThreshold = (fecha: Fecha): Decimal =>
  (inForce(thresholds, formatISODate(fecha)) ?? thresholds[0]!).pesos;

/** Legal tip, in percent of the amount without taxes. @source Ley 54-32; Código de Trabajo, art. 228 */
export const legalTip: Decimal = decimal('10');

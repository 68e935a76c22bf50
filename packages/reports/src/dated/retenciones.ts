import { type Decimal, decimal, divide, type Fecha, formatISODate, mul, round } from '@timbre/values';
import type { tipoRetencionISR } from '../layout/codes.ts';
import { type Dated, inForce } from './in-force.ts';

/** A rate of withholding, in percent of its base. */
export interface WithholdingRate extends Dated {
  readonly percent: Decimal;
  /** Percent of the amount that the law presumes to be income; all of it when left out. */
  readonly presumed?: Decimal;
}

const ley30 = 'Ley 30-26, from 01-07-2026';
const row = (desde: string, percent: string, source: string, presumed?: string): WithholdingRate => ({
  desde,
  percent: decimal(percent),
  source,
  ...(presumed !== undefined && { presumed: decimal(presumed) }),
});

/**
 * Income tax to withhold, by the kind of income of the 606's field 17. Kinds whose rate no source read says are not here.
 * @source Código Tributario, art. 309; Ley 253-12; Ley 30-26
 */
const isr: Readonly<Partial<Record<keyof typeof tipoRetencionISR, readonly WithholdingRate[]>>> = {
  '01': [row('1900-01-01', '10', 'Código Tributario, art. 309'), row('2026-07-01', '15', ley30)],
  '02': [row('1900-01-01', '10', 'Código Tributario, art. 309'), row('2026-07-01', '15', ley30)],
  '04': [row('1900-01-01', '10', 'Código Tributario, art. 309', '20'), row('2026-07-01', '15', ley30, '20')],
  '07': [row('1900-01-01', '5', 'Código Tributario, art. 309; Ley 30-26')],
};

/** The rate of income tax for a kind of income (field 17) on a day; undefined where no source read says one. */
export const isrRate = (tipo: keyof typeof tipoRetencionISR, fecha: Fecha): WithholdingRate | undefined =>
  inForce(isr[tipo] ?? [], formatISODate(fecha));

/** What was paid for abroad: royalties, software, online advertising and cloud services have a rate of their own. */
export type ForeignPayment = 'regalias-software-publicidad-nube' | 'otros';

const foreign: Readonly<Record<ForeignPayment, readonly WithholdingRate[]>> = {
  'regalias-software-publicidad-nube': [
    row('1900-01-01', '27', 'Código Tributario, art. 305'),
    row('2026-07-01', '15', ley30),
  ],
  otros: [row('1900-01-01', '27', 'Código Tributario, art. 305')],
};

/** The rate of income tax for a payment abroad on a day. @source Código Tributario, art. 305; Ley 30-26 */
export const foreignRate = (payment: ForeignPayment, fecha: Fecha): WithholdingRate =>
  inForce(foreign[payment], formatISODate(fecha))!;

/** Why a buyer withholds ITBIS. */
export type ITBISWithholding = 'persona-fisica' | 'servicios-sociedad' | 'seguridad' | 'compras' | 'tarjetas';

const itbis: Readonly<Record<ITBISWithholding, readonly WithholdingRate[]>> = {
  'persona-fisica': [row('1900-01-01', '100', 'NG 02-05: services of persons')],
  'servicios-sociedad': [row('1900-01-01', '30', 'NG 02-05 and 07-07: professional services between companies')],
  seguridad: [row('1900-01-01', '100', 'NG 07-09: security services')],
  compras: [row('1900-01-01', '100', 'NG 08-10 and 05-19: comprobante de compras')],
  tarjetas: [row('1900-01-01', '2', 'NG 08-04: sales paid by card, of their amount')],
};

/** ITBIS to withhold on a day, in percent of the ITBIS billed (of the amount, for cards). */
export const itbisWithholdingRate = (reason: ITBISWithholding, fecha: Fecha): WithholdingRate =>
  inForce(itbis[reason], formatISODate(fecha))!;

/** What a rate takes of an amount in RD$, rounded half-up to cents. */
export function withhold(base: Decimal, { percent, presumed }: WithholdingRate): Decimal {
  const income = presumed === undefined ? base : divide(mul(base, presumed), decimal('100'), 6);
  return round(divide(mul(income, percent), decimal('100'), 6), 2);
}

import { type Dated, inForce } from './dated.ts';
import { add, type Decimal, decimal, divide, formatDecimal, isZero, mul, round, sub, zero } from './decimal.ts';
import { type Fecha, formatISODate } from './fecha.ts';

/** A withholding rate, in percent of its base. */
export interface WithholdingRate extends Dated {
  readonly percent: Decimal;
  /** Percent of the amount that the law presumes to be income; 100 if left out. */
  readonly presumed?: Decimal;
  /** The law that sets it, in Spanish, for display. */
  readonly ley: string;
}

const row = (desde: string, percent: string, ley: string, source: string, presumed?: string): WithholdingRate => ({
  desde,
  percent: decimal(percent),
  ley,
  source,
  ...(presumed !== undefined && { presumed: decimal(presumed) }),
});

const articulo309 = 'Código Tributario, art. 309';
const ley253 = [`${articulo309} (Ley 253-12)`, `${articulo309}, by Ley 253-12; dgii.gov.do, Sector Público`] as const;
const ley30 = [
  `${articulo309} (Ley 30-26, art. 17)`,
  `${articulo309}, by Ley 30-26, art. 17; DGII, Aviso 10-26`,
] as const;
const presunta = 'Reglamento 139-98, art. 70';

/**
 * Income tax to withhold, by the kind of income in field 17 of the 606. Kinds and days whose source was not read are
 * left out.
 * @source Código Tributario, arts. 306 bis and 309; Ley 253-12, published 13-11-2012; Ley 30-26, rates from 01-07-2026
 */
const isr = {
  '01': [row('2012-11-13', '10', ...ley253), row('2026-07-01', '15', ...ley30)],
  '02': [row('2012-11-13', '10', ...ley253), row('2026-07-01', '15', ...ley30)],
  '04': [
    row('2012-11-13', '10', `${ley253[0]}; ${presunta}`, `${ley253[1]}; ${presunta}`, '20'),
    row('2026-07-01', '15', `${ley30[0]}; ${presunta}`, `${ley30[1]}; ${presunta}`, '20'),
  ],
  '06': [row('2012-11-13', '10', 'Código Tributario, art. 306 bis', 'Código Tributario, art. 306 bis, by Ley 253-12')],
  '07': [row('2012-11-13', '5', ley253[0], `${articulo309}, by Ley 253-12; ayuda.dgii.gov.do, CA70`)],
} as const satisfies Readonly<Record<string, readonly WithholdingRate[]>>;

/** The rate of income tax for a kind of income (field 17) on a day; undefined if no source that was read states one. */
export const isrRate = (tipo: string, fecha: Fecha): WithholdingRate | undefined =>
  inForce<WithholdingRate>(Object.hasOwn(isr, tipo) ? isr[tipo as keyof typeof isr] : [], formatISODate(fecha));

/** Kind of payment abroad: royalties, software, online advertising and cloud services have a rate of their own. */
type ForeignPayment = 'regalias-software-publicidad-nube' | 'otros';

/** The rate of companies, since it became 27 %. */
const art305 = row(
  '2015-01-01',
  '27',
  'Código Tributario, arts. 297 y 305',
  'Código Tributario, arts. 297 and 305, by Ley 253-12',
);

const foreign: Readonly<Record<ForeignPayment, readonly WithholdingRate[]>> = {
  'regalias-software-publicidad-nube': [
    art305,
    row(
      '2026-07-01',
      '15',
      'Código Tributario, arts. 305-1 y 305-2 (Ley 30-26)',
      'Código Tributario, arts. 305-1 and 305-2, by Ley 30-26',
    ),
  ],
  otros: [art305],
};

/** The rate of income tax for a payment abroad on a day; undefined if no source that was read states one. */
export const foreignRate = (payment: ForeignPayment, fecha: Fecha): WithholdingRate | undefined =>
  inForce(foreign[payment], formatISODate(fecha));

/** Why a buyer withholds ITBIS. */
type ITBISWithholding = 'persona-fisica' | 'servicios-sociedad' | 'seguridad' | 'compras';

const itbis: Readonly<Record<ITBISWithholding, readonly WithholdingRate[]>> = {
  'persona-fisica': [
    row('2011-05-12', '100', 'Reglamento 293-11', 'Reglamento 293-11; DGII, Retenciones de ISR y de ITBIS'),
  ],
  'servicios-sociedad': [row('2005-01-17', '30', 'Norma 02-05, art. 1', 'NG 02-05, art. 1; ayuda.dgii.gov.do, CA347')],
  seguridad: [
    row('2010-01-01', '100', 'Norma 07-09', 'NG 07-09, of 2009, whose day was not read; ayuda.dgii.gov.do, CA347'),
  ],
  compras: [
    row(
      '2019-07-04',
      '100',
      'Norma 05-19',
      'NG 05-19, which raised the 75 % of NG 08-10; the first day that a summary of it has',
    ),
  ],
};

/**
 * From this day, the withholdings between companies of NG 02-05 and its amendments do not apply to a supplier that
 * bills with e-CF.
 * @source NG 02-2026, as quoted by others
 */
const noneFromElectronic = '2026-09-16';
const betweenCompanies: ReadonlySet<ITBISWithholding> = new Set(['servicios-sociedad', 'seguridad']);

/**
 * ITBIS to withhold on a day, in percent of the ITBIS billed; undefined if no known source states a rate.
 * @param ncf number of the receipt: since NG 02-2026 nothing is withheld between companies if it is an e-CF
 */
export function itbisWithholdingRate(reason: ITBISWithholding, fecha: Fecha, ncf: string): WithholdingRate | undefined {
  const day = formatISODate(fecha);
  if (betweenCompanies.has(reason) && ncf.startsWith('E') && day >= noneFromElectronic) return undefined;
  return inForce(itbis[reason], day);
}

/** The amount withheld from an amount in RD$ at a rate, rounded half-up to cents. */
export function withhold(base: Decimal, { percent, presumed }: WithholdingRate): Decimal {
  const income = presumed === undefined ? base : divide(mul(base, presumed), decimal('100'), 6);
  return round(divide(mul(income, percent), decimal('100'), 6), 2);
}

/**
 * The amounts withheld from several amounts at one rate, such that they add up to the amount withheld from their sum.
 * @param bases amounts in RD$, not negative
 * @returns one amount for each base, within a cent of the amount withheld from that base alone
 */
export function withholdEach(bases: readonly Decimal[], rate: WithholdingRate): readonly Decimal[] {
  let base = zero;
  let taken = zero;
  return bases.map((one) => {
    if (isZero(one)) return zero;
    base = add(base, one);
    const before = taken;
    taken = withhold(base, rate);
    return sub(taken, before);
  });
}

/** A rate for display: `15 %`, or `20 % × 15 %` where the law presumes which part is income. */
export const rateText = ({ percent, presumed }: WithholdingRate): string =>
  [presumed, percent].flatMap((one) => (one === undefined ? [] : `${formatDecimal(one)} %`)).join(' × ');

import { abs, add, compare, type Decimal, decimal, divide, isZero, mul, round, sub, sum, zero } from '@timbre/values';
import type { Receipt, Totals } from './input.ts';
import type { DerivationCode } from './marks.ts';

/** Amounts of a receipt in RD$, positive, two decimals at most. */
export interface Amounts {
  /** Parts of the amount without taxes, by the ITBIS that applies to them. */
  readonly gravado18: Decimal;
  readonly gravado16: Decimal;
  readonly gravado0: Decimal;
  readonly exento: Decimal;
  /** Sum of the four. */
  readonly base: Decimal;
  readonly itbis: Decimal;
  readonly isc: Decimal;
  readonly otros: Decimal;
  readonly propina: Decimal;
  /** Base with all its taxes. */
  readonly total: Decimal;
}

/** An amount in RD$: converted at the receipt's rate, positive, rounded half-up to cents. */
export const inPesos = (amount: Decimal | undefined, { tasa }: Receipt): Decimal =>
  amount === undefined ? zero : round(abs(tasa === undefined ? amount : mul(amount, tasa)), 2);

/**
 * The field of a tax of Tabla I. The excises on insurance (003) and telephony (004) go to the ISC, although the table
 * lists them among the other taxes. A code outside the table is another tax.
 * @source Formato e-CF v1.0, tabla I
 */
export function fieldOfTax(codigo: string): 'propina' | 'isc' | 'otros' {
  if (codigo === '001') return 'propina';
  return codigo === '003' || codigo === '004' || (codigo >= '006' && codigo <= '039') ? 'isc' : 'otros';
}

/**
 * The amounts of a receipt. Each part is converted separately and the sums are of converted parts, so they always
 * agree.
 */
export function amountsOf(receipt: Receipt): Amounts {
  const { totales, impuestos = [] } = receipt;
  const gravado18 = inPesos(totales.gravado18, receipt);
  const gravado16 = inPesos(totales.gravado16, receipt);
  const gravado0 = inPesos(totales.gravado0, receipt);
  const exento = inPesos(totales.exento, receipt);
  const base = add(add(gravado18, gravado16), add(gravado0, exento));
  const itbis = inPesos(totales.itbis, receipt);
  const taxes = { propina: zero, isc: zero, otros: zero };
  for (const { codigo, monto } of impuestos) {
    const field = fieldOfTax(codigo);
    taxes[field] = add(taxes[field], inPesos(monto, receipt));
  }
  const total = add(add(base, itbis), add(taxes.isc, add(taxes.otros, taxes.propina)));
  return { gravado18, gravado16, gravado0, exento, base, itbis, ...taxes, total };
}

/** Derivation code of the base of a receipt. */
export function sumOf({ origen, tasa }: Receipt): DerivationCode {
  if (tasa !== undefined) return 'D-MONEDA';
  return origen === undefined ? 'D-TOTAL' : 'D-QB-SUBTOTAL';
}

const rates = { gravado18: decimal('0.18'), gravado16: decimal('0.16') } as const;
/** Maximum total difference from rounding each line. */
const rounding = decimal('1.00');

/**
 * The parts of an amount, inferred from its ITBIS, for sources that state no parts. The whole base is at 18 % or at 16
 * % if the ITBIS matches that rate within RD$1.00. Otherwise the part whose 18 % equals the ITBIS is taxed, and the
 * rest exempt.
 */
export function taxedParts(base: Decimal, itbis: Decimal): Totals {
  if (isZero(itbis)) return { exento: base };
  for (const [part, rate] of Object.entries(rates))
    if (compare(abs(sub(mul(base, rate), itbis)), rounding) <= 0) return { [part]: base };
  const taxed = divide(itbis, rates.gravado18, 2);
  return compare(taxed, base) >= 0 ? { gravado18: base } : { gravado18: taxed, exento: sub(base, taxed) };
}

/** A base apportioned between services and goods, and the code of the rule applied. */
export interface Apportioned {
  readonly servicios: Decimal;
  readonly bienes: Decimal;
  readonly code: DerivationCode;
}

/**
 * Apportions the base (RD$) by the lines of the receipt; undefined if no billed line has an amount and the base is not
 * zero. The two parts always add up to the base.
 */
export function apportion(receipt: Receipt, base: Decimal): Apportioned | undefined {
  const billed = receipt.lineas.filter(({ facturacion }) => facturacion !== '0');
  const of = (kind: '1' | '2') =>
    sum(billed.filter(({ bienServicio }) => bienServicio === kind).map(({ monto }) => abs(monto)));
  const [goods, services] = [of('1'), of('2')];
  if (isZero(goods) && isZero(services))
    return isZero(base) ? { servicios: zero, bienes: zero, code: 'D-DATO' } : undefined;
  if (isZero(goods)) return { servicios: base, bienes: zero, code: 'D-DATO' };
  if (isZero(services)) return { servicios: zero, bienes: base, code: 'D-DATO' };
  const { gravado18, gravado16, gravado0, exento } = receipt.totales;
  const stated = sum([gravado18, gravado16, gravado0, exento].map((part) => abs(part ?? zero)));
  const lines = add(goods, services);
  const agree = compare(lines, stated) === 0;
  const inLines = inPesos(services, receipt);
  const servicios = agree ? (compare(inLines, base) > 0 ? base : inLines) : divide(mul(base, services), lines, 2);
  return { servicios, bienes: sub(base, servicios), code: agree ? 'D-REPARTO-LINEAS' : 'D-REPARTO-PRORRATEO' };
}

import { type Amounts, amountsOf } from './amounts.ts';
import { own } from './parties.ts';
import { bought } from './purchases.ts';
import { type Bought, dgii, half, isForeign, isOfConsumer, kindOf, money, monthOf } from './receipt.ts';

// The 606 computed a second time, from its instructions (February 2026), the layout of its tool, and the laws of
// withholding.

/**
 * A purchase in the month of its receipt, or again (`later`) in the month of its payment because of a withholding then.
 */
export interface Line606 {
  readonly one: Bought;
  readonly later: boolean;
}

/**
 * Amounts withheld from a payment, by the law on its day; for an e-CF, on the day of its issue, because it states them.
 * From fees of a person: all the ITBIS (Reglamento 293-11; Norma 05-19) and 10 % of income tax, 15 % since 1 July 2026
 * (art. 309; Leyes 253-12 and 30-26). From a payment abroad: 27 % (arts. 297 and 305); for cloud services 15 % since
 * that day (art. 305-2). From a company: the amount stated by the accountant.
 */
export function withheldOf(one: Bought): { readonly itbis: number; readonly isr: number } {
  if (one.pagado === undefined) return { itbis: 0, isr: 0 };
  const { base, servicios, itbis } = amountsOf(one);
  const day = one.via === 'ecf' ? one.fecha : one.pagado;
  const isOfNewLaw = day >= '2026-07-01';
  if (one.persona) return { itbis, isr: half(servicios * (isOfNewLaw ? 15 : 10), 100) };
  if (one.exterior) return { itbis: 0, isr: half(base * (isOfNewLaw && one.exterior.nube ? 15 : 27), 100) };
  return { itbis: one.itbisRetenido ?? 0, isr: 0 };
}

const isPaidLater = ({ pagado, fecha }: Bought) => pagado !== undefined && monthOf(pagado) > monthOf(fecha);

/** Purchases of a month, and those of earlier months that were paid in it with a withholding. */
export const linesOf606 = (period: string): Line606[] => [
  ...bought.filter(({ fecha }) => monthOf(fecha) === period).map((one) => ({ one, later: false })),
  ...bought
    .filter((one) => isPaidLater(one) && monthOf(one.pagado!) === period)
    .filter((one) => withheldOf(one).itbis + withheldOf(one).isr > 0)
    .map((one) => ({ one, later: true })),
];

/** ITBIS that becomes cost: all of it on a consumer's receipt, otherwise the amount stated by the accountant. */
export const costOf = (one: Bought): number => (isOfConsumer(one.ncf) ? amountsOf(one).itbis : (one.costo ?? 0));

/** True if the purchase is paid in the month of its line, when any withholding takes place. */
export const isPaidIn = ({ one, later }: Line606): boolean => one.pagado !== undefined && (later || !isPaidLater(one));

/** RNC or cédula of a line. Small expenses and payments abroad have the RNC of the company itself. */
const idOf = ({ ncf, rnc }: Bought) => (['13', '43', '17', '47'].includes(kindOf(ncf)) ? own.rnc : rnc);

/** An amount; blank if it is zero. */
export const some = (cents: number): string => (cents === 0 ? '' : money(cents));

/** The 23 fields of a line. */
export function line606(line: Line606): string {
  const { one } = line;
  const amounts: Amounts = amountsOf(one);
  const isPaid = isPaidIn(line);
  const withheld = isPaid ? withheldOf(one) : { itbis: 0, isr: 0 };
  const cost = costOf(one);
  // In a payment abroad fields 12, 13, 14, 19, 20, 21 and 22 are blank.
  const local = (cents: number) => (isForeign(one.ncf) ? '' : some(cents));
  const id = idOf(one);
  return [
    id,
    id.length === 11 ? '2' : '1',
    one.tipo,
    one.ncf,
    one.modifica ?? '',
    dgii(one.fecha),
    isPaid ? dgii(one.pagado!) : '',
    some(amounts.servicios),
    some(amounts.base - amounts.servicios),
    money(amounts.base),
    some(amounts.itbis),
    local(withheld.itbis),
    local(one.proporcional ?? 0),
    local(cost),
    local(amounts.itbis - cost),
    '',
    withheld.isr === 0 ? '' : one.persona ? '02' : '03',
    some(withheld.isr),
    '',
    local(amounts.selectivo),
    local(amounts.otros),
    local(amounts.propina),
    isPaid ? one.forma : '04',
  ].join('|');
}

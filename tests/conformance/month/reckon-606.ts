import { type Amounts, amountsOf } from './amounts.ts';
import { own } from './parties.ts';
import { bought } from './purchases.ts';
import { type Bought, dgii, half, isForeign, isOfConsumer, kindOf, money, monthOf } from './receipt.ts';

// The 606 a second time, from its instructions (February 2026), the layout of its tool, and the laws of what is withheld.

/** A purchase in the month of its receipt, or again in that of its payment because something was withheld then. */
export interface Line606 {
  readonly one: Bought;
  readonly later: boolean;
}

/**
 * What is withheld of a payment, by the law of its day; an e-CF states it when it is issued. Of fees of a person all the ITBIS (Reglamento 293-11; Norma 05-19) and 10 % of income tax, 15 %
 * since 1 July 2026 (art. 309; Leyes 253-12 and 30-26). Of a payment abroad 27 % (arts. 297 and 305), of services of the cloud
 * 15 % since that day (art. 305-2). Of a company what its accountant says.
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

/** Purchases of a month, and those of months before that were paid in it with something withheld. */
export const linesOf606 = (period: string): Line606[] => [
  ...bought.filter(({ fecha }) => monthOf(fecha) === period).map((one) => ({ one, later: false })),
  ...bought
    .filter((one) => isPaidLater(one) && monthOf(one.pagado!) === period)
    .filter((one) => withheldOf(one).itbis + withheldOf(one).isr > 0)
    .map((one) => ({ one, later: true })),
];

/** What of the ITBIS becomes cost: all of what a consumer's receipt says, else what the accountant says. */
export const costOf = (one: Bought): number => (isOfConsumer(one.ncf) ? amountsOf(one).itbis : (one.costo ?? 0));

/** Whether it is paid in the month of its line: what is withheld is withheld then. */
export const isPaidIn = ({ one, later }: Line606): boolean => one.pagado !== undefined && (later || !isPaidLater(one));

/** Small expenses and payments abroad have the number of the company itself. */
const idOf = ({ ncf, rnc }: Bought) => (['13', '43', '17', '47'].includes(kindOf(ncf)) ? own.rnc : rnc);

/** An amount that stays blank where there is none. */
export const some = (cents: number): string => (cents === 0 ? '' : money(cents));

/** The 23 fields of a line. */
export function line606(line: Line606): string {
  const { one } = line;
  const amounts: Amounts = amountsOf(one);
  const isPaid = isPaidIn(line);
  const withheld = isPaid ? withheldOf(one) : { itbis: 0, isr: 0 };
  const cost = costOf(one);
  // A payment abroad leaves 12, 13, 14, 19, 20, 21 and 22 blank.
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

import { figuresOf, isAbroad, isKind, money, monthOf, type Purchase } from './event.ts';
import { own } from './parties.ts';
import type { Year } from './plan.ts';

// The 606 from its instructions (February 2026) and the layout of its tool.

/** A purchase in the month of its receipt, or again in the month of a later payment at which something was withheld. */
export interface Row606 {
  readonly one: Purchase;
  readonly again: boolean;
}

export const isPaidLater = ({ day, paid }: Purchase): boolean => paid !== undefined && monthOf(paid) > monthOf(day);

/** Rows of some months. What the company or the DGII rejected, or did not confirm, is no receipt. */
export function rowsOf606({ purchases }: Year, isIn: (month: string) => boolean): Row606[] {
  const valid = purchases.filter(({ fate }) => fate === undefined);
  return [
    ...valid.filter(({ day }) => isIn(monthOf(day))).map((one) => ({ one, again: false })),
    ...valid
      .filter((one) => isPaidLater(one) && isIn(monthOf(one.paid!)))
      .filter(({ withheld }) => withheld.itbis + withheld.isr > 0)
      .map((one) => ({ one, again: true })),
  ];
}

/** True if the row tells the payment. */
export const tellsPayment = ({ one, again }: Row606): boolean => one.paid !== undefined && (again || !isPaidLater(one));

const digits = (day: string) => day.replaceAll('-', '');
/** An amount, blank if it is zero. */
export const some = (cents: number): string => (cents === 0 ? '' : money(cents));

/** The 23 fields of a row. Small expenses (13, 43) and payments abroad (17, 47) have the own RNC. */
export function lineOf606(row: Row606): string {
  const { one } = row;
  const { base, services, itbis, excise, other, tip } = figuresOf(one);
  const id = isKind(one.ncf, '13', '43', '17', '47') ? own.rnc : one.party.id;
  const isPaid = tellsPayment(row);
  const withheld = isPaid ? one.withheld : { itbis: 0, isr: 0, kind: '' };
  const local = (cents: number) => (isAbroad(one.ncf) ? '' : some(cents));
  return [
    id,
    id.length === 9 ? 1 : 2,
    one.kind,
    one.ncf,
    one.modifies?.ncf ?? '',
    digits(one.day),
    isPaid ? digits(one.paid!) : '',
    some(services),
    some(base - services),
    money(base),
    some(itbis),
    local(withheld.itbis),
    local(one.share),
    local(one.cost),
    local(itbis - one.cost),
    '',
    withheld.isr > 0 ? withheld.kind : '',
    some(withheld.isr),
    '',
    local(excise),
    local(other),
    local(tip),
    isPaid ? one.form : '04',
  ].join('|');
}

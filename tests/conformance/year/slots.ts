import type { Chance } from './chance.ts';
import type { Currency, Line, Purchase, Rate, Sale } from './event.ts';

// The places of events in the year, before they have their numbers.

/** An event that is still to be numbered. Slots are made in the order of their days. */
export interface Slot {
  readonly day: string;
  make(plan: Plan): void;
}

/** The year while it is made: what was decided up to a day. */
export interface Plan {
  readonly chance: Chance;
  readonly sales: Sale[];
  readonly purchases: Purchase[];
  /** The next number of a type of an issuer. */
  next(issuer: string, type: string): string;
}

/** yyyy-MM-dd. */
export const dayOf = (month: string, day: number): string =>
  `${month.slice(0, 4)}-${month.slice(4)}-${String(day).padStart(2, '0')}`;
export const anyDay = (chance: Chance, month: string): string => dayOf(month, chance.whole(2, 26));

/** The month after one, AAAAMM. */
export function nextMonth(month: string): string {
  const [year, at] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return at === 12 ? `${year + 1}01` : `${year}${String(at + 1).padStart(2, '0')}`;
}

export const goods = (monto: number, rate: Rate = 18): Line => ({ monto, rate, service: false });
export const service = (monto: number, rate: Rate = 18): Line => ({ monto, rate, service: true });
export const currencyOf = (chance: Chance): Currency =>
  chance.isLucky(70)
    ? { code: 'USD', rate: chance.whole(590_000, 630_000) }
    : { code: 'EUR', rate: chance.whole(660_000, 710_000) };

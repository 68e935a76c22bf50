import { type DocumentEntity, documentEntities } from '@timbre/quickbooks';
import type { Settings } from '../settings.ts';

/** Share of each kind in the transactions of a month; the rest are invoices. */
const shares: Readonly<Record<Exclude<DocumentEntity, 'Invoice'>, number>> = {
  Bill: 0.24,
  Purchase: 0.22,
  VendorCredit: 0.03,
  SalesReceipt: 0.14,
  CreditMemo: 0.04,
};

/** Number of transactions of a kind in each month. */
export function countOf({ perMonth }: Settings, entity: DocumentEntity): number {
  if (entity !== 'Invoice') return Math.floor(perMonth * shares[entity]);
  const others = documentEntities
    .filter((each) => each !== 'Invoice')
    .map((each) => Math.floor(perMonth * shares[each]));
  return perMonth - others.reduce((total, each) => total + each, 0);
}

/**
 * The place of a transaction: its kind, its month as `YYYYMM`, and its number in the month, from 0. Its data are
 * derived from it.
 */
export interface Place {
  readonly entity: DocumentEntity;
  readonly month: number;
  readonly k: number;
}

const daysOf = (month: number): number => new Date(Date.UTC(Math.floor(month / 100), month % 100, 0)).getUTCDate();
const nextMonth = (month: number): number => (month % 100 === 12 ? month + 89 : month + 1);
const previousMonth = (month: number): number => (month % 100 === 1 ? month - 89 : month - 1);
const monthOf = (date: string): number => Number(date.slice(0, 4) + date.slice(5, 7));

/** The date of a transaction. The transactions of a month are spread evenly over its days. */
export function dateOf(settings: Settings, { entity, month, k }: Place): string {
  const day = 1 + Math.floor((k * daysOf(month)) / countOf(settings, entity));
  return [Math.floor(month / 100), ...[month % 100, day].map((each) => String(each).padStart(2, '0'))].join('-');
}

/** A range of transactions of one month, by their numbers. */
interface Run {
  readonly month: number;
  readonly from: number;
  readonly to: number;
}

/** The transactions of a kind between two dates, newest first, as ranges instead of a full list. */
function runsOf(settings: Settings, entity: DocumentEntity, desde: string, hasta: string): Run[] {
  const count = countOf(settings, entity);
  if (desde > hasta || count === 0) return [];
  const runs: Run[] = [];
  const first = monthOf(desde);
  for (let month = monthOf(hasta); month >= first; month = previousMonth(month)) {
    const days = daysOf(month);
    const fromDay = month === first ? Number(desde.slice(8)) : 1;
    const toDay = month === monthOf(hasta) ? Number(hasta.slice(8)) : days;
    const from = Math.ceil(((fromDay - 1) * count) / days);
    const to = Math.min(count, Math.ceil((toDay * count) / days)) - 1;
    if (from <= to) runs.push({ month, from, to });
  }
  return runs;
}

/** Number of transactions of a kind between two dates. */
export const totalBetween = (settings: Settings, entity: DocumentEntity, desde: string, hasta: string): number =>
  runsOf(settings, entity, desde, hasta).reduce((total, { from, to }) => total + to - from + 1, 0);

/**
 * The places of some transactions between two dates, newest first.
 *
 * @param skip number of the newest to leave out
 * @param most maximum number to return
 */
export function placesBetween(
  settings: Settings,
  entity: DocumentEntity,
  { desde, hasta, skip, most }: { desde: string; hasta: string; skip: number; most: number },
): Place[] {
  const places: Place[] = [];
  let left = skip;
  for (const { month, from, to } of runsOf(settings, entity, desde, hasta)) {
    const size = to - from + 1;
    if (left >= size) {
      left -= size;
      continue;
    }
    for (let k = to - left; k >= from && places.length < most; k--) places.push({ entity, month, k });
    left = 0;
    if (places.length >= most) break;
  }
  return places;
}

/** The id of a transaction, which encodes its place. */
export const idOf = ({ entity, month, k }: Place): string =>
  String((month * 10 + documentEntities.indexOf(entity)) * 100_000 + k);

/** Decodes the id of a transaction; undefined if there is none with it from the first day to `hasta`. */
export function placeOf(settings: Settings, entity: DocumentEntity, id: string, hasta: string): Place | undefined {
  if (!/^\d{12}$/.test(id)) return undefined;
  const head = Math.floor(Number(id) / 100_000);
  const place = { entity, month: Math.floor(head / 10), k: Number(id) % 100_000 };
  const { month, k } = place;
  const exists =
    documentEntities[head % 10] === entity && month % 100 >= 1 && month % 100 <= 12 && k < countOf(settings, entity);
  if (!exists) return undefined;
  const date = dateOf(settings, place);
  return date >= settings.desde && date <= hasta ? place : undefined;
}

/**
 * Number of months from the first month to this one. It makes the receipt numbers of a month follow those of earlier
 * months.
 */
export function monthsSince(settings: Settings, month: number): number {
  let count = 0;
  for (let each = monthOf(settings.desde); each < month; each = nextMonth(each)) count += 1;
  return count;
}

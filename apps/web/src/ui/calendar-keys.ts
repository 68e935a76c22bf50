import { addDays, addMonths, formatISODate, lastDay, parseISODate, periodoOf } from '@timbre/values';

/** How many days each key moves the focus. */
const days: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** How many months each key moves it; with Shift, years. */
const months: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/**
 * Returns the day to which a key moves the focus, in a calendar whose weeks begin on Sunday. For a month without that
 * day it returns the last day.
 *
 * @param from yyyy-MM-dd
 * @returns undefined for a key that does not move the focus
 * @source https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/
 */
export function dayAfterKey(from: string, key: string, shift: boolean): string | undefined {
  const day = parseISODate(from);
  if (day === undefined) return undefined;
  const weekday = new Date(from).getUTCDay();
  const step = key === 'Home' ? -weekday : key === 'End' ? 6 - weekday : days[key];
  if (step !== undefined) return formatISODate(addDays(day, step));
  const count = months[key];
  if (count === undefined) return undefined;
  const last = formatISODate(lastDay(addMonths(periodoOf(day), shift ? count * 12 : count)));
  const same = last.slice(0, 8) + from.slice(8);
  return same < last ? same : last;
}

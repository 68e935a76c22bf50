import { formatFecha, formatISODate } from '@timbre/values';

const timeZone = 'America/Santo_Domingo';
const integer = new Intl.NumberFormat('es-DO');
const clock = new Intl.DateTimeFormat('es-DO', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
});
const moment = new Intl.DateTimeFormat('es-DO', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
const hour = new Intl.DateTimeFormat('es-DO', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true });

/** Formats an integer: `12847` → `12,847`. */
export const formatCount = (n: number): string => integer.format(n);

/** A count with its noun: `1 comprobante`, `29 comprobantes`. */
export const formatCounted = (n: number, one: string, many = `${one}s`): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;

/**
 * Groups the digits of a decimal string, with at least two decimals. It never passes through a float.
 *
 * @param amount `83320`, `83320.00`, `-12.5`; any other text is returned unchanged
 */
export function formatAmount(amount: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!parts) return amount;
  const [, sign = '', whole = '', decimals = ''] = parts;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`;
}

const short = new Intl.NumberFormat('es-DO', { notation: 'compact', maximumFractionDigits: 1 });
const aMillion = 7; // digits

/** Formats an amount, abbreviated from a million on: `48.2 M`; else like {@link formatAmount}. */
export function formatShortAmount(amount: string): string {
  const whole = amount.replace(/^-|\..*$/g, '');
  return whole.length < aMillion ? formatAmount(amount) : short.format(amount as `${number}`);
}

/** Formats an amount in few characters: `48.2 M`, `95.3 K`, `118`. */
export const formatTinyAmount = (amount: string): string => short.format(amount as `${number}`);

/** An instant as `21/11/2026, 9:41:07 a. m.`, Dominican time. */
export const formatClock = (instant: number): string => unbroken(clock.format(instant));

/** The hour stays on one line with its `p. m.`. */
const unbroken = (time: string): string => time.replace(/\s(?=[apm]\.)/g, '\u00a0');

/** An ISO 8601 instant as `21/11/2026, 9:41 a. m.`, Dominican time. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

/** An ISO 8601 instant as `9:41 a. m.` when it is on the same Dominican day as `now`, else as its date. */
export function formatWhen(iso: string, now: number): string {
  const instant = Date.parse(iso);
  return formatFecha(instant) === formatFecha(now) ? hour.format(instant) : formatFecha(instant).replaceAll('-', '/');
}

/** A fiscal date `01-04-2020` as `01/04/2020`. */
export const formatDate = (fecha: string): string => fecha.replaceAll('-', '/');

/** An ISO 8601 instant as its date in Dominican time, `21/11/2026`. */
export const formatDay = (iso: string): string => formatDate(formatFecha(Date.parse(iso)));

/** The Dominican date of an instant as `yyyy-mm-dd`, the format of date fields. */
export const isoDay = (instant: number): string => formatISODate(formatFecha(instant));

/** A duration in words: `4 s`, `2 min`, `1 h 5 min`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A size as `11 B`, `512 kB` or `1.4 MB`, with units of 1,024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1_024)} kB`;
  return `${(bytes / 1_048_576).toFixed(1).replace('.0', '')} MB`;
}

/** A calendar day, `dd-MM-yyyy` as in the e-CF. Created by {@link parseFecha}, so the day exists. */
export type Fecha = string & { readonly brand: 'Fecha' };

const dayMs = 86_400_000;
/** The Dominican Republic uses UTC−4 the whole year. */
const santoDomingoOffsetMs = -4 * 3_600_000;

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** The `length` digits of `text` from `start` as a number; NaN when one of them is not a digit. */
function digitsAt(text: string, start: number, length: number): number {
  let value = 0;
  for (let i = start; i < start + length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function lastDayOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const exists = (year: number, month: number, day: number): boolean =>
  year >= 1900 && year <= 2099 && month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month);

/** Reads `dd-MM-yyyy`, 1900 to 2099; undefined for any other form and for days that do not exist. */
export function parseFecha(text: string): Fecha | undefined {
  if (text.length !== 10 || text.charCodeAt(2) !== 45 || text.charCodeAt(5) !== 45) return undefined;
  return exists(digitsAt(text, 6, 4), digitsAt(text, 3, 2), digitsAt(text, 0, 2)) ? (text as Fecha) : undefined;
}

/**
 * The calendar day of a date that the official schemas accept. They also accept dates without leading zeros, and days
 * that the month does not have, which are read as its last day. Undefined for a date that the schemas do not accept.
 *
 * @source XSD v1.0 of the e-CF, FechaValidationType
 */
export function meantFecha(text: string): Fecha | undefined {
  const [, day, month, year] = (/^\s*(\d{1,2})-(\d{1,2})-(\d{4})\s*$/.exec(text) ?? []).map(Number);
  if (day === undefined || month === undefined || year === undefined || day > 31) return undefined;
  const last = Math.min(day, lastDayOf(year, month));
  return exists(year, month, last) ? (`${two(last)}-${two(month)}-${year}` as Fecha) : undefined;
}

/** The instant of a date and time that the official schemas accept; the date is read as in {@link meantFecha}. */
export function meantFechaHora(text: string): number | undefined {
  const [, date = '', ...clock] = /^(\S+) (\d{1,2}):(\d{1,2}):(\d{1,2})$/.exec(text) ?? [];
  const fecha = meantFecha(date);
  return fecha && parseFechaHora(`${fecha} ${clock.map((part) => two(Number(part))).join(':')}`);
}

/** Reads `yyyy-MM-dd` (the form of SQL and of date inputs); undefined as in {@link parseFecha}. */
export const parseISODate = (text: string): Fecha | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? parseFecha(`${text.slice(8)}-${text.slice(5, 7)}-${text.slice(0, 4)}`) : undefined;

/** `yyyy-MM-dd`, which sorts as text in calendar order. */
export const formatISODate = (fecha: Fecha): string => `${fecha.slice(6)}-${fecha.slice(3, 5)}-${fecha.slice(0, 2)}`;

/** The day of an ISO 8601 date or instant, for display: `31/12/2028`. The time and the time zone are ignored. */
export const displayFecha = (iso: string): string => iso.slice(0, 10).split('-').reverse().join('/');

const startOfDayUTC = (fecha: Fecha): number =>
  Date.UTC(digitsAt(fecha, 6, 4), digitsAt(fecha, 3, 2) - 1, digitsAt(fecha, 0, 2));

function fechaOfUTC(ms: number): Fecha {
  const date = new Date(ms);
  return `${two(date.getUTCDate())}-${two(date.getUTCMonth() + 1)}-${date.getUTCFullYear()}` as Fecha;
}

/** The day in Santo Domingo at an instant (epoch milliseconds). */
export const formatFecha = (instant: number): Fecha => fechaOfUTC(instant + santoDomingoOffsetMs);

/** `dd-MM-yyyy HH:mm:ss`, the clock of Santo Domingo at an instant (epoch milliseconds). */
export function formatFechaHora(instant: number): string {
  const date = new Date(instant + santoDomingoOffsetMs);
  return `${formatFecha(instant)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

/**
 * The instant (epoch milliseconds) of `dd-MM-yyyy HH:mm:ss` in Santo Domingo; undefined for another form or a time that
 * does not exist.
 */
export function parseFechaHora(text: string): number | undefined {
  if (text.length !== 19 || text[10] !== ' ' || text[13] !== ':' || text[16] !== ':') return undefined;
  const fecha = parseFecha(text.slice(0, 10));
  const hours = digitsAt(text, 11, 2);
  const minutes = digitsAt(text, 14, 2);
  const seconds = digitsAt(text, 17, 2);
  if (fecha === undefined || !(hours <= 23 && minutes <= 59 && seconds <= 59)) return undefined;
  return startOfDayUTC(fecha) + ((hours * 60 + minutes) * 60 + seconds) * 1000 - santoDomingoOffsetMs;
}

/** Negative, zero or positive as a is before, equal to or after b. */
export const compareFecha = (a: Fecha, b: Fecha): number =>
  digitsAt(a, 6, 4) - digitsAt(b, 6, 4) ||
  digitsAt(a, 3, 2) - digitsAt(b, 3, 2) ||
  digitsAt(a, 0, 2) - digitsAt(b, 0, 2);

/** The day `days` later (earlier when negative). */
export const addDays = (fecha: Fecha, days: number): Fecha => fechaOfUTC(startOfDayUTC(fecha) + days * dayMs);

/** Whole days from a to b; negative if b is earlier. */
export const daysBetween = (a: Fecha, b: Fecha): number => (startOfDayUTC(b) - startOfDayUTC(a)) / dayMs;

/**
 * True if a credit note is too late to refund ITBIS: issued more than 30 days after the receipt that it modifies.
 * @source Código Tributario, art. 338; Reglamento 293-11, arts. 8 y 28; Formato e-CF v1.0, campo 5, p. 7
 */
export const isLateNote = (modificado: Fecha, nota: Fecha): boolean => daysBetween(modificado, nota) > 30;

/** A calendar month, `yyyyMM` as in the tax returns; sorts as text in calendar order. */
export type Periodo = string & { readonly brand: 'Periodo' };

/** Reads `yyyyMM`, 1900 to 2099; undefined otherwise. */
export function parsePeriodo(text: string): Periodo | undefined {
  if (text.length !== 6) return undefined;
  return exists(digitsAt(text, 0, 4), digitsAt(text, 4, 2), 1) ? (text as Periodo) : undefined;
}

/** The month a day falls in. */
export const periodoOf = (fecha: Fecha): Periodo => `${fecha.slice(6)}${fecha.slice(3, 5)}` as Periodo;

/** The month `months` later (earlier when negative). */
export function addMonths(periodo: Periodo, months: number): Periodo {
  const count = digitsAt(periodo, 0, 4) * 12 + digitsAt(periodo, 4, 2) - 1 + months;
  return `${Math.floor(count / 12)}${two((((count % 12) + 12) % 12) + 1)}` as Periodo;
}

export const firstDay = (periodo: Periodo): Fecha => `01-${periodo.slice(4)}-${periodo.slice(0, 4)}` as Fecha;

export const lastDay = (periodo: Periodo): Fecha =>
  `${lastDayOf(digitsAt(periodo, 0, 4), digitsAt(periodo, 4, 2))}-${periodo.slice(4)}-${periodo.slice(0, 4)}` as Fecha;

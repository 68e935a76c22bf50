import { type Fecha, formatFecha, parseFecha, parseISODate } from './fecha.ts';
import { bareText, quoted, type Reading } from './written-text.ts';

/** How the cells of a sheet count days. */
export interface DateCells {
  /** The workbook counts from 1904, as those of old Macs. */
  readonly date1904?: boolean | undefined;
}

/** Names of the months, in Spanish and in English; three letters or more of one are enough. */
const months: readonly (readonly string[])[] = [
  ['enero', 'january'],
  ['febrero', 'february'],
  ['marzo', 'march'],
  ['abril', 'april'],
  ['mayo', 'may'],
  ['junio', 'june'],
  ['julio', 'july'],
  ['agosto', 'august'],
  ['septiembre', 'setiembre', 'september'],
  ['octubre', 'october'],
  ['noviembre', 'november'],
  ['diciembre', 'december'],
];

/** A time after a date, and the zone of an instant. */
const clock = /[T\s]\s*\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?)?\s*(?<zone>Z|[+-]\d{2}:?\d{2})?$/i;

/** Forms of a date: day, month and year, the year first, eight digits, and with the name of the month. */
const forms = [
  /^(?<day>\d{1,2})(?<mark>[/\-. ])(?<month>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})(?<mark>[/\-.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>(?:19|20)\d\d)$/,
  /^(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)$/,
  /^(?<day>\d{1,2})[\s/\-.]*(?:de\s+)?(?<name>[a-z]{3,10})\.?[\s/\-.,]*(?:del?\s+)?(?<year>\d{4}|\d{2})$/i,
  /^(?<name>[a-z]{3,10})\.?\s+(?<day>\d{1,2})[\s,]+(?<year>\d{4})$/i,
];

/** The name of a day before a date, which adds nothing to it. */
const weekday =
  /^(?:(?:lun|mart|mi[eé]rcol|juev|viern)es|lun|mar|mi[eé]|jue|vie|s[aá]b(?:ado)?|dom(?:ingo)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\.?,?\s+(?!\d{1,2}[\s,]+\d{4}$)(?=\S*[\s/\-.].*\d{4})/i;
/** Dashes and minus signs that programs write in place of a hyphen. */
const dashes = /[\u2010-\u2015\u2212]/g;

/** Serial numbers of days from 1990 to 2099: a text of five digits has no other meaning as a date. */
const serials = { from: 32_874, to: 73_050 } as const;
/** Days between the two beginnings of the count, and the serial number of 01-01-1970. */
const [between1904, serialOf1970] = [1_462, 25_569];
const dayMs = 86_400_000;
/** Years of two digits that are read: of this century, until the middle of it. */
const mostShortYear = 49;

/**
 * Reads a date as people, spreadsheets and programs write it: `15/10/2026`, `5-1-2026`, `2026-10-15`, `20261015`,
 * `15-oct-26`, `octubre 15, 2026`, each with or without a time or the name of the day, and the serial number of a cell (`46310`, `46310.75`). It is the only reader
 * of such dates. Dates of documents of the DGII and of SQL have one form, read by {@link parseFecha} and
 * {@link parseISODate}.
 *
 * The day precedes the month. Nothing is guessed: with a year of two digits, a day and a month that could be exchanged
 * (`5/10/26`) are refused with both dates, and so is an instant whose day is another in Santo Domingo.
 *
 * @returns the day, or the reason why it is not one
 */
export function readDate(written: string | number, { date1904 = false }: DateCells = {}): Reading<Fecha> {
  const text = bareText(String(written));
  if (text === '') return { fault: 'Falta la fecha' };
  const serial = /^(\d{5})(?:\.\d+)?$/.exec(text)?.[1];
  if (serial !== undefined) return ofSerial(serial, date1904, text);
  const time = clock.exec(text);
  const date = (time === null ? text : text.slice(0, time.index)).trim().replace(weekday, '').replace(dashes, '-');
  for (const form of forms) {
    const groups = form.exec(date)?.groups;
    if (groups === undefined) continue;
    const { day = '', name, year = '' } = groups;
    const month = groups.month ?? monthNamed(name ?? '');
    const value = fechaOf(day, month, year);
    if (value === undefined) break;
    const other = year.length === 2 && name === undefined ? fechaOf(month, day, year) : undefined;
    if (other !== undefined && other !== value) return { fault: twoDays(text, value, other) };
    return time?.groups?.zone === undefined ? { value } : ofInstant(text, value, time[0].trim(), time.groups.zone);
  }
  return { fault: `${quoted(text)} no es una fecha: escríbala como 31/12/2026` };
}

const monthNamed = (name: string): string =>
  String(months.findIndex((names) => names.some((whole) => whole.startsWith(name.toLowerCase()))) + 1);

function fechaOf(day: string, month: string, year: string): Fecha | undefined {
  if (year.length === 2 && year > String(mostShortYear)) return undefined;
  return parseFecha(`${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year.padStart(4, '20')}`);
}

const twoDays = (text: string, value: Fecha, other: Fecha): string =>
  `${quoted(text)} puede ser ${value} o ${other}: escriba el año con cuatro cifras`;

function ofSerial(serial: string, date1904: boolean, text: string): Reading<Fecha> {
  const days = Number(serial) + (date1904 ? between1904 : 0);
  if (days < serials.from || days > serials.to) return { fault: `${quoted(text)} no es una fecha` };
  const day = new Date((days - serialOf1970) * dayMs).toISOString().slice(0, 10);
  return { value: parseISODate(day)! };
}

/** An instant is of the day in its text if that is the day in Santo Domingo too; otherwise it has two readings. */
function ofInstant(text: string, value: Fecha, time: string, zone: string): Reading<Fecha> {
  const iso = value.split('-').reverse().join('-');
  const hour = time.replace(/^T\s*/i, '').slice(0, -zone.length).trim();
  const instant = Date.parse(`${iso}T${hour}${zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(instant)) return { fault: `${quoted(text)} no es una fecha: escríbala como 31/12/2026` };
  const local = formatFecha(instant);
  return local === value ? { value } : { fault: `${quoted(text)} puede ser ${value} o ${local}: escriba solo el día` };
}

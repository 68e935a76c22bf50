import { isForeignMark, plainDigits } from '@timbre/values';

/** The properties of a number format that decide the text of a cell. */
export interface NumberFormat {
  readonly kind: 'number' | 'percent' | 'date' | 'time' | 'dateTime';
  /** Minimum digits shown before and after the point. */
  readonly integerDigits: number;
  readonly decimals: number;
  /** Mark of a currency other than the peso that the format shows: `US$`. */
  readonly otraMoneda?: string;
}

const general: NumberFormat = { kind: 'number', integerDigits: 1, decimals: 0 };

/** Codes of the built-in formats, which the file does not contain. @source ECMA-376 part 1, 18.8.30 */
const builtInCodes: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd-mm-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/m/yy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: 'h:mm:ss',
  47: 'mm:ss.0',
};

/**
 * Parses a number format.
 *
 * @param code its code as stored, e.g. `#,##0.00` or `dd\/mm\/yyyy`; undefined if the file has none for the id
 * @param id its number, for the built-in ones
 */
export function parseNumberFormat(code: string | undefined, id: number): NumberFormat {
  const source = code ?? builtInCodes[id];
  if (source === undefined || /^general$/i.test(source)) return general;
  // The first section applies to positive numbers; literals, escapes and [colour] or [locale] marks do not affect the
  // digits.
  const section = source
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';')[0]!
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  const hasDate = /[yd]/i.test(section) || (/m/i.test(section) && !/[hs]/i.test(section));
  const hasTime = /[hs]/i.test(section);
  if (hasDate || hasTime) return { ...general, kind: hasDate ? (hasTime ? 'dateTime' : 'date') : 'time' };
  // A mask such as `000-0000000-0` has marks between its digits.
  const [whole = '', fraction = ''] = section.slice(Math.max(0, section.search(/[#0?.]/))).split('.');
  if (/e[+-]|\//i.test(section)) return general;
  const decimals = (/^[#0?]*/.exec(fraction)?.[0] ?? '').replace(/[^0]/g, '').length;
  const integerDigits = whole.replace(/[^0]/g, '').length;
  const mark = markOf(source);
  return {
    kind: section.includes('%') ? 'percent' : 'number',
    integerDigits,
    decimals,
    ...(isForeignMark(mark) && { otraMoneda: mark }),
  };
}

/** Text next to the digits in the first section of a format: `US$` of `[$US$-409]#,##0.00` and of `"US$"0.00`. */
const markOf = (source: string): string =>
  source
    .split(';')[0]!
    .replace(/[_*]./g, '')
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/["\\#0?.,%\s]/g, '');

/** The number padded to two digits. */
const two = (value: number) => String(value).padStart(2, '0');

const lastSerial = 2_958_465; // 31-12-9999

/** Date (and time) of a serial number, which counts days since 1900, including 29-02-1900, which did not exist. */
function dateText(serial: number, kind: NumberFormat['kind'], date1904: boolean): string {
  let seconds = Math.round(serial * 86_400);
  if (date1904) seconds += 1462 * 86_400;
  const days = Math.floor(seconds / 86_400);
  seconds -= days * 86_400;
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (kind === 'time' && days === 0) return time;
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000);
  const day = `${two(date.getUTCDate())}-${two(date.getUTCMonth() + 1)}-${String(date.getUTCFullYear()).padStart(4, '0')}`;
  return seconds === 0 || kind === 'date' ? day : `${day} ${time}`;
}

/**
 * Text of a cell with a number, in the form of the e-CF: a plain decimal, or `dd-MM-yyyy` (with ` HH:mm:ss` if
 * the format shows a time and it is not midnight).
 *
 * All stored digits are retained, without rounding. A format only adds the zeros that it shows (`0.00` turns 1500 into
 * `1500.00`, `00` turns 1 into `01`). Digits of a double beyond the 15 that a sheet shows (`0.30000000000000004`) are
 * dropped.
 *
 * @param stored the number as stored in the file
 * @param format of the cell
 * @param date1904 the workbook counts days from 1904
 */
export function numberText(stored: string, format: NumberFormat, date1904: boolean): string {
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const isDate = format.kind !== 'number' && format.kind !== 'percent';
  if (isDate && value >= 0 && value <= lastSerial) return dateText(value, format.kind, date1904);
  const significant = stored.replace(/[-.]/g, '').replace(/^0+/, '');
  const exact = /^-?\d+(?:\.\d+)?$/.test(stored) && (significant.length <= 15 || !stored.includes('.'));
  let text = format.kind === 'percent' ? plainDigits(value * 100) : exact ? stored : plainDigits(value);
  if (value === 0) text = text.replace('-', '');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const sign = text.startsWith('-') ? '-' : '';
  const padded = fraction.padEnd(format.decimals, '0');
  return `${sign}${whole.padStart(format.integerDigits, '0')}${padded === '' ? '' : `.${padded}`}`;
}

/**
 * Text of a cell with an ISO 8601 date (`2026-04-16`, `2026-04-16T10:00:00`). Any other text is returned unchanged.
 */
export function isoDateText(stored: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d:\d\d).*)?$/.exec(stored) ?? [];
  if (year === undefined) return stored;
  return time === undefined || time === '00:00:00' ? `${day}-${month}-${year}` : `${day}-${month}-${year} ${time}`;
}

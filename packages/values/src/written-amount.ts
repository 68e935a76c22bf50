import { type Decimal, formatDecimal, formatMonto, neg, parseDecimal, zero } from './decimal.ts';
import { bareText, quoted, type Reading } from './written-text.ts';

/**
 * How the author of a text marks thousands and decimals. `desconocida`: text of a file, of a program or pasted; an
 * amount with two readings is refused. `punto`: text of a field of ours that shows its reading at once; the point
 * precedes the decimals and the comma separates thousands.
 */
export type Notation = 'desconocida' | 'punto';

/** Marks of the peso. With any other text next to the digits it is another currency, or not an amount. */
const pesos: ReadonlySet<string> = new Set(['', '$', 'RD$', '$RD', 'RD', 'DOP', 'DOP$']);
/** Marks of other currencies: with a sign (`US$`, `€`), or a code. Some of {@link pesos} have its form. */
const foreign =
  /^(?:[A-Z]{0,3}\p{Sc}[A-Z]{0,2}|US|USD|EUR|GBP|CAD|CHF|CNY|CHY|JPY|MXN|COP|BRL|HTG|DKK|NOK|SEK|XDR|VEF)$/iu;
/** Whether the mark next to an amount, in text or in the format of a cell, is of a currency other than the peso. */
export function isForeignMark(mark: string): boolean {
  const bare = bareMark(mark);
  return !pesos.has(bare) && foreign.test(bare);
}

/** Whether a text is the name or the mark of the peso, as a field or a column of currencies has it. */
export const isPeso = (text: string): boolean =>
  pesos.has(bareMark(bareText(text))) || /^pesos?(?: dominicanos?)?$/i.test(bareText(text));

const bareMark = (mark: string): string => mark.replace(/[\s()+\-−]/g, '').toUpperCase();

/** Below this limit a JSON number is exact to less than half a cent, however a program computed it. */
const exactBelow = 1e13;
/** Decimals of a JSON number that are read; the others are cut off. */
const mostDecimals = 20;

/**
 * Reads an amount as people, spreadsheets and programs write it: `RD$ 1,180.00`, `1.180,00`, `1180`, `(50.00)`, or a JSON number.
 * It is the only reader of such amounts. Amounts of documents of the DGII and of programs with a fixed form are exact
 * decimals, read by {@link parseDecimal}.
 *
 * Nothing is guessed. A single mark before exactly three digits (`1.180`, `1,180`) may mark decimals or thousands: it
 * is refused, and the fault shows both readings. A mark of another currency is refused. In a JSON number the point is
 * the decimal point.
 *
 * @returns the amount with its sign and all its decimals, or the reason why it is not an amount
 */
export function readAmount(written: string | number, notation: Notation = 'desconocida'): Reading<Decimal> {
  if (typeof written === 'number') return readNumber(written);
  const shown = quoted(written);
  if (notation === 'desconocida' && isDash(written)) return { value: zero };
  const parts = /^([^\d.,]*)((?:[.,]?\d)(?:[\d.,'’\s]*\d)?[.,]?)([^\d.,]*)$/u.exec(bareText(written));
  const sign = parts && signOf(parts[1]!, parts[3]!);
  if (!parts || sign === undefined) return { fault: `${shown} no es un monto` };
  for (const beside of [parts[1]!, parts[3]!]) {
    const mark = bareMark(beside);
    if (isForeignMark(mark)) return { fault: `${shown} está en otra moneda (${mark}): el monto va en pesos` };
    if (!pesos.has(mark)) return { fault: `${shown} no es un monto` };
  }
  const plain = plainOf(parts[2]!.replace(/\s/g, ' ').replaceAll('’', "'"), notation);
  const read = plain?.map((text) => parseDecimal(text));
  if (read === undefined || read.includes(undefined)) return { fault: `${shown} no es un monto` };
  const [amount, other] = read as Decimal[];
  if (other !== undefined) return { fault: ambiguous(shown, amount!, other) };
  return { value: sign === '-' ? neg(amount!) : amount! };
}

/** Whether a text is the dash that the accounting formats of sheets show for a zero: `-`, `RD$ -`. */
function isDash(written: string): boolean {
  const [, before = '', dash] = /^(.*?)([-–—−])$/.exec(bareText(written)) ?? [];
  return dash !== undefined && pesos.has(bareMark(before));
}

const ambiguous = (shown: string, thousands: Decimal, decimals: Decimal): string =>
  `${shown} puede ser ${formatMonto(thousands)} o ${formatMonto(decimals)}: escríbalo ${formatDecimal(thousands, 2)} o ${formatDecimal(decimals, 2)}`;

/** The sign written around the digits; undefined if the signs make no sense. */
function signOf(before: string, after: string): '+' | '-' | undefined {
  const signs = `${before.replace(/[^()+\-−]/g, '')}_${after.replace(/[^()+\-−]/g, '')}`.replaceAll('−', '-');
  if (signs === '_' || signs === '+_') return '+';
  return signs === '-_' || signs === '_-' || signs === '(_)' ? '-' : undefined;
}

/** Digits in groups of three, with one mark between them. */
const grouped = (text: string, mark: string): boolean =>
  text.split(mark).every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));

/** The digits with a point before the decimals: two readings if the mark is ambiguous; undefined for invalid marks. */
function plainOf(digits: string, notation: Notation): readonly string[] | undefined {
  const marks = digits.replace(/\d/g, '');
  const last = marks.at(-1) ?? '';
  if (last === '') return [digits];
  const [first] = marks;
  const isOnly = marks.indexOf(last) === marks.length - 1;
  const at = digits.lastIndexOf(last);
  const [whole, decimals] = [digits.slice(0, at), digits.slice(at + 1)];
  const withPoint = (integer: string) => `${integer || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  if (first !== last) {
    // Two kinds of marks: the last one precedes the decimals.
    const others = [...marks].slice(0, -1);
    const clear = isOnly && /[.,]/.test(last) && others.every((mark) => mark === first) && grouped(whole, first!);
    return clear ? [withPoint(whole.replaceAll(first!, ''))] : undefined;
  }
  const thousands = grouped(digits, last) ? digits.replaceAll(last, '') : undefined;
  if (!isOnly || !/[.,]/.test(last)) return thousands === undefined ? undefined : [thousands];
  if (notation === 'punto' && last === ',') return thousands === undefined ? undefined : [thousands];
  // Grouped thousands never begin with a zero.
  if (notation === 'punto' || thousands === undefined || whole.startsWith('0')) return [withPoint(whole)];
  return [thousands, withPoint(whole)];
}

/** Reads a JSON number from its shortest text, with any exponent expanded. */
function readNumber(value: number): Reading<Decimal> {
  const inexact = Math.abs(value) >= exactBelow && !Number.isSafeInteger(value);
  if (!Number.isFinite(value) || inexact)
    return { fault: `El número ${value} tiene más dígitos de los que se leen con exactitud: escríbalo como texto` };
  const [, sign, whole, decimals = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  const zeros = '0'.repeat(Math.min(-Number(exponent), mostDecimals + 1));
  const text = exponent === '0' ? `${whole}.${decimals}` : `0.${zeros.slice(1)}${whole}${decimals}`;
  return { value: parseDecimal(`${sign}${text.slice(0, text.indexOf('.') + 1 + mostDecimals).replace(/\.$/, '')}`)! };
}

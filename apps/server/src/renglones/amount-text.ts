import { abs, type Decimal, parseDecimal, round } from '@timbre/values';

/**
 * An amount as people and spreadsheets write it: `RD$ 1,180.00`, `1.180,00`, `1180`, `(50.00)`. Its sign does not matter: the
 * kind of receipt says it.
 *
 * @returns with two decimals at most; undefined for what is no amount
 */
export function readAmount(value: string | number): Decimal | undefined {
  const text = String(value)
    .replace(/^\s*(RD\$|DOP|US\$|\$)?\s*/i, '')
    .replace(/[\s()'\u00a0]/g, '');
  if (!/^-?[\d.,]+$/.test(text)) return undefined;
  const plain = withPoint(text);
  const amount = plain === undefined ? undefined : parseDecimal(plain);
  return amount && round(abs(amount), 2);
}

/** The same with a point before the decimals and nothing between thousands; undefined where the marks make no sense. */
function withPoint(text: string): string | undefined {
  const marks = [...text.replace(/[^.,]/g, '')];
  const last = marks.at(-1);
  if (last === undefined) return text;
  const decimals = text.length - 1 - text.lastIndexOf(last);
  const isDecimal = isDecimalMark(marks, last, decimals, text);
  const thousands = isDecimal ? text.slice(0, -decimals - 1) : text;
  if (/[.,]/.test(thousands) && !/^-?\d{1,3}([.,]\d{3})+$/.test(thousands)) return undefined;
  const whole = thousands.replace(/[.,]/g, '');
  return isDecimal ? `${whole === '' || whole === '-' ? `${whole}0` : whole}.${text.slice(-decimals)}` : whole;
}

/** Whether the last mark stands before decimals: it is the only one of its kind and does not set three digits apart. */
function isDecimalMark(marks: readonly string[], last: string, decimals: number, text: string): boolean {
  if (decimals === 0 || marks.filter((mark) => mark === last).length > 1) return false;
  if (marks.length > 1) return true;
  return decimals !== 3 || /^-?0?[.,]/.test(text);
}

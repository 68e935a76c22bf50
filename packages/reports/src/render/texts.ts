import { type Decimal, type Fecha, formatDecimal, formatISODate, parseDecimal, parseISODate } from '@timbre/values';
import type { Field } from '../layout/field.ts';
import { type Drafts, type FormatCode, formatOf } from '../layout/formats.ts';

/** A row as texts by the key of the field: amounts with two decimals, days as `yyyy-MM-dd`. Missing fields are left out. */
export type Texts = Readonly<Record<string, string>>;

/** A row, complete or not, as texts in the order of the format. */
export function rowToTexts<Code extends FormatCode>(code: Code, row: Drafts[Code]): Texts {
  const values = row as Readonly<Record<string, unknown>>;
  const texts: Record<string, string> = {};
  for (const { key, kind } of formatOf(code).fields) {
    const value = values[key];
    if (value === undefined) continue;
    if (kind === 'amount') texts[key] = formatDecimal(value as Decimal, 2);
    else texts[key] = kind === 'date' ? formatISODate(value as Fecha) : (value as string);
  }
  return texts;
}

/** The row of such texts. A text that cannot be read counts as missing; keys of other formats are ignored. */
export function rowFromTexts<Code extends FormatCode>(code: Code, texts: Texts): Drafts[Code] {
  const row: Record<string, unknown> = {};
  for (const field of formatOf(code).fields) {
    const text = texts[field.key];
    const value = text === undefined ? undefined : valueOfText(field, text);
    if (value !== undefined) row[field.key] = value;
  }
  return row as Drafts[Code];
}

/** Value of a text in a field; undefined if the text is not valid for the kind of the field. */
export function valueOfText({ kind, codes, pattern = /^/ }: Field, text: string): unknown {
  if (kind === 'amount') return parseDecimal(text);
  if (kind === 'date') return parseISODate(text);
  if (kind !== 'code') return text;
  return (codes === undefined ? pattern.test(text) : Object.hasOwn(codes, text)) ? text : undefined;
}

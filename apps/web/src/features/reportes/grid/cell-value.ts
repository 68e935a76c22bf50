import { readReceiptAmount } from '@timbre/reports';
import { displayFecha, formatDecimal, formatISODate, readDate } from '@timbre/values';
import { formatAmount } from '../../../lib/format.ts';
import { plainText } from '../../../lib/matching.ts';

/** The kind of value of a cell: a code of a table, a day, an amount or a text. */
export interface CellField {
  readonly kind: 'rnc' | 'code' | 'ncf' | 'date' | 'amount' | 'text';
  readonly codes?: Readonly<Record<string, string>>;
  /** Form of a code without a table. */
  readonly pattern?: RegExp;
  /** Maximum length of a text. */
  readonly most?: number;
}

/** A typed value in the form used by the calls; null removes the answer. */
type Parsed = { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly fault: string };

const ok = (value: string | null): Parsed => ({ ok: true, value });
const fault = (words: string): Parsed => ({ ok: false, fault: words });
const longestText = 100;

/** Parses the text that a user typed or pasted into a cell. */
export function parseCell(field: CellField, typed: string): Parsed {
  const text = typed.trim();
  if (text === '') return ok(null);
  switch (field.kind) {
    case 'code':
      return parseCode(field, text);
    case 'date': {
      const read = readDate(text);
      return 'value' in read ? ok(formatISODate(read.value)) : fault(read.fault);
    }
    case 'amount': {
      const read = readReceiptAmount(text);
      return 'value' in read ? ok(formatDecimal(read.value, 2)) : fault(read.fault);
    }
    default:
      return text.length <= (field.most ?? longestText)
        ? ok(text)
        : fault(`Hasta ${field.most ?? longestText} caracteres`);
  }
}

/**
 * Parses a code alone, with or without its leading zero or its meaning, or a part of a meaning that only one code has.
 */
function parseCode({ codes, pattern }: CellField, text: string): Parsed {
  if (codes === undefined) return pattern?.test(text) ? ok(text) : fault('El código no tiene la forma esperada');
  const written = /^\d+/.exec(text)?.[0];
  if (written !== undefined) {
    const code = Object.keys(codes).find((one) => Number(one) === Number(written));
    return code === undefined ? fault(`No hay un código ${written}`) : ok(code);
  }
  const matches = searchCodes({ codes }, text);
  const [only, ...others] = matches;
  return only !== undefined && others.length === 0 ? ok(only.code) : fault('Elija un código de la lista');
}

/** A code with its meaning. */
interface Code {
  readonly code: string;
  readonly meaning: string;
}

/** The codes that match a text, in order: by the code's first digits, or by a part of the meaning. */
export function searchCodes({ codes = {} }: Pick<CellField, 'codes'>, typed: string): readonly Code[] {
  const text = plainText(typed.trim());
  return Object.entries(codes)
    .map(([code, meaning]) => ({ code, meaning }))
    .toSorted((a, b) => Number(a.code) - Number(b.code))
    .filter(
      ({ code, meaning }) =>
        text === '' ||
        code.startsWith(text) ||
        code.replace(/^0/, '').startsWith(text) ||
        plainText(`${code} · ${meaning}`).includes(text),
    );
}

/** The text of a cell for a value. */
export function showCell(field: CellField, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  if (field.kind === 'amount') return formatAmount(value);
  if (field.kind === 'date') return displayFecha(value);
  const meaning = field.kind === 'code' ? field.codes?.[value] : undefined;
  return meaning === undefined ? value : `${value} · ${meaning}`;
}

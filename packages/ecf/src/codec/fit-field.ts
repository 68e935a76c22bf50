import {
  bareText,
  compare,
  type DateCells,
  formatDecimal,
  parseDecimal,
  type Reading,
  readBoolean,
  readDate,
  readNCF,
  readTaxId,
} from '@timbre/values';
import type { CodeTable } from '../schema/codes/code-table.ts';
import { type SimpleType, type SimpleTypeName, simpleTypeOf } from '../schema/simple-types.ts';
import { type SchemaNode, trees } from '../schema/tree.ts';
import { leafCheck } from '../structure/leaf-check.ts';

type Kind = 'ECF' | 'RFCE';

/** How a value was written, in JSON or in a cell: as a text, a number, or a yes or no. */
export type Written = 'texto' | 'numero' | 'logico';

/**
 * The text of a value as its element has it. Empty: the element is absent. Undefined: a yes or no, where the element
 * takes none. What cannot be fitted is returned unchanged, for the validator to refuse.
 */
export type Fit = (text: string, written: Written, cells?: DateCells) => string | undefined;

/** Elements whose numbers get two decimals. @source Specification, Excel import: discounts and surcharges */
const twoDecimals: ReadonlySet<string> = new Set([
  'recargomonto',
  'montosubdescuento',
  'montosubrecargo',
  'montodescuentoorecargo',
]);

/** Readers of the types that people write in several forms. */
const readers: Partial<Record<SimpleTypeName, (text: string, cells?: DateCells) => Reading<string>>> = {
  Fecha: readDate,
  RNC: readTaxId,
  eNCF: readNCF,
  NCF: readNCF,
  Telefono: readPhone,
};

/** Reads `8095551234`, `(809) 555-1234` or `+1 809 555 1234`. */
function readPhone(written: string): Reading<string> {
  const digits = /^[\d\s().+-]+$/.test(written) ? written.replace(/\D/g, '') : '';
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? [];
  return area === undefined ? { fault: 'No es un teléfono' } : { value: `${area}-${exchange}-${line}` };
}

/** A number with two decimals, rounded half-up; the text itself where it is no plain decimal. */
function withTwoDecimals(text: string): string {
  const value = parseDecimal(text);
  return value === undefined ? text : formatDecimal(value, 2);
}

/** The digits that a number loses where it is stored without its form: 1500.5 is 1500.50, of the elements that need it. */
function restored(kind: Kind, name: string, text: string): string {
  if (kind === 'RFCE') return /^-?\d+\.\d$/.test(text) ? `${text}0` : text;
  return twoDecimals.has(name) ? withTwoDecimals(text) : text;
}

/** The code of a table that a text states, by its letters in any case or by its value (`1` is `01`, `010100`, `1.0`). */
function codeOf(table: CodeTable, text: string): string | undefined {
  for (const letters of [text, text.toUpperCase()]) if (Object.hasOwn(table, letters)) return letters;
  const value = parseDecimal(text);
  if (value === undefined) return undefined;
  return Object.keys(table).find((code) => {
    const own = parseDecimal(code);
    return own !== undefined && compare(own, value) === 0;
  });
}

/** Whether the codes of a table are a yes, and perhaps a no. */
const isYesNo = (table: CodeTable): boolean => Object.keys(table).every((code) => code === '0' || code === '1');

/** A yes or no as the code of its table: the element is absent where the table has no code for no. */
function yesNo(table: CodeTable, text: string): string | undefined {
  const read = readBoolean(text);
  if ('fault' in read) return undefined;
  const code = read.value ? '1' : '0';
  return Object.hasOwn(table, code) ? code : '';
}

/** Almost every text with something to see has one of these. */
const hasLetter = /[!-~]/;

/** Numbers of documents are in capitals, and have no marks: the schemas accept more. */
const isNCF = (text: string): boolean => /^[A-Z0-9]+$/.test(text);

function fitterOf(kind: Kind, name: string, type: SimpleTypeName): Fit {
  const { codes, base, form, calendar }: SimpleType = simpleTypeOf(type, kind === 'RFCE' ? 'RFCE' : '31');
  const table = codes ?? {};
  const takesYesNo = codes !== undefined && isYesNo(table);
  const { accepts } = leafCheck(type, kind === 'RFCE' ? 'RFCE' : '31');
  const read = readers[type];
  const isFree = [codes, form, calendar, read].every((one) => one === undefined) && base === 'string';
  const isPlain = read === readNCF ? (text: string) => isNCF(text) && accepts(text) : accepts;
  return (text, written, cells) => {
    if (written === 'logico') return takesYesNo ? yesNo(table, text) : undefined;
    if (isFree) return hasLetter.test(text) || bareText(text) !== '' ? text : '';
    const whole = written === 'numero' ? restored(kind, name, text) : text;
    if (isPlain(whole)) return whole;
    const bare = bareText(whole);
    if (bare === '') return '';
    if (codes !== undefined) return codeOf(table, bare) ?? (takesYesNo ? yesNo(table, bare) : undefined) ?? whole;
    const reading = read?.(bare, cells);
    if (reading !== undefined && 'value' in reading && accepts(reading.value)) return reading.value;
    return accepts(bare) ? bare : whole;
  };
}

const fitters = (kind: Kind): ReadonlyMap<string, Fit> => {
  const byName = new Map<string, Fit>();
  const add = (nodes: readonly SchemaNode[]): void => {
    for (const { name, type, children } of nodes) {
      const key = name.toLowerCase();
      if (type !== undefined && !byName.has(key)) byName.set(key, fitterOf(kind, key, type));
      add(children);
    }
  };
  add(trees[kind]);
  return byName;
};

const fits: Readonly<Record<Kind, ReadonlyMap<string, Fit>>> = { ECF: fitters('ECF'), RFCE: fitters('RFCE') };

/** Of a name that no element has: an empty text is absent, and there is no yes or no. */
const unknown: Fit = (text, written) => (written === 'logico' ? undefined : text);

/**
 * The fit of the values of an element, the same in JSON and in workbooks. A number gets back the digits that it lost
 * (1 is the code `01`); a date, an RNC, a number of a receipt and a telephone are read as people write them; a yes or no
 * is the code of an indicator; what nobody sees around a code or a number goes. Amounts are decimals with a point, and
 * free texts stay as they are.
 *
 * @param name of the element, in any letter case, without index
 * @source Formato RFCE v1.0: whole amounts, or with two decimals
 */
export const fieldFitter = (kind: Kind, name: string): Fit => fits[kind].get(name.toLowerCase()) ?? unknown;

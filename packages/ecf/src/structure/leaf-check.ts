import { parseFecha, parseFechaHora, unseenIn } from '@timbre/values';
import type { CodeTable } from '../schema/codes/code-table.ts';
import type { DocumentKey } from '../schema/documents.ts';
import type { SimpleType, SimpleTypeName } from '../schema/simple-types.ts';
import { simpleTypeOf } from '../schema/simple-types.ts';
import type { StructureCode } from './codes.ts';

/** Why a text is not accepted. */
export interface LeafFault {
  readonly code: StructureCode;
  readonly message: string;
}

/** Check of one simple type: `accepts` is the hot path, `explain` returns why a text was refused. */
export interface LeafCheck {
  readonly accepts: (value: string) => boolean;
  /** Whether the text is free: it may contain any character. */
  readonly free: boolean;
  readonly within: WithinPattern;
  readonly explain: (value: string) => LeafFault;
}

/** A simple type as a part of a larger pattern that reads up to the next `<`. */
interface WithinPattern {
  /** Without flags or groups; it matches all the common texts that the type accepts. */
  readonly pattern: string;
  /** A further check for a match, after its references are resolved; undefined where the pattern is sufficient. */
  readonly accepts: ((value: string) => boolean) | undefined;
}

/** Compiles the check of a simple type for a document. */
export function leafCheck(name: SimpleTypeName, document: DocumentKey): LeafCheck {
  const type = simpleTypeOf(name, document);
  const accepts = compile(type);
  const free = type.base === 'string' && type.codes === undefined && type.calendar === undefined;
  return { accepts, free, within: withinPattern(type, accepts), explain: (value) => explain(type, accepts, value) };
}

function withinPattern(type: SimpleType, accepts: (value: string) => boolean): WithinPattern {
  const { base, codes, calendar, form, length, range, positive } = type;
  if (type.avoid !== undefined) return { pattern: '[^<]*', accepts };
  const decided = (pattern: string) => ({ pattern: `(?:${pattern})`, accepts: undefined });
  const known = Object.keys(codes ?? {});
  if (known.length > 0 && known.length <= 64)
    return decided(known.map((code) => code.replace(/[.$]/g, '\\$&')).join('|'));
  if ((base === 'integer' || base === 'decimal') && form !== undefined && range === undefined)
    return decided(positive === true ? `(?=[^<]*[1-9])(?:${form})` : form);
  // For text of common characters that does not begin with a blank, only the length remains to be checked.
  if (base === 'string' && known.length === 0 && calendar === undefined && form === undefined && length !== undefined)
    return {
      pattern: '[!-;=-\ud7ff\ue000-\ufffd][\t\n -;=-\ud7ff\ue000-\ufffd]*',
      accepts: (value) => fits(value, length),
    };
  return { pattern: '[^<]*', accepts };
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'u');

function compile(type: SimpleType): (value: string) => boolean {
  const { form, official, length, range, codes, calendar, base } = type;
  if (type.avoid !== undefined) return () => false;
  if (codes !== undefined) {
    const known = new Set(Object.keys(codes));
    return (value) => known.has(value);
  }
  if (calendar !== undefined) {
    const exists = calendars[calendar];
    const pattern = whole(official ?? form ?? '');
    return (value) => exists(value) && pattern.test(value);
  }
  const pattern = form === undefined ? undefined : whole(form);
  if (base === 'string') {
    return (value) =>
      isText(value) && (length === undefined || fits(value, length)) && (pattern === undefined || pattern.test(value));
  }
  const number = pattern ?? /^/;
  if (range !== undefined) {
    const [least, most] = range;
    return (value) => number.test(value) && Number(value) >= least && Number(value) <= most;
  }
  if (type.positive === true) return (value) => number.test(value) && /[1-9]/.test(value);
  return (value) => number.test(value);
}

const calendars: Record<NonNullable<SimpleType['calendar']>, (value: string) => boolean> = {
  fecha: (value) => parseFecha(value) !== undefined,
  fechaHora: (value) => parseFechaHora(value) !== undefined,
  instanteISO: (value) => isDateTime(value),
};

/** Not blank, and only XML characters of the basic multilingual plane: one test for common text. */
const usualText = /^[ \t\n\r]*[!-\ud7ff\ue000-\ufffd][\t\n\r -\ud7ff\ue000-\ufffd]*$/;
const anyText =
  /^[ \t\n\r]*[!-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}][\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** Only XML characters, and not blank. */
const isText = (value: string): boolean => usualText.test(value) || anyText.test(value);

const characters = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

/** Checks the length in code points; they are counted only where the number of UTF-16 units does not decide. */
const fits = (value: string, [least, most]: readonly [number, number]): boolean =>
  value.length >= least * 2 && value.length <= most
    ? true
    : value.length <= most * 2 && characters(value) >= least && characters(value) <= most;

/** @source XML Schema Part 2: Datatypes, §3.2.7: there is no year 0000 */
const dateTime =
  /^-?(?!0000-)(?:[1-9]\d{3,}|0\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/;

/** Whether the text is an xs:dateTime whose day exists. */
function isDateTime(value: string): boolean {
  const match = dateTime.exec(value);
  if (match === null) return false;
  const year = Number(value.slice(0, value.indexOf('-', 1))) % 400;
  return Number(match[2]) <= new Date(Date.UTC(2000 + year, Number(match[1]), 0)).getUTCDate();
}

const refuse = (code: StructureCode, message: string): LeafFault => ({ code, message });

/** The names of the characters of a text that nobody sees, to be added to it. */
function namesOfUnseen(value: string): string {
  const names = unseenIn(value);
  return names.length === 0 ? '' : `, con ${names.join(' y ')},`;
}

function explain(type: SimpleType, accepts: (value: string) => boolean, value: string): LeafFault {
  const expected = `debe ser ${type.codes === undefined ? type.description : listCodes(type.codes)}`;
  const quoted = `«${value.length > 60 ? `${value.slice(0, 60)}…` : value}»${namesOfUnseen(value)}`;
  if (!isText(value) && value.trim() !== '')
    return refuse('XSD-CARACTER', 'Contiene un carácter de control o mal formado, que el XML no admite');
  if (!officiallyAccepts(type, value)) return explainOfficial(type, value, quoted, expected);
  const bare = value.trim();
  if (bare === '') return refuse('ESTRICTO-VACIO', 'Está vacío: lo que no se usa se omite');
  if (type.avoid !== undefined) return refuse('ESTRICTO-EVITAR', `No se use: ${type.avoid}`);
  if (bare !== value && accepts(bare)) return refuse('ESTRICTO-ESPACIOS', `${quoted} tiene espacios que sobran`);
  if (type.calendar !== undefined) return refuse('ESTRICTO-FECHA', `${quoted} ${expected}`);
  if (type.digits !== undefined && /^\d+$/.test(value))
    return refuse('ESTRICTO-DECIMALES', `${quoted} tiene demasiados enteros: ${expected}`);
  return refuse('ESTRICTO-FORMA', `${quoted} ${expected}`);
}

/** Explains why a text is refused that the official schema refuses too. */
function explainOfficial(type: SimpleType, value: string, quoted: string, expected: string): LeafFault {
  if (value === '') return refuse('XSD-VACIO', `Está vacío: ${expected}`);
  if (type.avoid !== undefined && matches(type.form, value) && fits(value, type.length ?? [0, 0]))
    return refuse('ESTRICTO-EVITAR', `No se use: ${type.avoid}`);
  if (type.codes !== undefined) return refuse('XSD-CODIGO', `${quoted} no es válido: ${expected}`);
  if (type.length !== undefined && !fits(value, type.length))
    return refuse('XSD-LONGITUD', `Tiene ${characters(value)} caracteres: ${expected}`);
  if (matches(type.form, value) && (type.range !== undefined || type.positive === true))
    return refuse('XSD-RANGO', `${quoted} está fuera de rango: ${expected}`);
  return refuse('XSD-PATRON', `${quoted} no es válido: ${expected}`);
}

/** `uno de sus códigos: 1 Contado, 2 Crédito, 3 Gratuito`; long tables are not listed. */
function listCodes(codes: CodeTable): string {
  const entries = Object.entries(codes);
  if (entries.length > 10) return `uno de los ${entries.length} códigos de su tabla`;
  return `uno de estos códigos: ${entries.map(([code, label]) => `${code} (${label})`).join(', ')}`;
}

const matches = (pattern: string | undefined, value: string): boolean =>
  pattern !== undefined && whole(pattern).test(value);

/** Lexical forms of the numeric bases. */
const numerals: Partial<Record<SimpleType['base'], RegExp>> = {
  integer: /^[+-]?\d+$/,
  decimal: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
};

/** Whether a schema processor accepts the text, by the official facets only. Slow: used only for refused texts. */
function officiallyAccepts(type: SimpleType, written: string): boolean {
  const { base, codes, length, range, digits } = type;
  const value = base === 'string' ? written : written.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '');
  if (numerals[base]?.test(value) === false) return false;
  if (base === 'dateTime') return isDateTime(value);
  const pattern = type.official ?? type.form;
  if (pattern !== undefined && !matches(pattern, value)) return false;
  if (length !== undefined && !fits(value, length)) return false;
  if (range !== undefined && (Number(value) < range[0] || Number(value) > range[1])) return false;
  if (type.positive === true && (value.startsWith('-') || !/[1-9]/.test(value))) return false;
  if (digits !== undefined && significantDigits(value) > digits) return false;
  if (codes === undefined) return true;
  return Object.keys(codes).some((code) => (base === 'string' ? code === value : sameNumber(code, value)));
}

const plainNumber = (value: string): string => {
  const [whole = '', fraction = ''] = value.replace(/^[+-]/, '').split('.');
  return `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
};

const significantDigits = (value: string): number => plainNumber(value).length - 1;

const sameNumber = (a: string, b: string): boolean =>
  plainNumber(a) === plainNumber(b) && (!b.startsWith('-') || plainNumber(b) === '.');

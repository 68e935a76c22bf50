import { cedulaWithoutZeros, parseRNC, type RNC } from './tax-id.ts';
import { bareText, quoted, type Reading } from './written-text.ts';

/** A number without its label, and without the decimal of a cell. '' for words such as «Sin RNC», and for zeros. */
function unlabelled(written: string): string {
  const text = bareText(written)
    .replace(/^(?:RNC|C[EÉ]DULA)\s*[:.#]?\s*/i, '')
    .replace(/^(\d+)\.0$/, '$1')
    .replace(/\s+/g, ' ');
  return /[1-9]/.test(text) ? text : '';
}

const withoutMarks = (text: string): string => text.replace(/[\s\-–.]/g, '');

/**
 * The number of a party as it was written: an RNC or a cédula as its digits alone, the number of a foreigner with its
 * dashes, points and blanks. '' for words such as «Sin RNC», and for zeros.
 */
export function bareTaxId(written: string): string {
  const text = unlabelled(written);
  return parseRNC(withoutMarks(text)) ?? text;
}

/**
 * Reads an RNC or a cédula: `131-24679-6`, `RNC: 131246796`, `001 1234567 8`, or the number of a cell.
 *
 * The check digit is not verified. Zeros that a sheet dropped from the beginning of a cédula are not guessed: nine digits
 * are always an RNC, and the fault for ten shows the cédula.
 *
 * @returns its 9 or 11 digits, or the reason why it is neither
 */
export function readTaxId(written: string | number): Reading<RNC> {
  const bare = withoutMarks(unlabelled(String(written)));
  const value = parseRNC(bare);
  if (value !== undefined) return { value };
  if (bare === '') return { fault: 'Falta el RNC o la cédula' };
  const fault = `${quoted(String(written))} no es un RNC de 9 dígitos ni una cédula de 11`;
  if (!/^\d{10}$/.test(bare)) return { fault };
  return { fault: `${fault}: si la hoja le quitó el cero a una cédula, escriba 0${bare}` };
}

/** Advice on nine digits that are a cédula without its zeros, in Spanish, for the end of a message; undefined for others. */
export function zerosAdvice(digits: string): string | undefined {
  const cedula = cedulaWithoutZeros(digits);
  return cedula && `con dos ceros delante es la cédula ${cedula}; si lo es, escríbalos`;
}

/** The fault of a number that a sheet abbreviated with an exponent, in Spanish; undefined for other texts. */
export const lostDigits = (written: string): string | undefined =>
  /^\d(?:[.,]\d+)?E\+?\d+$/i.test(bareText(written))
    ? `${quoted(written)} es un número abreviado, al que le faltan cifras: dé a su celda formato de texto y escríbalo completo`
    : undefined;

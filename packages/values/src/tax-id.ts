/** Tax number of a taxpayer: nine digits (company), or the eleven of a person's cédula. Digits only. */
export type RNC = string & { readonly brand: 'RNC' };

/**
 * Reads a tax number as people write it: digits, with or without hyphens and blanks between them.
 * @returns its 9 or 11 digits, or undefined. The check digit is not verified: some numbers in use fail it.
 */
export function parseRNC(text: string): RNC | undefined {
  if (text.length > 40 || !/^[\d\s-]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  return digits.length === 9 || digits.length === 11 ? (digits as RNC) : undefined;
}

/** For display: nine digits as 3-5-1, eleven as 3-7-1, anything else unchanged. */
export function formatTaxId(digits: string): string {
  if (/^\d{9}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3, 8)}-${digits.slice(8)}`;
  if (/^\d{11}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3, 10)}-${digits.slice(10)}`;
  return digits;
}

const rncWeights = [7, 9, 8, 6, 5, 4, 3, 2];

/** Whether the ninth digit of an RNC is its modulus 11 check digit. A mismatch is a warning, never a refusal. */
export function rncCheckDigitHolds(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const weighted = rncWeights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0);
  return Number(digits[8]) === ((10 - (weighted % 11)) % 9) + 1;
}

/** Whether the last digit of a cédula is its Luhn check digit. A mismatch is a warning, never a refusal. */
export function cedulaCheckDigitHolds(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  let total = 0;
  for (let i = 0; i < 10; i++) {
    const product = Number(digits[i]) * (i % 2 === 0 ? 1 : 2);
    total += product > 9 ? product - 9 : product;
  }
  return Number(digits[10]) === (10 - (total % 10)) % 10;
}

/**
 * The cédula that nine digits are where a program that keeps numbers dropped the two zeros before them.
 * @returns undefined if the digits are an RNC by their check digit, or no cédula
 */
export const cedulaWithoutZeros = (digits: string): string | undefined =>
  /^\d{9}$/.test(digits) && !rncCheckDigitHolds(digits) && cedulaCheckDigitHolds(`00${digits}`)
    ? `00${digits}`
    : undefined;

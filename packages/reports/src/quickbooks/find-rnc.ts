import { cedulaCheckDigitHolds, rncCheckDigitHolds } from '@timbre/values';
import { sinRNC } from '../derive/clasico.ts';
import type { DerivationCode } from '../derive/marks.ts';
import { partyOfRecord, type QuickBooksParty } from './directory.ts';
import type { QuickBooksDocument } from './document.ts';

/** Where lines of an address are looked at, in order. @source specification 002 §5, «NCF and RNC» */
const lineOrder = [2, 3, 1, 4, 5] as const;

const checkDigitHolds = (digits: string): boolean => rncCheckDigitHolds(digits) || cedulaCheckDigitHolds(digits);

/** All of a text, without dashes and spaces. A telephone number with its country code has eleven digits too. */
const whole = /^(?!18[024]9)(\d{9}|\d{11})$/;
/** After «RNC»: a cédula as 3-7-1, or a number of nine as 1-2-5-1 or 3-5-1, with or without marks. */
const prefixed = /(?<![A-Z])RNC[^0-9A-Z]{0,5}(\d{3}[ -]?\d{7}[ -]?\d|\d[ -]?\d{2}[ -]?\d{5}[ -]?\d)(?!\d)/;
/** The same as a word among others, with dashes or without. */
const word = /(?<![\dA-Z-])(\d{3}-?\d{7}-?\d|\d-?\d{2}-?\d{5}-?\d)(?![\dA-Z-])/g;

/**
 * The RNC or cédula in a text: the whole text, what follows «RNC», or a word whose check digit holds.
 * @returns 9 or 11 digits; the check digit is demanded of a word alone
 * @source specification 002 §5, «NCF and RNC»; decision 0083
 */
export function rncIn(text: string): string | undefined {
  const bare = text.replace(/[\s-]/g, '');
  if (whole.test(bare)) return bare;
  const upper = text.toUpperCase();
  const digits = (found: string | undefined) => found?.replace(/\D/g, '');
  return (
    digits(prefixed.exec(upper)?.[1]) ?? [...upper.matchAll(word)].map(([one]) => digits(one)!).find(checkDigitHolds)
  );
}

/** A tax number, and the derivation that tells where it was found. */
export interface FoundRNC {
  readonly rnc: string;
  readonly code: DerivationCode;
}

/**
 * The tax number of a vendor or customer: in the name, in lines 2, 3, 1, 4 and 5 of the address, then in its tax number; first
 * as a document tells them, then as the record does. A number whose check digit fails is taken where no other place has one
 * whose digit holds; `606-ID-03` and `607-ID-03` warn of it before it is filed.
 * @source specification 002 §5, «NCF and RNC»; decision 0083
 */
export function findRNC(
  document: Pick<QuickBooksDocument, 'party' | 'address'> | undefined,
  record: QuickBooksParty | undefined,
): FoundRNC | undefined {
  const inOrder = (lines: readonly string[] = []) => lineOrder.map((n) => lines[n - 1] ?? '');
  const places: readonly (readonly [DerivationCode, readonly string[]])[] = [
    ['D-QB-RNC-NOMBRE', [document?.party?.name ?? '']],
    ['D-QB-RNC-DIRECCION', inOrder(document?.address)],
    ['D-QB-RNC-FICHA', [...(record?.names ?? []), ...inOrder(record?.address), record?.taxId ?? '']],
  ];
  const found = places.flatMap(([code, texts]) =>
    texts.flatMap((text): FoundRNC[] => {
      const rnc = rncIn(text);
      return rnc === undefined ? [] : [{ rnc, code }];
    }),
  );
  return found.find(({ rnc }) => checkDigitHolds(rnc)) ?? found[0];
}

/**
 * The tax number of a vendor or customer by its record alone, or `Sin RNC`.
 * @param json the record, as QuickBooks gives it; @param own the number of the company, which no vendor has
 * @source specification 002 §5, «NCF and RNC»
 */
export function rncOfRecord(entity: 'Vendor' | 'Customer', json: unknown, own: string): string {
  const rnc = findRNC(undefined, partyOfRecord(json))?.rnc;
  return rnc === undefined || (entity === 'Vendor' && rnc === own) ? sinRNC : rnc;
}

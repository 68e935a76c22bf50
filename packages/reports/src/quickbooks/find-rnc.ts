import { cedulaCheckDigitHolds, rncCheckDigitHolds } from '@timbre/values';
import { sinRNC } from '../derive/clasico.ts';
import type { DerivationCode } from '../derive/marks.ts';
import { partyOfRecord, type QuickBooksParty } from './directory.ts';
import type { QuickBooksDocument } from './document.ts';

/** Order in which the lines of an address are searched. @source specification 002 §5, «NCF and RNC» */
const lineOrder = [2, 3, 1, 4, 5] as const;

const checkDigitHolds = (digits: string): boolean => rncCheckDigitHolds(digits) || cedulaCheckDigitHolds(digits);

/**
 * A whole text, without dashes and spaces. Excludes telephone numbers with country code, which also have eleven
 * digits.
 */
const whole = /^(?!18[024]9)(\d{9}|\d{11})$/;
/** After «RNC»: a cédula as 3-7-1, or a number of nine as 1-2-5-1 or 3-5-1, with or without marks. */
const prefixed = /(?<![A-Z])RNC[^0-9A-Z]{0,5}(\d{3}[ -]?\d{7}[ -]?\d|\d[ -]?\d{2}[ -]?\d{5}[ -]?\d)(?!\d)/;
/** The same as a separate word within a text, with dashes or without. */
const word = /(?<![\dA-Z-])(\d{3}-?\d{7}-?\d|\d-?\d{2}-?\d{5}-?\d)(?![\dA-Z-])/g;

/**
 * The RNC or cédula in a text: the whole text, the number after «RNC», or a word with a valid check digit.
 * @returns 9 or 11 digits; a valid check digit is required only of a word within the text
 * @source specification 002 §5, «NCF and RNC»; docs/design/reports.md#the-rnc-in-quickbooks
 */
export function rncIn(text: string): string | undefined {
  const bare = text.replace(/[\s-]/g, '');
  if (whole.test(bare)) return bare;
  const upper = text.toUpperCase();
  const digits = (match: string | undefined) => match?.replace(/\D/g, '');
  return (
    digits(prefixed.exec(upper)?.[1]) ?? [...upper.matchAll(word)].map(([one]) => digits(one)!).find(checkDigitHolds)
  );
}

/** A tax number, with the derivation for its place. */
export interface LocatedRNC {
  readonly rnc: string;
  readonly code: DerivationCode;
}

/**
 * The tax number of a vendor or customer. It is searched in the name, in lines 2, 3, 1, 4 and 5 of the address, then in
 * the tax number; first in the document, then in the record. A number with an invalid check digit is used only if no
 * other place has a valid one; `606-ID-03` and `607-ID-03` warn of it before it is filed.
 * @source specification 002 §5, «NCF and RNC»; docs/design/reports.md#the-rnc-in-quickbooks
 */
export function findRNC(
  document: Pick<QuickBooksDocument, 'party' | 'address'> | undefined,
  record: QuickBooksParty | undefined,
): LocatedRNC | undefined {
  const inOrder = (lines: readonly string[] = []) => lineOrder.map((n) => lines[n - 1] ?? '');
  const places: readonly (readonly [DerivationCode, readonly string[]])[] = [
    ['D-QB-RNC-NOMBRE', [document?.party?.name ?? '']],
    ['D-QB-RNC-DIRECCION', inOrder(document?.address)],
    ['D-QB-RNC-FICHA', [...(record?.names ?? []), ...inOrder(record?.address), record?.taxId ?? '']],
  ];
  const candidates = places.flatMap(([code, texts]) =>
    texts.flatMap((text): LocatedRNC[] => {
      const rnc = rncIn(text);
      return rnc === undefined ? [] : [{ rnc, code }];
    }),
  );
  return candidates.find(({ rnc }) => checkDigitHolds(rnc)) ?? candidates[0];
}

/**
 * The tax number of a vendor or customer from its record alone, or `Sin RNC`.
 * @param json the record, as QuickBooks sends it; @param own the number of the company, which is never that of a vendor
 * @source specification 002 §5, «NCF and RNC»
 */
export function rncOfRecord(entity: 'Vendor' | 'Customer', json: unknown, own: string): string {
  const rnc = findRNC(undefined, partyOfRecord(json))?.rnc;
  return rnc === undefined || (entity === 'Vendor' && rnc === own) ? sinRNC : rnc;
}

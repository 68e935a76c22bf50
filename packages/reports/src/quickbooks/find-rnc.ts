import type { DerivationCode } from '../derive/marks.ts';
import type { QuickBooksParty } from './directory.ts';
import type { QuickBooksDocument } from './document.ts';

/** Where lines of an address are looked at, in order. @source specification 002 §5, «NCF and RNC» */
const lineOrder = [2, 3, 1, 4, 5] as const;

/** After «RNC»: a cédula as 3-7-1, or a number of nine as 1-2-5-1 or 3-5-1, with or without marks. */
const prefixed = /RNC[^0-9A-Z]{0,5}(\d{3}[ -]?\d{7}[ -]?\d|\d[ -]?\d{2}[ -]?\d{5}[ -]?\d)(?!\d)/;

/**
 * The number of 9 or 11 digits in a text: the whole text without dashes and spaces, or what follows «RNC».
 * @source specification 002 §5, «NCF and RNC»
 */
export function rncIn(text: string): string | undefined {
  const bare = text.replace(/[\s-]/g, '');
  if (/^(\d{9}|\d{11})$/.test(bare)) return bare;
  return prefixed.exec(text.toUpperCase())?.[1]?.replace(/\D/g, '');
}

/** A tax number, and the derivation that tells where it was found. */
export interface FoundRNC {
  readonly rnc: string;
  readonly code: DerivationCode;
}

/**
 * The tax number of who a document names: in the name, in lines 2, 3, 1, 4 and 5 of its address, then the same in the record of
 * the party, whose tax number is looked at first.
 * @source specification 002 §5, «NCF and RNC»
 */
export function findRNC(
  { party, address }: Pick<QuickBooksDocument, 'party' | 'address'>,
  record: QuickBooksParty | undefined,
): FoundRNC | undefined {
  const inOrder = (lines: readonly string[]) => lineOrder.map((n) => lines[n - 1] ?? '');
  const places: readonly [string, DerivationCode][] = [
    [party?.name ?? '', 'D-QB-RNC-NOMBRE'],
    ...inOrder(address).map((line): [string, DerivationCode] => [line, 'D-QB-RNC-DIRECCION']),
    ...[record?.taxId ?? '', record?.name ?? '', ...inOrder(record?.address ?? [])].map(
      (line): [string, DerivationCode] => [line, 'D-QB-RNC-FICHA'],
    ),
  ];
  for (const [text, code] of places) {
    const rnc = rncIn(text);
    if (rnc !== undefined) return { rnc, code };
  }
  return undefined;
}

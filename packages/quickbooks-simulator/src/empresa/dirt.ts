import type { Chance } from './chance.ts';

type Json = Record<string, unknown>;

/** Errors of real books: each function takes a valid document and returns a faulty one. */
const stains: readonly ((made: Json, chance: Chance) => Json)[] = [
  ({ DocNumber: _, PrivateNote: __, ...rest }) => rest,
  (made) => ({ ...made, DocNumber: 'B0100', PrivateNote: 'pendiente de NCF' }),
  (made, chance) => ({ ...made, DocNumber: `S/N ${chance.between(1, 999)}` }),
  ({ VendorRef: _, CustomerRef: __, EntityRef: ___, ...rest }) => rest,
  (made) => ({ ...made, TotalAmt: -(made.TotalAmt as number) }),
  (made) => ({ ...made, TotalAmt: String(made.TotalAmt) }),
  (made) => ({ ...made, TotalAmt: (made.TotalAmt as number) + 0.5 }),
  ({ TxnTaxDetail: _, ...rest }) => rest,
  (made) => ({ ...made, Line: null }),
  (made) => ({ ...made, TxnDate: String(made.TxnDate).split('-').reverse().join('/') }),
  (made) => ({ ...made, CurrencyRef: { value: 'USD' } }),
  (made) => ({ ...made, PrivateNote: `${made.PrivateNote ?? ''} \u0000<b>=1+1</b>`.repeat(40) }),
];

/** Returns a document with one error added. */
export const dirtied = (made: Json, chance: Chance): Json => chance.of(stains)(made, chance);

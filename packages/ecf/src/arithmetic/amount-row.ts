import type { Decimal } from '@timbre/values';
import type { AdditionalTax } from './additional-taxes.ts';
import type { OtraMoneda, Totales } from './draft.ts';
import type { Reading } from './reading.ts';

type AmountsOf<T> = Exclude<
  { [K in keyof T]-?: NonNullable<T[K]> extends string ? K : never }[keyof T],
  'ITBIS1' | 'ITBIS2' | 'ITBIS3' | 'TipoMoneda' | 'TipoCambio' | 'TotalITBISPercepcion' | 'TotalISRPercepcion'
>;

/** The amounts of the two areas of totals, by their names. */
export type Campo = AmountsOf<Totales> | AmountsOf<OtraMoneda>;

/** Inputs of an amount: the document read, its additional taxes, and the amounts before this one. */
export interface Ledger extends Reading {
  readonly taxes: readonly AdditionalTax[];
  /** An amount that comes before this one: the document's, otherwise the computed one. */
  readonly of: (campo: Campo) => Decimal;
}

/** Definition of one amount. */
export interface AmountRow {
  /** Code of the fault when the document states another amount. */
  readonly code: string;
  readonly area: 'Totales' | 'OtraMoneda';
  readonly campo: Campo;
  /** Whether the amount applies to this document. */
  readonly applies: (ledger: Ledger) => boolean;
  readonly compute: (ledger: Ledger) => Decimal;
  /** How it is computed, in Spanish. */
  readonly formula: string;
  /** The document may leave it out; it is checked when present. */
  readonly optional?: true;
  /** The place in the Formato e-CF v1.0 that defines it. */
  readonly source: string;
}

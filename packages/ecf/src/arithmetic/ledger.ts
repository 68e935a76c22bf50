import { type Decimal, parseDecimal, zero } from '@timbre/values';
import { type AdditionalTax, additionalTaxes } from './additional-taxes.ts';
import { amountRowsOf } from './amounts.ts';
import type { Draft, OtraMoneda, Totales } from './draft.ts';
import { type Reading, readDraft } from './reading.ts';

type AmountsOf<T> = Exclude<
  { [K in keyof T]-?: NonNullable<T[K]> extends string ? K : never }[keyof T],
  'ITBIS1' | 'ITBIS2' | 'ITBIS3' | 'TipoMoneda' | 'TipoCambio' | 'TotalITBISPercepcion' | 'TotalISRPercepcion'
>;

/** The amounts of the two areas of totals, by their names. */
export type Campo = AmountsOf<Totales> | AmountsOf<OtraMoneda>;

/** What an amount is made of: the document read, its additional taxes, and the amounts before it. */
export interface Ledger extends Reading {
  readonly taxes: readonly AdditionalTax[];
  /** An amount that stands before this one: as the document says, else as it must be. */
  readonly of: (campo: Campo) => Decimal;
}

/** What one amount is and how it is told. */
export interface AmountRow {
  /** Code of the fault when the document says otherwise. */
  readonly code: string;
  readonly area: 'Totales' | 'OtraMoneda';
  readonly campo: Campo;
  /** Whether a document like this has the amount. */
  readonly stands: (ledger: Ledger) => boolean;
  readonly is: (ledger: Ledger) => Decimal;
  /** How it is made up, in Spanish. */
  readonly formula: string;
  /** A document need not bring it: checked when it does. */
  readonly optional?: true;
  /** Where the Formato e-CF v1.0 says so. */
  readonly source: string;
}

/** One amount of a document: what it says and what it must say. */
export interface Entry {
  readonly row: AmountRow;
  readonly dado: Decimal | undefined;
  readonly esperado: Decimal;
}

/**
 * Works out every amount of Totales and OtraMoneda that a document has, or should have, from its lines.
 * Each rests on the ones before it as the document gives them, so that one wrong figure shows once.
 */
export function openLedger(ecf: Draft): { readonly ledger: Ledger; readonly entries: readonly Entry[] } {
  const reading = readDraft(ecf);
  const { tipo, fecha, incluido, norma1007, lines, sumas, adjustments } = reading;
  const taxes = additionalTaxes(reading);
  const values = new Map<Campo, Decimal>();
  const of = (campo: Campo) => values.get(campo) ?? zero;
  const ledger = { ecf, tipo, fecha, incluido, norma1007, lines, sumas, adjustments, taxes, of };
  const areas: { readonly Totales?: Texts | undefined; readonly OtraMoneda?: Texts | undefined } = ecf.Encabezado ?? {};
  const entries: Entry[] = [];
  for (const row of amountRowsOf(ledger)) {
    const text = areas[row.area]?.[row.campo];
    if (text === undefined && !row.stands(ledger)) continue;
    const dado = typeof text === 'string' ? parseDecimal(text) : undefined;
    const esperado = row.is(ledger);
    values.set(row.campo, dado ?? esperado);
    entries.push({ row, dado, esperado });
  }
  return { ledger, entries };
}

type Texts = { readonly [P in Campo]?: unknown };

import { type Decimal, parseDecimal, zero } from '@timbre/values';
import { additionalTaxes } from './additional-taxes.ts';
import type { AmountRow, Campo, Ledger } from './amount-row.ts';
import { amountRowsOf } from './amounts.ts';
import type { Draft } from './draft.ts';
import type { TasasSelectivo } from './rates.ts';
import { readDraft } from './reading.ts';

/** One amount of a document: the stated and the expected value. */
export interface Entry {
  readonly row: AmountRow;
  readonly dado: Decimal | undefined;
  readonly esperado: Decimal;
}

/**
 * Computes, from its lines, every amount of Totales and OtraMoneda that a document has or should have.
 * Each one is computed from the earlier amounts as the document states them, so that one wrong figure is reported once.
 *
 * @param tasas specific excise of quarters that are not official here
 */
export function openLedger(
  ecf: Draft,
  tasas?: readonly TasasSelectivo[],
): { readonly ledger: Ledger; readonly entries: readonly Entry[] } {
  const reading = readDraft(ecf, tasas);
  const { tipo, fecha, incluido, norma1007, sinITBIS, lines, sumas, adjustments } = reading;
  const taxes = additionalTaxes(reading);
  const values = new Map<Campo, Decimal>();
  const of = (campo: Campo) => values.get(campo) ?? zero;
  // Written out field by field: with a spread, all the rules together take half as long again (bench/validate.ts).
  const ledger = {
    ecf,
    tipo,
    fecha,
    tasas: reading.tasas,
    incluido,
    norma1007,
    sinITBIS,
    lines,
    sumas,
    adjustments,
    taxes,
    of,
  };
  const areas: { readonly Totales?: Texts | undefined; readonly OtraMoneda?: Texts | undefined } = ecf.Encabezado ?? {};
  const entries: Entry[] = [];
  for (const row of amountRowsOf(ledger)) {
    const text = areas[row.area]?.[row.campo];
    if (text === undefined && !row.applies(ledger)) continue;
    const dado = typeof text === 'string' ? parseDecimal(text) : undefined;
    const esperado = row.compute(ledger);
    values.set(row.campo, dado ?? esperado);
    entries.push({ row, dado, esperado });
  }
  return { ledger, entries };
}

type Texts = { readonly [P in Campo]?: unknown };

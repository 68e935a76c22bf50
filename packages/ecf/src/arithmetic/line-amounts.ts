import { add, type Decimal, mul, round, zero } from '@timbre/values';
import { additionalTaxes } from './additional-taxes.ts';
import type { Draft } from './draft.ts';
import { isAdValorem, isEspecifico, percent } from './excise.ts';
import { tasaITBIS } from './rates.ts';
import { type Line, netOfLine, type Reading, readDraft } from './reading.ts';

/** The amounts of one line, to the cent. The e-CF states its taxes only in its totals. */
export interface LineAmounts {
  /** MontoItem without the ITBIS that it includes. */
  readonly neto: Decimal;
  /** Specific excise (ISC); zero when the line has none or no rate is known. */
  readonly especifico: Decimal;
  /** Ad valorem excise (ISC); zero as above. */
  readonly advalorem: Decimal;
  /** The taxes 001-005. */
  readonly otros: Decimal;
  /** ITBIS; its base includes the excise. */
  readonly itbis: Decimal;
}

function itbisOf({ sinITBIS, fecha }: Reading, { indicador }: Line, base: Decimal): Decimal {
  const rate = indicador === '1' ? 1 : indicador === '2' ? 2 : undefined;
  return sinITBIS || rate === undefined ? zero : round(mul(base, percent(tasaITBIS(rate, fecha))), 2);
}

/**
 * The taxes of each line of an e-CF, for the columns of its printed form. Global adjustments are not shared out among the
 * lines, except in the taxes whose formula asks for it; so the sums of the lines need not be the totals.
 * @returns as many as the document has lines, in their order
 * @source Informe Técnico e-CF §17.2.2, p. 33; Formato e-CF v1.0, campos 101-109
 */
export function lineAmounts(ecf: Draft): readonly LineAmounts[] {
  const reading = readDraft(ecf);
  const taxesOf = reading.lines.map(() => ({ especifico: zero, advalorem: zero, otros: zero }));
  for (const { familia, lines, owed } of additionalTaxes(reading)) {
    const kind = isEspecifico(familia) ? 'especifico' : isAdValorem(familia) ? 'advalorem' : 'otros';
    for (const [i, { index }] of lines.entries()) {
      const taxes = taxesOf[index]!;
      taxes[kind] = add(taxes[kind], owed[i] ?? zero);
    }
  }
  return reading.lines.map((line, index) => {
    const taxes = taxesOf[index]!;
    const especifico = round(taxes.especifico, 2);
    const advalorem = round(taxes.advalorem, 2);
    const neto = netOfLine(reading, line);
    const itbis = itbisOf(reading, line, add(neto, add(especifico, advalorem)));
    return { neto: round(neto, 2), especifico, advalorem, otros: round(taxes.otros, 2), itbis };
  });
}

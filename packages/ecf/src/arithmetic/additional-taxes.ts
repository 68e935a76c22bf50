import { add, type Decimal, isNegative, mul, parseDecimal, round, sum, zero } from '@timbre/values';
import type { ImpuestoDeTotales } from './draft.ts';
import { adValorem, type ExciseLine, especifico, isAdValorem, isEspecifico, percent } from './excise.ts';
import { especificoDe, type Familia, familiaDe, tasaImpuestoAdicional, tasaITBIS } from './rates.ts';
import { adjustmentsOnLine, amount, type Line, netOfLine, type Reading } from './reading.ts';

export type CampoImpuesto =
  | 'MontoImpuestoSelectivoConsumoEspecifico'
  | 'MontoImpuestoSelectivoConsumoAdvalorem'
  | 'OtrosImpuestosAdicionales';

/** One additional tax of a document: the amount that its lines owe, and the amount that its Totales state. */
export interface AdditionalTax {
  readonly TipoImpuesto: string;
  readonly familia: Familia;
  /** The element of ImpuestoAdicional that holds this family's amount. */
  readonly campo: CampoImpuesto;
  /** The rate that the document states, otherwise the legal rate on its day; undefined when neither is known. */
  readonly tasa: Decimal | undefined;
  /** The amount that the lines owe, to the cent; undefined when no rate is known. */
  readonly esperado: Decimal | undefined;
  /** The document's own entry, counted from 0 among ImpuestoAdicional; undefined when it has none. */
  readonly index: number | undefined;
  /** The entry's amount; undefined when absent. */
  readonly dado: Decimal | undefined;
  readonly lines: readonly Line[];
  /** The amount that each of {@link lines} owes, unrounded; undefined when no rate is known. */
  readonly owed: readonly (Decimal | undefined)[];
}

/** UnidadMedida of goods sold in bulk. @source Formato e-CF v1.0, tabla IV */
const granel = '18';

/** Whether a line is sold in bulk: then no specific excise is due. */
export const isGranel = (line: Line): boolean => line.item.UnidadMedida === granel;

const exciseLine = (line: Line): ExciseLine => ({
  cantidad: line.cantidad,
  precio: line.precio,
  cantidadReferencia: amount(line.item.CantidadReferencia),
  subcantidad: sum((line.item.TablaSubcantidad?.SubcantidadItem ?? []).map((s) => amount(s.Subcantidad))),
  grados: amount(line.item.GradosAlcohol),
  precioReferencia: amount(line.item.PrecioUnitarioReferencia),
  granel: isGranel(line),
});

const campoDe = (familia: Familia): CampoImpuesto =>
  isEspecifico(familia)
    ? 'MontoImpuestoSelectivoConsumoEspecifico'
    : isAdValorem(familia)
      ? 'MontoImpuestoSelectivoConsumoAdvalorem'
      : 'OtrosImpuestosAdicionales';

/**
 * Tax 001-005 that one line owes, unrounded: its net amount with its share of the global adjustments, times the rate.
 * Surcharges raise the base of 001, 002 and 004 alone, discounts lower that of 001-004. The base of 005 is the amount
 * of the line itself.
 * @source Formato e-CF v1.0, campo 109, p. 24-25; Informe Técnico §15, p. 26-29
 */
function otherTax(reading: Reading, line: Line, TipoImpuesto: string, tasa: Decimal): Decimal {
  if (TipoImpuesto === '005') return mul(line.monto, percent(tasa));
  const adjusted = adjustmentsOnLine(reading, line, (monto) => isNegative(monto) || TipoImpuesto !== '003');
  return mul(add(netOfLine(reading, line), adjusted), percent(tasa));
}

type Tasas = (TipoImpuesto: string) => Decimal | undefined;

/** Additional tax that one line owes, unrounded; undefined when a rate that it needs is not known. */
function taxOfLine(reading: Reading, line: Line, TipoImpuesto: string, tasas: Tasas): Decimal | undefined {
  const familia = familiaDe(TipoImpuesto);
  const tasa = tasas(TipoImpuesto);
  if (familia === undefined || tasa === undefined) return undefined;
  if (familia === 'otros') return otherTax(reading, line, TipoImpuesto, tasa);
  const excise = exciseLine(line);
  if (isEspecifico(familia)) return especifico(familia, excise, tasa);
  const specificRate = tasas(especificoDe(TipoImpuesto) ?? '');
  const bulk = familia === 'alcohol-ad-valorem' && excise.granel;
  if (specificRate === undefined && !bulk) return undefined;
  const specific =
    familia === 'cigarrillos-ad-valorem' || specificRate === undefined
      ? (specificRate ?? zero)
      : especifico('alcohol', excise, specificRate);
  return adValorem(familia, excise, tasa, tasaITBIS(1, reading.fecha), specific);
}

/** Every additional tax that the lines name or Totales contain, in the order of their codes. */
export function additionalTaxes(reading: Reading): readonly AdditionalTax[] {
  const entries: readonly ImpuestoDeTotales[] =
    reading.ecf.Encabezado?.Totales?.ImpuestosAdicionales?.ImpuestoAdicional ?? [];
  const codes = new Set<string>();
  for (const { TipoImpuesto } of entries) if (TipoImpuesto !== undefined) codes.add(TipoImpuesto);
  for (const line of reading.lines) for (const code of line.impuestos) codes.add(code);
  if (codes.size === 0) return [];

  const statedRate: Tasas = (code) => {
    const text = entries.find((e) => e.TipoImpuesto === code)?.TasaImpuestoAdicional;
    return text === undefined ? undefined : parseDecimal(text);
  };
  const tasas: Tasas = (code) => statedRate(code) ?? tasaImpuestoAdicional(code, reading.fecha, reading.tasas);

  return [...codes].sort().flatMap((TipoImpuesto) => {
    const familia = familiaDe(TipoImpuesto);
    if (familia === undefined) return [];
    const campo = campoDe(familia);
    const lines = reading.lines.filter((line) => line.impuestos.includes(TipoImpuesto));
    const owed = lines.map((line) => taxOfLine(reading, line, TipoImpuesto, tasas));
    const index = entries.findIndex((e) => e.TipoImpuesto === TipoImpuesto);
    const stated = entries[index]?.[campo];
    return {
      TipoImpuesto,
      familia,
      campo,
      tasa: tasas(TipoImpuesto),
      esperado: owed.includes(undefined) ? undefined : round(sum(owed.map((o) => o ?? zero)), 2),
      index: index < 0 ? undefined : index,
      dado: stated === undefined ? undefined : parseDecimal(stated),
      lines,
      owed,
    };
  });
}

/** Amount of an additional tax: the document's, otherwise the amount that its lines owe. */
export const amountOfTax = ({ dado, esperado }: AdditionalTax): Decimal => dado ?? esperado ?? zero;

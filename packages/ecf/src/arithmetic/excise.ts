import { add, type Decimal, decimal, divide, mul, sub } from '@timbre/values';
import type { Familia } from './rates.ts';

/** Inputs of the formulas of additional taxes from one line. Absent numbers are zero. */
export interface ExciseLine {
  readonly cantidad: Decimal;
  readonly cantidadReferencia: Decimal;
  /** Sum of the line's TablaSubcantidad. */
  readonly subcantidad: Decimal;
  /** GradosAlcohol, in percent. */
  readonly grados: Decimal;
  readonly precio: Decimal;
  readonly precioReferencia: Decimal;
  /** UnidadMedida 18: sold in bulk. */
  readonly granel: boolean;
}

/** Decimals of intermediate results; only final results are rounded to cents. */
const places = 12;
export const hundred = decimal('100');
const one = decimal('1');
/** A bulk sale's list price is increased by 30 %. */
const granelFactor = decimal('1.30');

/** p % as an exact fraction: 18 → 0.18. */
export const percent = (p: Decimal): Decimal => ({ units: p.units, scale: p.scale + 2 });

/** a ÷ (1 + p %), not rounded to cents: a price without the tax of p percent that it includes. */
export const without = (a: Decimal, p: Decimal): Decimal => divide(a, add(one, percent(p)), places);

/**
 * Specific excise of one line, unrounded. None is due on alcohol in bulk.
 * @param tasa RD$ per litre of pure alcohol, or per packet
 * @source Formato e-CF v1.0, campo 107, p. 22-23; Informe Técnico §14, p. 22 and 24
 */
export function especifico(familia: 'alcohol' | 'cigarrillos', line: ExciseLine, tasa: Decimal): Decimal {
  const packets = mul(mul(line.cantidad, line.cantidadReferencia), tasa);
  if (familia === 'cigarrillos') return packets;
  return line.granel ? decimal('0') : mul(mul(packets, percent(line.grados)), line.subcantidad);
}

/**
 * Ad valorem excise of one line, unrounded.
 * @param tasa percent
 * @param tasaITBIS1 percent, taken out of the retail price
 * @param specific for alcohol the line's specific excise; for cigarettes its rate per packet
 * @source Formato e-CF v1.0, campo 108, p. 23-24; Informe Técnico §14, p. 22-25
 */
export function adValorem(
  familia: 'alcohol-ad-valorem' | 'cigarrillos-ad-valorem',
  line: ExciseLine,
  tasa: Decimal,
  tasaITBIS1: Decimal,
  specific: Decimal,
): Decimal {
  if (familia === 'alcohol-ad-valorem' && line.granel)
    return mul(mul(mul(line.precio, granelFactor), percent(tasa)), line.cantidad);
  const units = mul(line.cantidad, line.cantidadReferencia);
  const retail = without(mul(line.precioReferencia, units), tasaITBIS1);
  const taxed = sub(retail, familia === 'alcohol-ad-valorem' ? specific : mul(specific, units));
  return mul(without(taxed, tasa), percent(tasa));
}

export const isEspecifico = (familia: Familia | undefined): familia is 'alcohol' | 'cigarrillos' =>
  familia === 'alcohol' || familia === 'cigarrillos';

export const isAdValorem = (familia: Familia | undefined): familia is 'alcohol-ad-valorem' | 'cigarrillos-ad-valorem' =>
  familia === 'alcohol-ad-valorem' || familia === 'cigarrillos-ad-valorem';

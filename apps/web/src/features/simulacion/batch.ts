import { featureConstants } from '@timbre/contract/tables';
import type { ClaseDeLote } from './api.ts';
import { wholeNumber } from './form.ts';

const { loteEstandar, maximoPorGeneracion } = featureConstants.simulacion;

/** Quantity of each class, as typed. */
export type Quantities = Readonly<Record<ClaseDeLote, string>>;

/** Quantity of each class in the standard batch. */
export const standardQuantities = Object.fromEntries(
  loteEstandar.map(({ clase, cantidad }) => [clase, String(cantidad)]),
) as Quantities;

const wrongBatchQuantity = `La cantidad debe ser un número entre 0 y ${maximoPorGeneracion}`;

/** The error of the quantity of a class; undefined for none. @source specification 001 §5 */
export function quantityFault(typed: string): string | undefined {
  const quantity = wholeNumber(typed);
  return quantity === undefined || quantity > maximoPorGeneracion ? wrongBatchQuantity : undefined;
}

/** Number of receipts of the batch. An invalid quantity counts as none. */
export const totalOf = (quantities: Quantities): number =>
  Object.values(quantities).reduce(
    (sum, typed) => sum + (quantityFault(typed) === undefined ? wholeNumber(typed)! : 0),
    0,
  );

/** The quantities of a batch without faults. */
export const numbersOf = (quantities: Quantities): Record<ClaseDeLote, number> =>
  Object.fromEntries(Object.entries(quantities).map(([clase, typed]) => [clase, wholeNumber(typed)])) as Record<
    ClaseDeLote,
    number
  >;

/** Why the batch cannot run; undefined if it can. */
export function batchFault(quantities: Quantities): string | undefined {
  if (Object.values(quantities).some((typed) => quantityFault(typed) !== undefined)) return wrongBatchQuantity;
  return totalOf(quantities) === 0 ? 'Indique al menos un comprobante' : undefined;
}

import { compare, decimal } from '@timbre/values';
import { amountsOf } from './amounts.ts';
import type { Declarant, Receipt } from './input.ts';

/** Total in RD$ up to which the specification treats an expense as a local expense. */
const smallExpense = decimal('1000');

/** Placeholder for a missing tax number. @source specification 002 §5, «NCF and RNC» */
export const sinRNC = 'Sin RNC';

/** Tax number of a purchase as the specification fills it; `Sin RNC` if it has none. */
export type ClasicoId = string | typeof sinRNC;

/**
 * Field 1 of the 606 as the product's specification fills it: the declarant's own number for B13, E41, E43 and for totals up
 * to RD$1,000; `Sin RNC` if the supplier is the declarant or has no number. The official rule is in `derivePurchase`.
 * @source specification of the product, §5, «NCF and RNC»
 */
export function clasicoId(receipt: Receipt, { rnc }: Declarant): ClasicoId {
  if (/^(B13|E41|E43)/.test(receipt.ncf) || compare(amountsOf(receipt).total, smallExpense) <= 0) return rnc;
  const { id } = receipt.emisor;
  return id === undefined || id === rnc ? sinRNC : id;
}

import { esCompraPropia, periodoOf } from '@timbre/values';
import { isAccepted, isNotaCredito, tipoOfNCF } from '../layout/ncf.ts';
import type { QuickBooksDocument, QuickBooksEntity } from './document.ts';
import type { Side } from './roles.ts';

/** Where the documents of an entity go. */
export interface Inclusion {
  readonly side: Side;
  /** As the specification names the kind of document. */
  readonly txnType: string;
  /** Whether a document without a number is passed over; else it is told as one that lacks it. */
  readonly needsNCF: boolean;
  readonly isCredit: boolean;
}

/** Which documents go where. @source specification 002 §5, «Inclusion rules» */
export const inclusion: Readonly<Record<QuickBooksEntity, Inclusion>> = {
  Bill: { side: 'compra', txnType: 'Factura de Proveedor', needsNCF: false, isCredit: false },
  Purchase: { side: 'compra', txnType: 'Gasto', needsNCF: true, isCredit: false },
  VendorCredit: { side: 'compra', txnType: 'Nota de Crédito de Proveedor', needsNCF: false, isCredit: true },
  Invoice: { side: 'venta', txnType: 'Factura de Venta', needsNCF: true, isCredit: false },
  SalesReceipt: { side: 'venta', txnType: 'Recibo de Venta', needsNCF: true, isCredit: false },
  CreditMemo: { side: 'venta', txnType: 'Nota de Crédito', needsNCF: true, isCredit: true },
};

/**
 * Whether a number may stand on a document: a credit has the number of a credit note and nothing else has one, a sale no number
 * of purchases, a purchase a number that the 606 accepts. The DGII takes the sign of an amount from the type of its number.
 * @source herramienta 606 v2025; Instructivo 607 (diciembre 2025)
 */
export function admits({ entity, fecha, isRefund }: QuickBooksDocument, ncf: string): boolean {
  const { side, isCredit } = inclusion[entity];
  if ((isCredit || isRefund) !== isNotaCredito(ncf)) return false;
  if (side === 'venta') return !esCompraPropia(ncf);
  return isAccepted('606', tipoOfNCF(ncf)!, periodoOf(fecha));
}

import { esCompraPropia, periodoOf } from '@timbre/values';
import { isAccepted, isNotaCredito, tipoOfNCF } from '../layout/ncf.ts';
import type { QuickBooksDocument, QuickBooksEntity } from './document.ts';
import type { Side } from './roles.ts';

/** How the documents of an entity are reported. */
interface Inclusion {
  readonly side: Side;
  /** Name of the kind of document in the specification. */
  readonly txnType: string;
  /** True if a document without a number is skipped; otherwise it is reported as lacking one. */
  readonly needsNCF: boolean;
  readonly isCredit: boolean;
}

/** How each entity is reported. @source specification 002 §5, «Inclusion rules» */
export const inclusion: Readonly<Record<QuickBooksEntity, Inclusion>> = {
  Bill: { side: 'compra', txnType: 'Factura de Proveedor', needsNCF: false, isCredit: false },
  Purchase: { side: 'compra', txnType: 'Gasto', needsNCF: true, isCredit: false },
  VendorCredit: { side: 'compra', txnType: 'Nota de Crédito de Proveedor', needsNCF: false, isCredit: true },
  Invoice: { side: 'venta', txnType: 'Factura de Venta', needsNCF: true, isCredit: false },
  SalesReceipt: { side: 'venta', txnType: 'Recibo de Venta', needsNCF: true, isCredit: false },
  CreditMemo: { side: 'venta', txnType: 'Nota de Crédito', needsNCF: true, isCredit: true },
};

/**
 * True if a document may have a number. A credit must have the number of a credit note, and no other document may have
 * one. A sale may not have a number of own purchases. A purchase must have a number that the 606 accepts. The DGII
 * takes the sign of an amount from the type of its number.
 * @source herramienta 606 v2025; Instructivo 607 (diciembre 2025)
 */
export function admits({ entity, fecha, isRefund }: QuickBooksDocument, ncf: string): boolean {
  const { side, isCredit } = inclusion[entity];
  if ((isCredit || isRefund) !== isNotaCredito(ncf)) return false;
  if (side === 'venta') return !esCompraPropia(ncf);
  return isAccepted('606', tipoOfNCF(ncf)!, periodoOf(fecha));
}

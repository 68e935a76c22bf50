import { type DocumentEntity, documentEntities } from '@timbre/quickbooks';
import type { AccountMapping } from '@timbre/reports';

/** A document as QuickBooks returns it. */
export interface BookDocument {
  readonly entity: DocumentEntity;
  readonly json: object & { readonly Id: string };
}

/** A mapping of the accounts of {@link inventedDocument} that is valid for a run. */
export const fullMapping: AccountMapping = {
  mapping606: { monto_facturado_bienes: ['9061'] },
  mapping607: { monto_facturado_ventas: ['9040'] },
  mapeoTipos606: { 9061: '09' },
  mapeoTipos607: { 9040: 1 },
};

const isCredit = (entity: DocumentEntity): boolean => entity === 'VendorCredit' || entity === 'CreditMemo';
const isPurchase = (entity: DocumentEntity): boolean => ['Bill', 'Purchase', 'VendorCredit'].includes(entity);

/** A document of RD$1,180 with its ITBIS. @param n its id, and the number of its receipt */
export function inventedDocument(entity: DocumentEntity, n: number, TxnDate: string, own: object = {}): BookDocument {
  const party = { value: '9001', name: 'Suplidora Inventada SRL RNC 132111117' };
  const detail = isPurchase(entity)
    ? {
        DetailType: 'AccountBasedExpenseLineDetail',
        AccountBasedExpenseLineDetail: { AccountRef: { value: '9061', name: 'Mercancía' } },
      }
    : { DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemAccountRef: { value: '9040', name: 'Ventas' } } };
  const json = {
    Id: String(n),
    TxnDate,
    DocNumber: `${isCredit(entity) ? 'B04' : 'B01'}${String(n).padStart(8, '0')}`,
    ...(isCredit(entity) && { PrivateNote: 'MODIFICADO: B0199999999' }),
    ...(!isPurchase(entity)
      ? { CustomerRef: party }
      : entity === 'Purchase'
        ? { EntityRef: { ...party, type: 'Vendor' }, PaymentType: 'Cash' }
        : { VendorRef: party }),
    Line: [{ Amount: 1000, ...detail }],
    TxnTaxDetail: { TotalTax: 180 },
    TotalAmt: 1180,
    ...own,
  };
  return { entity, json };
}

/**
 * Invented documents of a month, one kind after another: every hundredth cannot be reported, as many between them are no receipts.
 */
export const inventedDocuments = (count: number, month = '2026-08'): BookDocument[] =>
  Array.from({ length: count }, (_, at) => {
    const entity = documentEntities[at % 6]!;
    const day = `${month}-${String((at % 28) + 1).padStart(2, '0')}`;
    const wrong = at % 100 === 99 ? { TotalAmt: 0, Line: [], TxnTaxDetail: {} } : at % 100 === 49 ? withoutNumber : {};
    return inventedDocument(entity, at + 1, day, wrong);
  });

const withoutNumber = { DocNumber: 'S/N', PrivateNote: '' };

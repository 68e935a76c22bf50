import { type AccountMapping, emptyDirectory, indexMapping } from '@timbre/reports';
import type { ChangedDocument } from '../compare.ts';
import type { QuickBooksRow } from '../documents-repo.ts';
import { type FedDocument, parseFed, type ReadDocument, readFed } from '../read.ts';

/** RNC of the company whose documents these are. */
export const declarant = '101000015';
/** RNC of the supplier of {@link bill}. */
export const supplier = '132111117';
/** When the documents arrive. */
export const now = new Date('2026-09-10T12:00:00Z');

const mapeo: AccountMapping = {
  mapping606: { monto_facturado_bienes: ['1'] },
  mapping607: {},
  mapeoTipos606: { 1: '09' },
  mapeoTipos607: {},
};
const context = {
  declarant: { rnc: declarant },
  mapping: indexMapping(mapeo),
  directory: emptyDirectory(),
  numberOf: () => undefined,
};

/** A supplier's bill of August 2026, as QuickBooks has it. */
export const bill = (json: Record<string, unknown> = {}): FedDocument => ({
  entity: 'Bill',
  json: {
    Id: '7',
    TxnDate: '2026-08-14',
    DocNumber: 'E310000000001',
    VendorRef: { value: '56', name: `RNC ${supplier}` },
    Line: [
      {
        Amount: 1000,
        DetailType: 'AccountBasedExpenseLineDetail',
        AccountBasedExpenseLineDetail: { AccountRef: { value: '1' } },
      },
    ],
    TxnTaxDetail: { TotalTax: 180 },
    TotalAmt: 1180,
    ...json,
  },
});

/** The same after it was deleted in QuickBooks. */
export const deleted: FedDocument = { entity: 'Bill', json: { Id: '7', status: 'Deleted' } };

/** A document, read. */
export const read = (fed: FedDocument): ReadDocument => readFed(parseFed(fed), context, now);

/** A document that arrives after it was stored as `before`. */
export const changed = (fed: FedDocument, before?: QuickBooksRow): ChangedDocument => ({ ...read(fed), before });

import { type Decimal, formatDecimal } from '@timbre/values';
import * as reports from '../src/index.ts';

// A bill in QuickBooks, and the receipt or the failure that becomes of it.

/** RNC of the company whose books are read. */
export const own = '132000005';
/** RNC in the name of the vendor. */
export const supplier = '132111117';
/** The company of the reports. */
export const declarant = { rnc: own };

/** A part of a document, as QuickBooks sends it. */
export type Json = Record<string, unknown>;

/** A line of expense: name of its account, amount, code of its tax. */
export const line = (account: string, amount: number, taxCode?: string): Json => ({
  Amount: amount,
  DetailType: 'AccountBasedExpenseLineDetail',
  AccountBasedExpenseLineDetail: { AccountRef: { value: account, name: account }, TaxCodeRef: { value: taxCode } },
});
/** A line of tax: name of the rate, amount, rate in percent, base. */
export const tax = (name: string, amount: number, percent?: number, taxable?: number): Json => ({
  Amount: amount,
  TaxLineDetail: { TaxRateRef: { value: name, name }, TaxPercent: percent, NetAmountTaxable: taxable },
});
/** A bill of 1,000 and its ITBIS, with number and RNC. */
export const bill: Json = {
  Id: '7',
  TxnDate: '2026-08-14',
  DocNumber: 'B0100000001',
  VendorRef: { value: '56', name: `Suplidora Inventada RNC ${supplier}` },
  Line: [line('Compras', 1000)],
  TxnTaxDetail: { TotalTax: 180, TaxLine: [tax('ITBIS 18%', 180, 18, 1000)] },
  TotalAmt: 1180,
};

const nothing = { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} };
/** The context of the conversion of a document: an empty directory and mapping, except for the given parts. */
export const contextOf = (
  more: Partial<reports.QuickBooksContext> = {},
  mapeo: Partial<reports.AccountMapping> = {},
) => ({
  declarant,
  directory: reports.emptyDirectory(),
  mapping: reports.indexMapping({ ...nothing, ...mapeo }),
  ...more,
});
/** The receipt of a document, why it is omitted, or its failure. */
export function outcomeOf(entity: reports.QuickBooksEntity, json: unknown, context = contextOf()) {
  const read = reports.readQuickBooks(entity, json);
  return 'failure' in read ? read : reports.receiptFromQuickBooks(read, context);
}
/** The receipt of a bill with other fields. @throws if there is none */
export function receiptOf(json: Json = {}, entity: reports.QuickBooksEntity = 'Bill', context = contextOf()) {
  const outcome = outcomeOf(entity, { ...bill, ...json }, context);
  if (!('receipt' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome;
}
/** The failure of a document, if it has one. */
export const failureOf = (json: unknown, entity: reports.QuickBooksEntity = 'Bill') => {
  const outcome = outcomeOf(entity, json);
  return 'failure' in outcome ? outcome.failure : undefined;
};
/** The row of the 606 of a bill with other fields. */
export const rowOf = (json: Json = {}, entity: reports.QuickBooksEntity = 'Bill', context = contextOf()) =>
  reports.derivePurchase(receiptOf(json, entity, context).receipt, declarant)[0]!;
/** Amounts as text, to the cent. */
export const texts = (...amounts: (Decimal | undefined)[]) => amounts.map((each) => each && formatDecimal(each, 2));

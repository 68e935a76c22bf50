import type { Decimal, Fecha } from '@timbre/values';

/** The documents of QuickBooks that the reports read. @source specification 002 §7, "Accounting software" */
export const quickbooksEntities = [
  'Bill',
  'Purchase',
  'VendorCredit',
  'Invoice',
  'SalesReceipt',
  'CreditMemo',
] as const;

/** Kind of a document, as QuickBooks names it. */
export type QuickBooksEntity = (typeof quickbooksEntities)[number];

/** A reference of a document to a record: its id, and its name in the document, '' if there is none. */
export interface Reference {
  readonly id: string;
  readonly name: string;
}

/** The party that sold or bought. */
export interface PartyReference extends Reference {
  readonly kind: 'Vendor' | 'Customer' | 'Employee';
}

/** A line that has an amount, in the currency of the document. */
export interface DocumentLine {
  /** With its sign: negative for withholdings and discounts. */
  readonly amount: Decimal;
  readonly description: string;
  readonly account?: Reference | undefined;
  readonly item?: Reference | undefined;
  /** The code of its tax: `NON`, `TAX`, or an id. */
  readonly taxCode?: Reference | undefined;
}

/** A tax line. */
export interface DocumentTax {
  readonly amount: Decimal;
  readonly rate?: Reference | undefined;
  /** Percent, and the amount that it is applied to. */
  readonly percent?: Decimal | undefined;
  readonly taxable?: Decimal | undefined;
}

/** A document read from QuickBooks. Amounts are in its currency, as written in the document. */
export interface QuickBooksDocument {
  readonly entity: QuickBooksEntity;
  readonly id: string;
  readonly docNumber: string;
  /** Its note, and after it the message for the customer. */
  readonly note: string;
  /** Its NCF, and the NCF that it modifies, of its custom fields; '' where they have none. */
  readonly custom?: { readonly ncf: string; readonly modified: string } | undefined;
  readonly fecha: Fecha;
  readonly party?: PartyReference | undefined;
  /** Lines 1 to 5 of its address; '' where there is none. */
  readonly address: readonly string[];
  readonly total: Decimal;
  /** '' for the currency of the books: QuickBooks states it only for a company with several currencies. */
  readonly currency: string;
  /** For one unit of its currency, in the currency of the books. */
  readonly rate?: Decimal | undefined;
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTax[];
  readonly totalTax?: Decimal | undefined;
  readonly linked: readonly { readonly type: string; readonly id: string }[];
  /** `Cash`, `Check`, `CreditCard`… of a purchase; the name of the method of a sale. */
  readonly payment: string;
  /** Account that the payment came from, or went to. */
  readonly paidFrom?: Reference | undefined;
  /** A card refund. */
  readonly isRefund: boolean;
  /** Instants of its creation and of its last change, as QuickBooks writes them. */
  readonly created: string;
  readonly updated: string;
}

/** The currency of the reports, and of books that do not state another one. */
export const pesos = 'DOP';

import { formatISODate, neg, normalNCF, parseISODate, zero } from '@timbre/values';
import {
  type DocumentLine,
  type DocumentTax,
  type PartyReference,
  type QuickBooksDocument,
  type QuickBooksEntity,
  quickbooksEntities,
  type Reference,
} from './document.ts';
import { attempt, giveUp, type QuickBooksFailure } from './failure.ts';
import { findNCF } from './find-ncf.ts';
import { amountAt, at, listAt, propertyOf, textAt } from './json.ts';

/** Maximum lines of a document; QuickBooks has 750. */
const mostLines = 2_000;
/** Maximum depth of nested groups of lines. */
const mostDepth = 3;

/** Types of lines without information of their own, which are skipped. */
const silent: ReadonlySet<string> = new Set(['SubTotalLineDetail', 'DescriptionOnly', 'TaxLineDetail']);

/** Whether a name is that of an entity that the reports read. */
export const isQuickBooksEntity = (name: string): name is QuickBooksEntity =>
  (quickbooksEntities as readonly string[]).includes(name);

/**
 * Reads a document as QuickBooks sends it.
 * @param json the parsed object of the document, untrusted
 * @returns the document, or the reason why it cannot be read
 */
export const readQuickBooks = (
  entity: QuickBooksEntity,
  json: unknown,
): QuickBooksDocument | { readonly failure: QuickBooksFailure } => attempt(() => documentOf(entity, json));

/** The id of a document, also of one that cannot be read; '' if it has none. */
export const idOfQuickBooks = (json: unknown): string => textAt(json, 'Id').slice(0, 40);

/** The day of a document, yyyy-MM-dd, also of one that cannot be read; undefined if it has none. */
export function dayOfQuickBooks(json: unknown): string | undefined {
  const fecha = parseISODate(textAt(json, 'TxnDate').slice(0, 10));
  return fecha && formatISODate(fecha);
}

/** True for the record of a deleted document, as QuickBooks sends it among the changes. */
export const isDeletedQuickBooks = (json: unknown): boolean => textAt(json, 'status') === 'Deleted';

function documentOf(entity: QuickBooksEntity, json: unknown): QuickBooksDocument {
  const id = idOfQuickBooks(json) || giveUp('QB-FORMA', 'le falta Id');
  const day = textAt(json, 'TxnDate');
  const detail = propertyOf(json, 'TxnTaxDetail');
  return {
    entity,
    id,
    docNumber: textAt(json, 'DocNumber'),
    note: [textAt(json, 'PrivateNote'), textAt(json, 'CustomerMemo', 'value')].filter((text) => text !== '').join('\n'),
    custom: numbersOf(listAt(json, 'CustomField')),
    fecha: parseISODate(day.slice(0, 10)) ?? giveUp('QB-FORMA', `«${day}» no es una fecha, en TxnDate`),
    party: partyOf(json),
    address: addressOf(propertyOf(json, entity === 'Bill' || entity === 'VendorCredit' ? 'VendorAddr' : 'BillAddr')),
    total: amountAt(json, 'TotalAmt') ?? giveUp('QB-FORMA', 'le falta TotalAmt'),
    currency: textAt(json, 'CurrencyRef', 'value').toUpperCase(),
    rate: amountAt(json, 'ExchangeRate'),
    lines: linesOf(listAt(json, 'Line')),
    taxes: bounded(listAt(detail, 'TaxLine')).map(taxOf),
    totalTax: amountAt(detail, 'TotalTax'),
    linked: bounded(listAt(json, 'LinkedTxn')).map((link) => ({
      type: textAt(link, 'TxnType'),
      id: textAt(link, 'TxnId'),
    })),
    payment: textAt(json, 'PaymentType') || textAt(json, 'PaymentMethodRef', 'name'),
    paidFrom: referenceAt(json, 'DepositToAccountRef') ?? referenceAt(json, 'AccountRef'),
    isRefund: at(json, 'Credit') === true,
    created: textAt(json, 'MetaData', 'CreateTime'),
    updated: textAt(json, 'MetaData', 'LastUpdatedTime'),
  };
}

/** Names of the custom fields in which people keep the numbers of receipts; «NCF anterior» is that of another one. */
const ofModified = /MODIFICA|AFECTA/;
const ofOwn = /NCF|COMPROBANTE/;
const ofOther = /ANTERIOR|REEMPLAZ|RELACIONAD|ORIGEN/;
/** Whether a text has a number of a receipt: «Vencimiento del NCF» has a day. */
const hasNumber = (text: string): boolean => findNCF({ docNumber: text, note: '' }) !== undefined;

/** The numbers in the custom fields of a document. @source Intuit, CustomField: Name, StringValue */
function numbersOf(fields: readonly unknown[]): { readonly ncf: string; readonly modified: string } {
  const named = bounded(fields).map(
    (field) => [normalNCF(textAt(field, 'Name')), textAt(field, 'StringValue')] as const,
  );
  const firstOf = (is: (name: string) => boolean) =>
    named.find(([name, value]) => is(name) && hasNumber(value))?.[1] ?? '';
  return {
    ncf: firstOf((name) => ofOwn.test(name) && !ofModified.test(name) && !ofOther.test(name)),
    modified: firstOf((name) => ofModified.test(name)),
  };
}

const bounded = <Item>(list: readonly Item[]): readonly Item[] =>
  list.length > mostLines ? giveUp('QB-LIMITE', `tiene más de ${mostLines} líneas`) : list;

function referenceAt(value: unknown, ...path: readonly string[]): Reference | undefined {
  const [id, name] = [textAt(value, ...path, 'value'), textAt(value, ...path, 'name')];
  return id === '' && name === '' ? undefined : { id, name };
}

function partyOf(json: unknown): PartyReference | undefined {
  const vendor = referenceAt(json, 'VendorRef');
  if (vendor !== undefined) return { kind: 'Vendor', ...vendor };
  const customer = referenceAt(json, 'CustomerRef');
  if (customer !== undefined) return { kind: 'Customer', ...customer };
  const entity = referenceAt(json, 'EntityRef');
  const type = textAt(json, 'EntityRef', 'type');
  return entity && { kind: type === 'Customer' || type === 'Employee' ? type : 'Vendor', ...entity };
}

/** Lines 1 to 5 of an address. */
export const addressOf = (address: unknown): string[] => [1, 2, 3, 4, 5].map((n) => textAt(address, `Line${n}`));

function linesOf(list: readonly unknown[]): DocumentLine[] {
  const lines: DocumentLine[] = [];
  const gather = (items: readonly unknown[], depth: number) => {
    if (depth > mostDepth) giveUp('QB-LIMITE', `tiene grupos de líneas de más de ${mostDepth} niveles`);
    for (const item of bounded(items)) {
      const type = textAt(item, 'DetailType');
      const amount = amountAt(item, 'Amount');
      if (type === 'GroupLineDetail') gather(listAt(item, type, 'Line'), depth + 1);
      else if (amount !== undefined && !silent.has(type)) lines.push(lineOf(item, type, amount));
      if (lines.length > mostLines) giveUp('QB-LIMITE', `tiene más de ${mostLines} líneas`);
    }
  };
  gather(list, 1);
  return lines;
}

function lineOf(item: unknown, type: string, amount: DocumentLine['amount']): DocumentLine {
  const description = textAt(item, 'Description');
  if (type === 'DiscountLineDetail')
    return { amount: neg(amount), description, account: referenceAt(item, type, 'DiscountAccountRef') };
  return {
    amount,
    description,
    account:
      referenceAt(item, type, 'AccountRef') ??
      referenceAt(item, type, 'ItemAccountRef') ??
      referenceAt(item, 'AccountBasedExpenseLineDetail', 'AccountRef'),
    item: referenceAt(item, type, 'ItemRef'),
    taxCode: referenceAt(item, type, 'TaxCodeRef'),
  };
}

const taxOf = (line: unknown): DocumentTax => ({
  amount: amountAt(line, 'Amount') ?? zero,
  rate: referenceAt(line, 'TaxLineDetail', 'TaxRateRef'),
  percent: amountAt(line, 'TaxLineDetail', 'TaxPercent'),
  taxable: amountAt(line, 'TaxLineDetail', 'NetAmountTaxable'),
});

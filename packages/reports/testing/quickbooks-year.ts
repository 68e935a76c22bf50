import type { Declarant } from '../src/derive/input.ts';
import type { AccountMapping } from '../src/mapping/mapping.ts';
import { type Chance, chanceOf, inventedRNC, ncfOf } from './chance.ts';
import {
  expenses,
  type InventedParty,
  incomes,
  inventedMapping,
  inventedParties,
  nameOfAccount,
  type QuickBooksRecord,
  recordsOf,
  taxRates,
} from './quickbooks-books.ts';

export type { QuickBooksRecord } from './quickbooks-books.ts';

/** A year of an invented company in QuickBooks. */
export interface QuickBooksYear {
  readonly declarant: Declarant;
  readonly mapeo: AccountMapping;
  /** Accounts, tax rates, vendors and customers. */
  readonly records: readonly QuickBooksRecord[];
  /** Bills, expenses, credits, invoices, receipts and memos, in their order of arrival. */
  readonly documents: readonly QuickBooksRecord[];
}

type Json = Readonly<Record<string, unknown>>;

/** Whole cents as the number that JSON has. */
const money = (cents: number): number => cents / 100;
const round = (cents: number): number => Math.round(cents);

/**
 * A year with the difficult cases of books: foreign currency, `MODIFICADO:`, linked credits, local expenses, small
 * expenses, the own RNC, withholdings, tips, excise, receipts that appear twice, and three of a hundred documents with
 * a fault.
 * @param seed the same seed gives the same year; @param monthly documents of each side and month
 */
export function quickbooksYear(seed: number, monthly = 40, year = 2026): QuickBooksYear {
  const chance = chanceOf(seed);
  const declarant = { rnc: inventedRNC(9_100_000 + (seed % 1000)) };
  const vendors = inventedParties(chance, 'Vendor', declarant.rnc);
  const customers = inventedParties(chance, 'Customer', declarant.rnc);
  const documents: QuickBooksRecord[] = [];
  for (let month = 1; month <= 12; month++)
    for (let i = 0; i < 2 * monthly; i++) {
      const n = month * 10_000 + i + 1;
      const day = `${year}-${String(month).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`;
      const plain =
        i % 2 === 0 ? purchaseOf(chance, vendors, documents, n, day) : saleOf(chance, customers, documents, n, day);
      const document = chance.percent(3) ? dirtied(chance, plain) : plain;
      documents.push(document);
      if (chance.percent(3)) documents.push({ ...document, json: { ...document.json, Id: String(n + 500_000) } });
    }
  return { declarant, mapeo: inventedMapping, records: recordsOf(vendors, customers), documents };
}

/** Common properties: id, day, number in the document or in its note, currency. */
function headOf(chance: Chance, n: number, day: string, ncf: string | undefined): Json {
  const inNote = ncf !== undefined && chance.percent(25);
  const spelled = ncf !== undefined && chance.percent(20) ? `${ncf.slice(0, 3)}-${ncf.slice(3)}` : ncf;
  return {
    Id: String(n),
    TxnDate: day,
    ...(inNote
      ? { DocNumber: `F-${n}`, PrivateNote: `Orden ${n * 7} ncf ${spelled}, entregado` }
      : spelled === undefined
        ? { DocNumber: `F-${n}` }
        : numbered(n, spelled)),
    ...(chance.percent(12)
      ? { CurrencyRef: { value: 'USD' }, ExchangeRate: chance.whole(580_000, 640_000) / 10_000 }
      : { CurrencyRef: { value: 'DOP' } }),
    MetaData: { CreateTime: `${day}T09:00:00-04:00`, LastUpdatedTime: `${day}T10:00:00-04:00` },
  };
}

/** Where the document of a year may have its number. */
export const numberPlaces = (json: Json) => ({
  docNumber: String(json.DocNumber ?? ''),
  note: String(json.PrivateNote ?? ''),
  custom: { ncf: String((json.CustomField as Json[] | undefined)?.[0]?.StringValue ?? ''), modified: '' },
});

/** A number in the field of the number, in a custom field, or after the word NCF. */
function numbered(n: number, ncf: string): Json {
  if (n % 9 === 0) return { DocNumber: `F-${n}`, CustomField: [{ DefinitionId: '1', Name: 'NCF', StringValue: ncf }] };
  return { DocNumber: n % 9 === 1 ? `NCF ${ncf}` : ncf };
}

const accountRef = (chance: Chance, id: string) => ({
  value: id,
  ...(chance.percent(60) && { name: nameOfAccount(id) }),
});

const expenseLine = (chance: Chance, account: string, cents: number, taxCode?: string): Json => ({
  Amount: money(cents),
  DetailType: 'AccountBasedExpenseLineDetail',
  AccountBasedExpenseLineDetail: {
    AccountRef: accountRef(chance, account),
    ...(taxCode !== undefined && { TaxCodeRef: { value: taxCode } }),
  },
});

const taxLine = (rate: readonly [string, string], cents: number, percent: number, taxable: number): Json => ({
  Amount: money(cents),
  DetailType: 'TaxLineDetail',
  TaxLineDetail: { TaxRateRef: { value: rate[0] }, TaxPercent: percent, NetAmountTaxable: money(taxable) },
});

/** Taxes of a base as tax lines, with a total that may be some cents off. */
function taxesOf(chance: Chance, base: number, mayWithhold = true): { detail: Json; cents: number } {
  const reduced = chance.percent(20) ? round(base / 3) : 0;
  const lines = [
    { rate: taxRates.itbis18, cents: round((base - reduced) * 0.18), percent: 18, on: base - reduced },
    ...(reduced > 0 ? [{ rate: taxRates.itbis16, cents: round(reduced * 0.16), percent: 16, on: reduced }] : []),
    ...(chance.percent(15) ? [{ rate: taxRates.propina, cents: Math.floor(base * 0.1), percent: 10, on: base }] : []),
    ...(chance.percent(10) ? [{ rate: taxRates.isc, cents: round(base * 0.02), percent: 2, on: base }] : []),
    ...(chance.percent(8) ? [{ rate: taxRates.turismo, cents: round(base * 0.01), percent: 1, on: base }] : []),
    ...(mayWithhold && chance.percent(8)
      ? [{ rate: taxRates.retenido, cents: -round(base * 0.054), percent: -5.4, on: base }]
      : []),
    ...(chance.percent(5) ? [{ rate: taxRates.sinNombre, cents: round(base * 0.01), percent: 1, on: base }] : []),
    ...(chance.percent(8) ? [{ rate: taxRates.cdt, cents: round(base * 0.02), percent: 2, on: base }] : []),
    ...(chance.percent(3) ? [{ rate: taxRates.raro, cents: round(base * 0.18), percent: 18, on: base }] : []),
    ...(chance.percent(5) ? [{ rate: taxRates.itbis0, cents: 0, percent: 0, on: 0 }] : []),
  ];
  const off = chance.percent(10) ? chance.whole(-90, 100) : 0;
  const cents = lines.reduce((sum, line) => sum + line.cents, 0) + off;
  const TaxLine = lines.map(({ rate, cents: amount, percent, on }) => taxLine(rate, amount, percent, on));
  return { detail: { TotalTax: money(cents), TaxLine }, cents };
}

function purchaseOf(
  chance: Chance,
  vendors: readonly InventedParty[],
  before: readonly QuickBooksRecord[],
  n: number,
  day: string,
): QuickBooksRecord {
  const kind = chance.whole(1, 100);
  if (kind <= 8) return smallExpense(chance, n, day);
  const { id, name, address } = chance.oneOf(vendors);
  const isCredit = kind <= 20;
  const tipo = isCredit
    ? chance.oneOf(['E34', 'B04'])
    : chance.oneOf(['E31', 'E31', 'B01', 'B01', 'E32', 'B02', 'E41', 'B11', 'B14', 'E45', 'E47', 'B16']);
  const ncf = chance.percent(94) ? ncfOf(tipo, n) : undefined;
  const lines = Array.from({ length: chance.whole(1, 4) }, () => {
    const cents = chance.whole(1_000, 3_000_000);
    if (chance.percent(12)) return itemLine(chance, 'ItemBasedExpenseLineDetail', cents);
    return expenseLine(chance, chance.oneOf(expenses), cents, chance.oneOf(['9', 'NON', undefined]));
  });
  const base = round(lines.reduce((sum, line) => sum + (line.Amount as number) * 100, 0));
  const taxes = taxedWay(chance, base);
  const total = base + taxes.cents;
  const entity = isCredit ? 'VendorCredit' : kind <= 70 ? 'Bill' : 'Purchase';
  const head = headOf(chance, n, day, ncf);
  const party = { value: id, name };
  const json = {
    ...head,
    ...(isCredit && modifiedOf(chance, head, before, ['Bill', 'Purchase'])),
    ...(entity === 'Purchase'
      ? { EntityRef: { ...party, type: 'Vendor' }, PaymentType: chance.oneOf(['Cash', 'Check', 'CreditCard', 'Other']) }
      : { VendorRef: party }),
    ...(address !== undefined && (entity === 'Purchase' ? {} : { VendorAddr: address })),
    Line: [...lines, ...taxes.lines, { DetailType: 'SubTotalLineDetail', Amount: money(base) }],
    ...(taxes.detail !== undefined && { TxnTaxDetail: taxes.detail }),
    TotalAmt: money(total),
  };
  return { entity, json };
}

/** Taxes as tax lines, as lines of accounts, as a total alone, or none. */
function taxedWay(chance: Chance, base: number): { lines: readonly Json[]; detail?: Json; cents: number } {
  const way = chance.whole(1, 100);
  if (way <= 40) return { lines: [], ...taxesOf(chance, base) };
  if (way <= 50) return { lines: [], detail: { TotalTax: money(round(base * 0.18)) }, cents: round(base * 0.18) };
  if (way <= 65) return { lines: [], cents: 0 };
  const itbis = round(base * 0.18);
  const amounts: [string, number][] = [[chance.oneOf(['7', '8', '9', '17']), itbis]];
  if (chance.percent(40)) amounts.push(['10', -round(itbis * 0.3)]);
  if (chance.percent(30)) amounts.push(['11', -round(base * 0.1)]);
  if (chance.percent(10)) amounts.push(['12', -round(base * 0.01)]);
  if (chance.percent(15)) amounts.push(['13', round(base * 0.02)]);
  if (chance.percent(15)) amounts.push(['15', round(base * 0.02)]);
  if (chance.percent(15)) amounts.push(['19', Math.floor(base * 0.1)]);
  return {
    lines: amounts.map(([account, cents]) => expenseLine(chance, account, cents)),
    cents: amounts.reduce((sum, [, cents]) => sum + cents, 0),
  };
}

/** A small expense with one of the company's own numbers, or one without vendor. */
function smallExpense(chance: Chance, n: number, day: string): QuickBooksRecord {
  const cents = chance.whole(5_000, 90_000);
  const ncf = chance.percent(70) ? ncfOf(chance.oneOf(['B13', 'E43']), n) : ncfOf('B02', n);
  const head = headOf(chance, n, day, ncf);
  const Line = [expenseLine(chance, chance.oneOf(['18', '6', '14']), cents, 'NON')];
  return { entity: 'Purchase', json: { ...head, PaymentType: 'Cash', Line, TotalAmt: money(cents) } };
}

const itemLine = (chance: Chance, type: string, cents: number): Json => ({
  Amount: money(cents),
  DetailType: type,
  [type]: { ItemRef: { value: chance.oneOf(['70', '71']) } },
});

/** Reference of a credit to the modified document: in its note, by a link, by a link through a payment, or missing. */
function modifiedOf(chance: Chance, head: Json, before: readonly QuickBooksRecord[], of: readonly string[]): Json {
  const earlier = before.filter(({ entity }) => of.includes(entity)).at(-chance.whole(1, 5));
  if (earlier === undefined) return {};
  const number = /[BE]\d{2}-?\d+/.exec(`${earlier.json.DocNumber} ${earlier.json.PrivateNote ?? ''}`)?.[0];
  const way = chance.whole(1, 3);
  if (way === 1 && number !== undefined)
    return { PrivateNote: `Modificado: ${number}. ${(head.PrivateNote as string | undefined) ?? ''}` };
  if (way === 2) return { LinkedTxn: [{ TxnId: earlier.json.Id, TxnType: earlier.entity }] };
  return { LinkedTxn: [{ TxnId: '99', TxnType: 'BillPaymentCheck' }] };
}

function saleOf(
  chance: Chance,
  customers: readonly InventedParty[],
  before: readonly QuickBooksRecord[],
  n: number,
  day: string,
): QuickBooksRecord {
  const { id, name, address } = chance.oneOf(customers);
  const entity = chance.oneOf(['Invoice', 'Invoice', 'Invoice', 'SalesReceipt', 'CreditMemo']);
  const isCredit = entity === 'CreditMemo';
  const tipo = isCredit
    ? chance.oneOf(['B04', 'E34'])
    : chance.oneOf(['B01', 'B01', 'B02', 'E31', 'E32', 'B14', 'B15', 'B16', 'E46', 'B12']);
  const ncf = chance.percent(93) ? ncfOf(tipo, n) : undefined;
  const sold = Array.from({ length: chance.whole(1, 3) }, (): Json => {
    const cents = chance.whole(1_000, chance.percent(5) ? 40_000_000 : 2_000_000);
    if (chance.percent(20)) return itemLine(chance, 'SalesItemLineDetail', cents);
    const ItemAccountRef = accountRef(chance, chance.oneOf(incomes));
    return { Amount: money(cents), DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemAccountRef } };
  });
  const base = round(sold.reduce((sum, line) => sum + (line.Amount as number) * 100, 0));
  const taxes = chance.percent(80) ? taxesOf(chance, base, !isCredit) : undefined;
  const held: [string, number][] =
    !isCredit && chance.percent(15)
      ? [
          ['43', -round(base * 0.054)],
          ['44', -round(base * 0.05)],
        ]
      : [];
  const withheld = held.map(([account, cents]): Json => {
    const ItemAccountRef = accountRef(chance, account);
    return { Amount: money(cents), DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemAccountRef } };
  });
  const group = { DetailType: 'GroupLineDetail', GroupLineDetail: { Line: sold } };
  const head = headOf(chance, n, day, ncf);
  const json = {
    ...head,
    ...(isCredit && modifiedOf(chance, head, before, ['Invoice', 'SalesReceipt'])),
    CustomerRef: { value: id, name },
    ...(address !== undefined && { BillAddr: address }),
    Line: [...(chance.percent(10) ? [group] : sold), ...withheld],
    ...(taxes !== undefined && { TxnTaxDetail: taxes.detail }),
    TotalAmt: money(base + (taxes?.cents ?? 0) + held.reduce((sum, [, cents]) => sum + cents, 0)),
    ...(entity === 'SalesReceipt' && {
      DepositToAccountRef: { value: chance.oneOf(['50', '51', '52']) },
      ...(chance.percent(50) && {
        PaymentMethodRef: { value: '3', name: chance.oneOf(['Tarjeta de crédito', 'Cheque', 'Vale']) },
      }),
    }),
  };
  return { entity, json };
}

/** Adds one fault: a value that a person forgot or mistyped. */
function dirtied(chance: Chance, { entity, json }: QuickBooksRecord): QuickBooksRecord {
  const wrong: readonly Json[] = [
    { TxnDate: 'ayer' },
    { TotalAmt: 0 },
    { TotalAmt: '1,180.00' },
    { CurrencyRef: { value: 'EUR' }, ExchangeRate: undefined },
    { CurrencyRef: { value: 'USD' }, ExchangeRate: 1 },
    { CurrencyRef: { value: 'USD' }, ExchangeRate: 0.0166 },
    { TxnTaxDetail: { TotalTax: 500, TaxLine: [taxLine(taxRates.itbis18, 100, 18, 556)] } },
    { DocNumber: 'E340000000001', PrivateNote: '' },
    { DocNumber: 'B010000001', PrivateNote: 'B0100000001X' },
    { Line: Array.from({ length: 2_001 }, () => ({ Amount: 1, DetailType: 'SalesItemLineDetail' })) },
    { TotalAmt: 1e21 },
  ];
  return { entity, json: { ...json, ...chance.oneOf(wrong) } };
}

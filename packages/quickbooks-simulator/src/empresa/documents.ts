import type { Settings } from '../settings.ts';
import { accountOf, expenseNumbers } from './accounts.ts';
import { countOf, dateOf, idOf, monthsSince, type Place } from './calendar.ts';
import { type Chance, chanceOf } from './chance.ts';
import { dirtied } from './dirt.ts';
import { referTo } from './people.ts';
import { items, type TaxRate, taxCodes, taxRates } from './records.ts';

/** Share of documents with an error of the bookkeeper. */
const dirtyShare = 0.03;

type Json = Record<string, unknown>;

/** A line, with its amount in cents. */
interface Line {
  readonly cents: number;
  readonly detail: Json;
  readonly description?: string;
}

/** A tax of a document, in cents. */
interface Tax {
  readonly rate: TaxRate;
  readonly cents: number;
}

/**
 * Returns a transaction in the form of QuickBooks. It is derived only from its place and the settings, so a company of
 * any size takes no memory. It includes the habits of bookkeepers where QuickBooks has no field: the NCF in the number
 * or in the note, `MODIFICADO:`, linked transactions, withholdings as lines, taxes by name. Other currencies, expenses
 * without a vendor and plain errors are included too.
 */
export function documentAt(settings: Settings, place: Place): object {
  const chance = chanceOf(settings.seed, place.month, kindNumber(place), place.k);
  const made = makers[place.entity](settings, place, chance);
  return chance.happens(dirtyShare) ? dirtied(made, chance) : made;
}

const kindNumber = ({ entity }: Place): number => Object.keys(makers).indexOf(entity);

type Maker = (settings: Settings, place: Place, chance: Chance) => Json;

const makers: Readonly<Record<Place['entity'], Maker>> = {
  Bill: (settings, place, chance) => {
    const ncf = ncfOf(settings, place, chance, ['B01', 'B01', 'E31', 'E31', 'E31', 'B15', 'B11', 'E41']);
    const lines = expenseLines(chance);
    const taxes = purchaseTaxes(chance, net(lines));
    return {
      ...head(settings, place, chance, { ...numbered(ncf, chance) }),
      ...totals([...lines, ...(chance.happens(0.15) ? withheld(net(lines), taxes) : [])], taxes),
      VendorRef: referTo(settings, 'Vendor', chance.happens(0.01) ? 0 : chance.between(1, settings.vendors - 1)),
      APAccountRef: ref('2101'),
    };
  },
  Purchase: (settings, place, chance) => {
    const isLocal = chance.happens(0.14);
    const isBank = !isLocal && chance.happens(0.06);
    const ncf = isBank ? undefined : ncfOf(settings, place, chance, isLocal ? ['B13', 'E43'] : ['B01', 'E31', 'B02']);
    const lines = isLocal || isBank ? [smallLine(chance, isBank ? '6211' : '6212')] : expenseLines(chance);
    const taxes = isBank ? [] : purchaseTaxes(chance, net(lines));
    return {
      ...head(settings, place, chance, numbered(ncf, chance)),
      ...totals(lines, taxes),
      AccountRef: ref(isLocal ? '1102' : '1103'),
      PaymentType: isLocal ? 'Cash' : chance.of(['Check', 'CreditCard']),
      Credit: false,
      ...(!isLocal &&
        !isBank && {
          EntityRef: { ...referTo(settings, 'Vendor', chance.between(1, settings.vendors - 1)), type: 'Vendor' },
        }),
    };
  },
  VendorCredit: (settings, place, chance) => {
    const ncf = ncfOf(settings, place, chance, ['B04', 'E34']);
    const lines = expenseLines(chance);
    return {
      ...head(settings, place, chance, { ...numbered(ncf, chance), ...modifying(settings, place, chance, 'Bill') }),
      ...totals(lines, [itbis(net(lines))]),
      VendorRef: referTo(settings, 'Vendor', chance.between(1, settings.vendors - 1)),
      APAccountRef: ref('2101'),
    };
  },
  Invoice: (settings, place, chance) => {
    const ncf = ncfOf(settings, place, chance, ['B01', 'E31', 'E31', 'B02', 'E32', 'B14', 'B15']);
    const lines = saleLines(chance);
    const taxes = saleTaxes(chance, net(lines));
    return {
      ...head(settings, place, chance, numbered(ncf, chance)),
      ...totals([...lines, ...(chance.happens(0.08) ? [thirdParty(taxes)] : [])], taxes, true),
      CustomerRef: referTo(settings, 'Customer', chance.between(0, settings.vendors - 1)),
      Balance: 0,
    };
  },
  SalesReceipt: (settings, place, chance) => {
    const ncf = ncfOf(settings, place, chance, ['B02', 'E32']);
    const lines = saleLines(chance);
    return {
      ...head(settings, place, chance, numbered(ncf, chance)),
      ...totals(lines, saleTaxes(chance, net(lines)), true),
      CustomerRef: referTo(settings, 'Customer', chance.between(0, settings.vendors - 1)),
      PaymentMethodRef: chance.of([
        { value: '1', name: 'Efectivo' },
        { value: '2', name: 'Cheque' },
        { value: '3', name: 'Tarjeta de Crédito' },
      ]),
      DepositToAccountRef: ref('1101'),
    };
  },
  CreditMemo: (settings, place, chance) => {
    const ncf = ncfOf(settings, place, chance, ['B04', 'E34']);
    const lines = saleLines(chance);
    return {
      ...head(settings, place, chance, { ...numbered(ncf, chance), ...modifying(settings, place, chance, 'Invoice') }),
      ...totals(lines, [itbis(net(lines))], true),
      CustomerRef: referTo(settings, 'Customer', chance.between(0, settings.vendors - 1)),
      RemainingCredit: 0,
    };
  },
};

/** The fields common to all transactions. */
function head(settings: Settings, place: Place, chance: Chance, own: Json): Json {
  const date = dateOf(settings, place);
  const isForeign = chance.happens(0.06);
  return {
    domain: 'QBO',
    sparse: false,
    Id: idOf(place),
    SyncToken: '0',
    MetaData: { CreateTime: `${date}T09:00:00-04:00`, LastUpdatedTime: `${date}T09:00:00-04:00` },
    ...own,
    TxnDate: date,
    CurrencyRef: isForeign ? { value: 'USD', name: 'Dólar Estadounidense' } : { value: 'DOP', name: 'Peso Dominicano' },
    ...(isForeign && { ExchangeRate: chance.between(5_700, 6_300) / 100 }),
  };
}

/**
 * The NCF of a transaction, used once in its series. Numbers of series E have ten digits after the type; others have
 * eight.
 */
function ncfOf(settings: Settings, { month, k }: Place, chance: Chance, kinds: readonly string[]): string {
  const kind = chance.of(kinds);
  const sequence = 1 + monthsSince(settings, month) * 100_000 + k;
  return kind + String(sequence).padStart(kind.startsWith('E') ? 10 : 8, '0');
}

/** Fields with the NCF: usually in the number of the document, otherwise in its note. */
function numbered(ncf: string | undefined, chance: Chance): Json {
  if (ncf === undefined) return { DocNumber: String(chance.between(100, 99_999)) };
  if (chance.happens(0.7)) return { DocNumber: chance.happens(0.1) ? ncf.toLowerCase() : ncf };
  return { DocNumber: `F-${chance.between(100, 99_999)}`, PrivateNote: `Según comprobante NCF: ${ncf}` };
}

/** Reference to the receipt that a credit note modifies: a mark in its note, or the id of the linked transaction. */
function modifying(settings: Settings, place: Place, chance: Chance, entity: 'Bill' | 'Invoice'): Json {
  const modified = { entity, month: place.month, k: chance.between(0, Math.max(0, countOf(settings, entity) - 1)) };
  const sequence = 1 + monthsSince(settings, modified.month) * 100_000 + modified.k;
  if (chance.happens(0.6)) return { PrivateNote: `MODIFICADO: B01${String(sequence).padStart(8, '0')}` };
  return { LinkedTxn: [{ TxnId: idOf(modified), TxnType: entity }] };
}

const ref = (number: string) => {
  const { id, name } = accountOf(number);
  return { value: id, name };
};

const accountLine = (number: string, cents: number, description?: string): Line => ({
  cents,
  detail: {
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: {
      AccountRef: ref(number),
      BillableStatus: 'NotBillable',
      TaxCodeRef: { value: taxCodes.taxed.id },
    },
  },
  ...(description !== undefined && { description }),
});

const expenseLines = (chance: Chance): Line[] =>
  Array.from({ length: chance.between(1, 4) }, () =>
    accountLine(chance.of(expenseNumbers), chance.between(15_000, 9_000_000), 'Compra del mes'),
  );

const smallLine = (chance: Chance, number: string): Line =>
  accountLine(number, chance.between(5_000, 90_000), 'Gasto de caja chica');

const sold = items.filter(({ id }) => id !== '9');

const saleLines = (chance: Chance): Line[] =>
  Array.from({ length: chance.between(1, 4) }, () => {
    const { id: value, name } = chance.of(sold);
    const cents = chance.between(10_000, 6_000_000);
    return {
      cents,
      description: name,
      detail: {
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: {
          ItemRef: { value, name },
          UnitPrice: cents / 100,
          Qty: 1,
          TaxCodeRef: { value: taxCodes.taxed.id },
        },
      },
    };
  });

const net = (lines: readonly Line[]): number => lines.reduce((total, { cents }) => total + cents, 0);
const share = (cents: number, percent: number): number => Math.round((cents * percent) / 100);
const taxOf = (rate: TaxRate, cents: number): Tax => ({ rate, cents: share(cents, rate.percent) });
const itbis = (cents: number): Tax => taxOf(taxRates.itbis18, cents);

function purchaseTaxes(chance: Chance, cents: number): Tax[] {
  if (chance.happens(0.1)) return [];
  if (chance.happens(0.06)) return [itbis(cents), taxOf(taxRates.propina, cents)];
  if (chance.happens(0.06)) return [itbis(cents), taxOf(taxRates.isc, cents), taxOf(taxRates.cdt, cents)];
  return [chance.happens(0.1) ? taxOf(taxRates.itbis16, cents) : itbis(cents)];
}

const saleTaxes = (chance: Chance, cents: number): Tax[] =>
  chance.happens(0.12) ? [] : chance.happens(0.05) ? [itbis(cents), taxOf(taxRates.propina, cents)] : [itbis(cents)];

/** Amounts withheld from a vendor, as lines that reduce the bill. */
const withheld = (cents: number, taxes: readonly Tax[]): Line[] => [
  accountLine('2202', -share(taxes[0]?.cents ?? 0, 30), 'Retención de ITBIS'),
  accountLine('2203', -share(cents, 10), 'Retención de ISR'),
];

/** Amount withheld by a customer, as a line that reduces the invoice. */
const thirdParty = (taxes: readonly Tax[]): Line => ({
  cents: -share(taxes[0]?.cents ?? 0, 30),
  description: 'Retención',
  detail: {
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: {
      ItemRef: { value: '9', name: 'ITBIS Retenido por Terceros' },
      Qty: 1,
      TaxCodeRef: { value: taxCodes.exempt.id },
    },
  },
});

/** Lines, taxes and total. */
function totals(lines: readonly Line[], taxes: readonly Tax[], isSale = false): Json {
  const tax = taxes.reduce((total, { cents }) => total + cents, 0);
  const taxable = lines.filter(({ cents }) => cents > 0).reduce((total, { cents }) => total + cents, 0);
  const shown: Json[] = lines.map(({ cents, detail, description }, i) => ({
    Id: String(i + 1),
    LineNum: i + 1,
    ...(description !== undefined && { Description: description }),
    Amount: cents / 100,
    ...detail,
  }));
  if (isSale) shown.push({ Amount: net(lines) / 100, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} });
  return {
    Line: shown,
    TxnTaxDetail: {
      TotalTax: tax / 100,
      TaxLine: taxes.map(({ rate, cents }) => ({
        Amount: cents / 100,
        DetailType: 'TaxLineDetail',
        TaxLineDetail: {
          TaxRateRef: { value: rate.id },
          PercentBased: true,
          TaxPercent: rate.percent,
          NetAmountTaxable: taxable / 100,
        },
      })),
    },
    TotalAmt: (net(lines) + tax) / 100,
  };
}

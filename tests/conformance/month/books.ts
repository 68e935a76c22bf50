import { mapeo } from '@timbre/contract';
import { connectCompany } from '../../../apps/server/src/features/quickbooks/testing/connect.ts';
import { billedAt, itbisInCurrency } from './amounts.ts';
import type { Company } from './company.ts';
import { own } from './parties.ts';
import { bought } from './purchases.ts';
import { add, type Bought, isCredit, money, type Sold } from './receipt.ts';
import { sold } from './sales.ts';
import type { MonthServer } from './server.ts';

// Receipts as documents of QuickBooks, and the company's connection with QuickBooks.

/** Accounts of the books: for purchases by goods and services, for sales by the kind of income. */
const accounts = {
  goods: '9061',
  services: '9062',
  income: { 1: '9040', 4: '9044' } as Readonly<Record<string, string>>,
};
const mapping = {
  mapping606: { monto_facturado_bienes: ['9061'], monto_facturado_servicios: ['9062'] },
  mapping607: { monto_facturado_ventas: ['9040', '9044'] },
  mapeoTipos606: { 9061: '09', 9062: '02' },
  mapeoTipos607: { 9040: 1, 9044: 4 },
};

const methods: Readonly<Record<string, readonly [purchase: string, sale: string]>> = {
  '01': ['Cash', 'Efectivo'],
  '02': ['Check', 'Transferencia'],
  '03': ['CreditCard', 'Tarjeta'],
};

/** An amount as a number in QuickBooks's JSON. */
const decimal = (cents: number) => Number(money(cents));

/** Fields common to a purchase and a sale. Books state amounts in the currency of the document. */
function common(one: Sold | Bought, id: number) {
  const taxes = ([18, 16] as const).filter((rate) => itbisInCurrency(one, rate) > 0);
  const itbis = add(taxes, (rate) => itbisInCurrency(one, rate));
  return {
    Id: String(id),
    TxnDate: one.fecha,
    DocNumber: one.ncf,
    CurrencyRef: { value: one.moneda?.codigo ?? 'DOP' },
    ...(one.moneda && { ExchangeRate: one.moneda.tasa / 10_000 }),
    ...(one.modifica !== undefined && { PrivateNote: `MODIFICADO: ${one.modifica}` }),
    TxnTaxDetail: {
      TotalTax: decimal(itbis),
      TaxLine: taxes.map((rate) => ({
        Amount: decimal(itbisInCurrency(one, rate)),
        DetailType: 'TaxLineDetail',
        TaxLineDetail: {
          TaxRateRef: { value: String(rate), name: `ITBIS ${rate}%` },
          TaxPercent: rate,
          NetAmountTaxable: decimal(billedAt(one, rate)),
        },
      })),
    },
    TotalAmt: decimal(add(one.lineas, ({ monto }) => monto) + itbis),
  };
}

const party = ({ rnc, nombre }: Sold | Bought) => ({ value: `p${rnc}`, name: `${nombre} RNC ${rnc}` });

function purchaseOf(one: Bought, id: number) {
  const entity = isCredit(one.ncf) ? 'VendorCredit' : one.pagado === one.fecha ? 'Purchase' : 'Bill';
  const json = {
    ...common(one, id),
    ...(entity === 'Purchase'
      ? { EntityRef: { ...party(one), type: 'Vendor' }, PaymentType: methods[one.forma]![0] }
      : { VendorRef: party(one) }),
    Line: one.lineas.map(({ monto, servicio }) => ({
      Amount: decimal(monto),
      DetailType: 'AccountBasedExpenseLineDetail',
      AccountBasedExpenseLineDetail: { AccountRef: { value: servicio ? accounts.services : accounts.goods } },
    })),
  };
  return { entity, json } as const;
}

function saleOf(one: Sold, id: number) {
  const entity = isCredit(one.ncf) ? 'CreditMemo' : one.forma === '04' ? 'Invoice' : 'SalesReceipt';
  const json = {
    ...common(one, id),
    CustomerRef: party(one),
    ...(entity === 'SalesReceipt' && { PaymentMethodRef: { value: '1', name: methods[one.forma!]![1] } }),
    Line: one.lineas.map(({ monto }) => ({
      Amount: decimal(monto),
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemAccountRef: { value: accounts.income[one.ingreso]! } },
    })),
  };
  return { entity, json } as const;
}

/** An e-CF that is also in the books, with a wrong amount there, so that the reports show which of the two counts. */
const mistyped = <One extends Sold | Bought>(one: One): One =>
  one.tambienEnLibros ? { ...one, lineas: one.lineas.map((line) => ({ ...line, monto: line.monto + 10_000 })) } : one;

/** Connects the company with the books of the test: receipts only in the books, and those that are also e-CF. */
export async function connectBooks(server: MonthServer, { call }: Company): Promise<void> {
  const isInBooks = ({ via, tambienEnLibros }: Sold | Bought) => via === 'libros' || tambienEnLibros === true;
  const purchases = bought.filter(isInBooks).map(mistyped);
  const documents = [
    ...purchases.map((one, i) => purchaseOf(one, i + 1)),
    ...sold
      .filter(isInBooks)
      .map(mistyped)
      .map((one, i) => saleOf(one, purchases.length + i + 1)),
  ];
  server.quickbooks.control.settings({ rnc: own.rnc, documents });
  await connectCompany(async (route, body) => (await call(route, { body } as never)).body);
  const body = { mapeo: mapping } as never;
  await call(mapeo.guardarMapeoDeCuentas, { params: { rnc: own.rnc }, body } as never);
}

import { mapeo } from '@timbre/contract';
import { connectCompany } from '../../../apps/server/src/features/quickbooks/testing/connect.ts';
import type { Company } from '../month/company.ts';
import type { MonthServer } from '../month/server.ts';
import { half, isCredit, money, type Purchase, type Rate, type Sale, sum } from './event.ts';
import { own } from './parties.ts';

// The documents that are only in the books, as QuickBooks has them: amounts in the currency of the document.

const accounts = { goods: '701', services: '702', income: '801' };
const mapping = {
  mapping606: { monto_facturado_bienes: [accounts.goods], monto_facturado_servicios: [accounts.services] },
  mapping607: { monto_facturado_ventas: [accounts.income] },
  mapeoTipos606: { [accounts.goods]: '09', [accounts.services]: '02' },
  mapeoTipos607: { [accounts.income]: 1 },
};

type Document = Purchase | Sale;
const number = (cents: number) => Number(money(cents));
const billed = (one: Document, rate: Rate) =>
  sum(
    one.lines.filter((line) => line.rate === rate),
    ({ monto }) => monto,
  );

function common(one: Document, id: number) {
  const taxes = ([18, 16] as const).filter((rate) => billed(one, rate) > 0);
  const taxAt = (rate: 18 | 16) => half(billed(one, rate) * rate, 100);
  const tax = sum(taxes, taxAt);
  return {
    Id: String(id),
    TxnDate: one.day,
    DocNumber: one.ncf,
    CurrencyRef: { value: one.currency?.code ?? 'DOP' },
    ...(one.currency && { ExchangeRate: one.currency.rate / 10_000 }),
    ...(one.modifies && { PrivateNote: `MODIFICADO: ${one.modifies.ncf}` }),
    TxnTaxDetail: {
      TotalTax: number(tax),
      TaxLine: taxes.map((rate) => ({
        Amount: number(taxAt(rate)),
        DetailType: 'TaxLineDetail',
        TaxLineDetail: {
          TaxRateRef: { value: String(rate), name: `ITBIS ${rate}%` },
          TaxPercent: rate,
          NetAmountTaxable: number(billed(one, rate)),
        },
      })),
    },
    TotalAmt: number(sum(one.lines, ({ monto }) => monto) + tax),
  };
}

const party = ({ party: { id, name } }: Document) => ({ value: `p${id}`, name: `${name} RNC ${id}` });

function purchaseOf(one: Purchase, id: number) {
  const isPaid = one.paid === one.day && !isCredit(one.ncf);
  const entity = isCredit(one.ncf) ? 'VendorCredit' : isPaid ? 'Purchase' : 'Bill';
  const PaymentType = { '01': 'Cash', '02': 'Check', '03': 'CreditCard' }[one.form];
  const json = {
    ...common(one, id),
    ...(isPaid ? { EntityRef: { ...party(one), type: 'Vendor' }, PaymentType } : { VendorRef: party(one) }),
    Line: one.lines.map(({ monto, service }) => ({
      Amount: number(monto),
      DetailType: 'AccountBasedExpenseLineDetail',
      AccountBasedExpenseLineDetail: { AccountRef: { value: service ? accounts.services : accounts.goods } },
    })),
  };
  return { entity, json } as const;
}

function saleOf(one: Sale, id: number) {
  const isPaid = one.forms[0]?.form !== 4;
  const entity = isCredit(one.ncf) ? 'CreditMemo' : isPaid ? 'SalesReceipt' : 'Invoice';
  const json = {
    ...common(one, id),
    CustomerRef: party(one),
    ...(entity === 'SalesReceipt' && { PaymentMethodRef: { value: '1', name: 'Efectivo' } }),
    Line: one.lines.map(({ monto }) => ({
      Amount: number(monto),
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemAccountRef: { value: accounts.income } },
    })),
  };
  return { entity, json } as const;
}

/** Connects the company with its books, which are empty. */
export async function connectBooks(server: MonthServer, { call }: Company): Promise<void> {
  server.quickbooks.control.settings({ rnc: own.rnc, documents: [] });
  await connectCompany(async (route, body) => (await call(route, { body } as never)).body);
  const body = { mapeo: mapping } as never;
  await call(mapeo.guardarMapeoDeCuentas, { params: { rnc: own.rnc }, body } as never);
}

/** Fills the books with all documents up to now. */
export function fillBooks(server: MonthServer, purchases: readonly Purchase[], sales: readonly Sale[]): void {
  const documents = [
    ...purchases.filter(({ door }) => door === 'quickbooks').map((one, at) => purchaseOf(one, 10_001 + at)),
    ...sales.filter(({ door }) => door === 'quickbooks').map((one, at) => saleOf(one, 50_001 + at)),
  ];
  server.quickbooks.control.settings({ documents });
}

import type { AccountMapping } from '../src/mapping/mapping.ts';
import { type Chance, inventedCedula, inventedRNC } from './chance.ts';

// The books of an invented company in QuickBooks: accounts, tax rates, parties, and the mapping of its accounts.

/** A record as QuickBooks sends it. */
export interface QuickBooksRecord {
  readonly entity: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Id, number, name and type of each account. */
const accounts = [
  ['1', '5101', 'Compras de mercancía', 'Cost of Goods Sold'],
  ['2', '6101', 'Honorarios profesionales', 'Expense'],
  ['3', '6102', 'Alquiler de local', 'Expense'],
  ['4', '1501', 'Mobiliario de oficina', 'Fixed Asset'],
  ['5', '6103', 'Gastos varios', 'Expense'],
  ['6', '6104', 'Combustible y lubricantes', 'Expense'],
  ['7', '1301', 'ITBIS adelantado en compras', 'Other Current Asset'],
  ['8', '6105', 'ITBIS llevado al costo', 'Expense'],
  ['9', '1302', 'ITBIS sujeto a proporcionalidad', 'Other Current Asset'],
  ['10', '2101', 'ITBIS retenido por pagar', 'Other Current Liability'],
  ['11', '2102', 'Retención de ISR por pagar', 'Other Current Liability'],
  ['12', '1303', 'Impuesto sobre la renta percibido', 'Other Current Asset'],
  ['13', '6106', 'Impuesto Selectivo al Consumo', 'Expense'],
  ['14', '6107', 'Gastos misceláneos', 'Expense'],
  ['15', '6108', 'Contribución a las telecomunicaciones', 'Expense'],
  ['16', '6109', 'Teléfonos y telecomunicaciones', 'Expense'],
  ['17', '1304', 'ITBIS en compras', 'Other Current Asset'],
  ['18', '6110', 'Caja chica', 'Expense'],
  ['19', '6111', 'Diez por ciento de ley', 'Expense'],
  ['20', '6112', 'Seguros del año', 'Expense'],
  ['40', '4101', 'Ventas', 'Income'],
  ['41', '4102', 'Intereses ganados', 'Other Income'],
  ['42', '4103', 'Ingresos sin clasificar', 'Income'],
  ['43', '1305', 'ITBIS retenido por clientes', 'Other Current Asset'],
  ['44', '1306', 'ISR retenido por clientes', 'Other Current Asset'],
  ['50', '1101', 'Caja general', 'Bank'],
  ['51', '1102', 'Cuenta corriente', 'Bank'],
  ['52', '1103', 'Cobros por aplicar', 'Other Current Asset'],
] as const;

/** Expenses that lines are drawn from, and incomes. */
export const expenses = ['1', '1', '2', '2', '3', '4', '5', '6', '14', '16', '18', '20'] as const;
export const incomes = ['40', '40', '40', '41', '42'] as const;

/** Id and name of each rate; the last has no name. */
export const taxRates = {
  itbis18: ['101', 'ITBIS 18%'],
  itbis16: ['102', 'ITBIS 16%'],
  itbis0: ['103', 'ITBIS 0%'],
  propina: ['104', 'Propina legal 10%'],
  isc: ['105', 'Impuesto Selectivo al Consumo'],
  turismo: ['106', 'Tasa de turismo'],
  retenido: ['107', 'Retención ITBIS 30%'],
  sinNombre: ['108', ''],
  cdt: ['109', 'CDT Telecom contribución 2%'],
  raro: ['110', 'Cargo especial'],
} as const;

/** The company's mapping of its accounts: some by the id of QuickBooks, some by their number. */
export const inventedMapping: AccountMapping = {
  mapping606: {
    monto_facturado_bienes: ['1'],
    monto_facturado_servicios: ['6101'],
    campo11: ['17'],
    campo13: ['1302'],
    campo14: ['8'],
    campo15: ['7'],
    campo22: ['19'],
    // Also classified below: it stays an expense.
    campo21: ['16'],
  },
  mapping607: { campo17: ['50'], campo18: ['1102'], monto_facturado_ventas: ['40'] },
  mapeoTipos606: { 1: '09', 6101: '02', 3: '03', 4: '10', 16: '02', 18: '02', 20: '15' as never },
  mapeoTipos607: { 40: 1, 4102: '02' as never },
};

/** A party in documents and in its record; the place of its number differs. */
export interface InventedParty {
  readonly id: string;
  readonly name: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly record: Readonly<Record<string, unknown>>;
}

const dashed = (rnc: string) =>
  rnc.length === 9
    ? `${rnc[0]}-${rnc.slice(1, 3)}-${rnc.slice(3, 8)}-${rnc[8]}`
    : `${rnc.slice(0, 3)}-${rnc.slice(3, 10)}-${rnc[10]}`;

/** Vendors or customers, each with its number in another place, mistyped, or nowhere. @param own the number of the company itself */
export function inventedParties(chance: Chance, kind: 'Vendor' | 'Customer', own: string): InventedParty[] {
  return Array.from({ length: 30 }, (_, i): InventedParty => {
    const id = String(i + 1);
    const rnc = chance.percent(15) ? inventedCedula(i + 1) : inventedRNC(i + (kind === 'Vendor' ? 1 : 501));
    const name = `${kind === 'Vendor' ? 'Suplidora' : 'Clienta'} Inventada ${id} SRL`;
    const record = { Id: id, DisplayName: name };
    const taxId = kind === 'Vendor' ? 'TaxIdentifier' : 'PrimaryTaxIdentifier';
    const mistyped = rnc.slice(0, -1) + ((Number(rnc.at(-1)) + 1) % 10);
    if (i === 8) return { id, name: `${name} ${dashed(rnc)}`, record: { ...record, [taxId]: inventedRNC(800) } };
    if (i === 9) return { id, name, address: { Line2: mistyped }, record: { ...record, [taxId]: rnc } };
    if (i === 10) return { id, name: `${name} RNC ${mistyped}`, record };
    if (i === 11) return { id, name: `${name} ${mistyped}`, record };
    const place = i % 8;
    if (place === 0) return { id, name: `${name} RNC ${dashed(rnc)}`, record };
    if (place === 1) return { id, name, address: { Line1: name, Line2: dashed(rnc) }, record };
    if (place === 2) return { id, name, address: { Line1: rnc, Line4: 'Santo Domingo' }, record };
    if (place === 3)
      return { id, name, address: { Line3: `RNC: ${rnc} / 809-555-0100`, Line1: 'Calle 8 No. 12345' }, record };
    if (place === 4 || place === 5) return { id, name, record: { ...record, [taxId]: rnc } };
    if (place === 6) return { id, name, record: { ...record, BillAddr: { Line5: `rnc ${dashed(rnc)}` } } };
    return i === 7
      ? { id, name, address: { Line2: own }, record }
      : { id, name, address: { Line1: 'Calle sin número' }, record };
  });
}

/** The records of accounts, rates, codes and parties. */
export const recordsOf = (
  vendors: readonly InventedParty[],
  customers: readonly InventedParty[],
): QuickBooksRecord[] => [
  ...accounts.map(([Id, AcctNum, Name, AccountType]) => ({
    entity: 'Account',
    json: { Id, AcctNum, Name, AccountType },
  })),
  ...Object.values(taxRates).map(([Id, Name]) => ({ entity: 'TaxRate', json: { Id, Name } })),
  { entity: 'TaxCode', json: { Id: '9', Name: 'ITBIS 18%' } },
  {
    entity: 'Item',
    json: {
      Id: '70',
      Name: 'Laptop',
      Type: 'Inventory',
      ExpenseAccountRef: { value: '5' },
      IncomeAccountRef: { value: '40' },
    },
  },
  {
    entity: 'Item',
    json: {
      Id: '71',
      Name: 'Asesoría',
      Type: 'Service',
      ExpenseAccountRef: { value: '14' },
      IncomeAccountRef: { value: '42' },
    },
  },
  ...vendors.map(({ record }) => ({ entity: 'Vendor', json: record })),
  ...customers.map(({ record }) => ({ entity: 'Customer', json: record })),
];

/** The name of an account in documents; accounts without a name are identified by their id. */
export const nameOfAccount = (id: string): string => accounts.find(([each]) => each === id)?.[2] ?? '';

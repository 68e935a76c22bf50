import type { Settings } from '../settings.ts';
import { chanceOf } from './chance.ts';

/** An account of the chart. */
interface Account {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly type: string;
  readonly subType: string;
}

type Row = readonly [number: string, name: string, type: string, subType: string];

const base: readonly Row[] = [
  ['1101', 'Caja General', 'Bank', 'CashOnHand'],
  ['1102', 'Caja Chica', 'Bank', 'CashOnHand'],
  ['1103', 'Banco Cuenta Corriente', 'Bank', 'Checking'],
  ['1201', 'Cuentas por Cobrar Clientes', 'Accounts Receivable', 'AccountsReceivable'],
  ['1301', 'Inventario de Mercancías', 'Other Current Asset', 'Inventory'],
  ['1401', 'ITBIS Adelantado en Compras', 'Other Current Asset', 'OtherCurrentAssets'],
  ['1402', 'ITBIS Retenido por Terceros', 'Other Current Asset', 'OtherCurrentAssets'],
  ['1403', 'ISR Retenido por Terceros', 'Other Current Asset', 'OtherCurrentAssets'],
  ['1501', 'Mobiliario y Equipos', 'Fixed Asset', 'FurnitureAndFixtures'],
  ['2101', 'Cuentas por Pagar Suplidores', 'Accounts Payable', 'AccountsPayable'],
  ['2201', 'ITBIS por Pagar', 'Other Current Liability', 'SalesTaxPayable'],
  ['2202', 'ITBIS Retenido por Pagar', 'Other Current Liability', 'OtherCurrentLiabilities'],
  ['2203', 'Retención Impuesto Sobre la Renta (ISR)', 'Other Current Liability', 'OtherCurrentLiabilities'],
  ['4101', 'Ingresos por Ventas', 'Income', 'SalesOfProductIncome'],
  ['4102', 'Ingresos por Servicios', 'Income', 'ServiceFeeIncome'],
  ['4103', 'Ingresos por Alquileres', 'Other Income', 'OtherMiscellaneousIncome'],
  ['4201', 'Ingresos Financieros por Intereses', 'Other Income', 'InterestEarned'],
  ['5101', 'Costo de Mercancía Vendida', 'Cost of Goods Sold', 'SuppliesMaterialsCogs'],
  ['6101', 'Sueldos y Salarios', 'Expense', 'PayrollExpenses'],
  ['6201', 'Honorarios Profesionales', 'Expense', 'LegalProfessionalFees'],
  ['6202', 'Alquiler de Local', 'Expense', 'RentOrLeaseOfBuildings'],
  ['6203', 'Energía Eléctrica', 'Expense', 'Utilities'],
  ['6204', 'Teléfono e Internet (ISC y CDT)', 'Expense', 'Utilities'],
  ['6205', 'Combustibles y Lubricantes', 'Expense', 'Auto'],
  ['6206', 'Seguros Generales', 'Expense', 'Insurance'],
  ['6207', 'Publicidad y Promoción', 'Expense', 'AdvertisingPromotional'],
  ['6208', 'Mantenimiento y Reparaciones', 'Expense', 'RepairMaintenance'],
  ['6209', 'Materiales de Oficina', 'Expense', 'OfficeGeneralAdministrativeExpenses'],
  ['6210', 'Restaurantes y Representación', 'Expense', 'EntertainmentMeals'],
  ['6211', 'Comisiones Bancarias', 'Expense', 'BankCharges'],
  ['6212', 'Gastos Directos de Caja', 'Expense', 'OfficeGeneralAdministrativeExpenses'],
  ['6213', 'Fletes y Transporte', 'Expense', 'ShippingFreightDelivery'],
];

/** Branches added to the names of accounts that a large chart repeats. */
const branches = ['Santiago', 'La Vega', 'Higüey', 'San Cristóbal', 'Puerto Plata', 'Baní', 'Azua', 'Moca'];

/** The accounts of the base chart by number. */
const numbered = new Map(
  base.map(([number, name, type, subType], i) => [number, accountAt(i + 1, number, name, type, subType)]),
);

function accountAt(id: number, number: string, name: string, type: string, subType: string): Account {
  return { id: String(id), name, number, type, subType };
}

/** Returns an account by its number in the base chart. @throws Error if there is none */
export function accountOf(number: string): Account {
  const account = numbered.get(number);
  if (account === undefined) throw new Error(`No account ${number}`);
  return account;
}

/** Numbers of the accounts in which purchases are entered. */
export const expenseNumbers = [
  '5101',
  '6201',
  '6202',
  '6203',
  '6205',
  '6206',
  '6207',
  '6208',
  '6209',
  '6213',
  '1301',
] as const;

/** The chart of accounts in the form of QuickBooks, ordered by name. */
export function chartOf({ accounts, seed }: Settings): object[] {
  const chart: Account[] = [...numbered.values()];
  for (let i = chart.length; i < accounts; i++) {
    const [number, name, type, subType] = base[i % base.length]!;
    const branch = branches[Math.floor(i / base.length) % branches.length]!;
    chart.push(accountAt(i + 1, `${number}${String(i).padStart(4, '0')}`, `${name} ${branch} ${i}`, type, subType));
  }
  return chart
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ id, name, number, type, subType }) => ({
      Name: name,
      SubAccount: false,
      FullyQualifiedName: name,
      Active: true,
      Classification: classOf(type),
      AccountType: type,
      AccountSubType: subType,
      AcctNum: number,
      CurrentBalance: chanceOf(seed, Number(id)).between(0, 90_000_000) / 100,
      CurrencyRef: { value: 'DOP', name: 'Peso Dominicano' },
      domain: 'QBO',
      sparse: false,
      Id: id,
      SyncToken: '0',
    }));
}

const classOf = (type: string): string =>
  /Income/.test(type)
    ? 'Revenue'
    : /Expense|Cost/.test(type)
      ? 'Expense'
      : /Payable|Liability/.test(type)
        ? 'Liability'
        : 'Asset';

/** A tax of the company: a tax rate of QuickBooks. */
export interface TaxRate {
  readonly id: string;
  readonly name: string;
  readonly percent: number;
}

const rate = (id: string, name: string, percent: number): TaxRate => ({ id, name, percent });

/** The taxes of the company. Transactions refer to them only by id. */
export const taxRates = {
  itbis18: rate('3', 'ITBIS 18%', 18),
  itbis16: rate('4', 'ITBIS 16%', 16),
  propina: rate('5', 'Propina Legal 10%', 10),
  isc: rate('6', 'Impuesto Selectivo al Consumo (ISC)', 10),
  cdt: rate('7', 'Contribución Telecomunicaciones (CDT)', 2),
} as const;

/** The tax codes of lines with ITBIS and of exempt lines. */
export const taxCodes = { taxed: { id: '5', name: 'ITBIS 18%' }, exempt: { id: '6', name: 'Exento' } } as const;

const active = { Active: true, domain: 'QBO', sparse: false, SyncToken: '0' } as const;

/** The tax rates in the form of QuickBooks. */
export const taxRateRecords: readonly object[] = Object.values(taxRates).map(({ id, name, percent }) => ({
  ...active,
  Id: id,
  Name: name,
  RateValue: percent,
  SpecialTaxType: 'NONE',
}));

/** The tax codes in the form of QuickBooks. */
export const taxCodeRecords: readonly object[] = Object.values(taxCodes).map(({ id, name }) => ({
  ...active,
  Id: id,
  Name: name,
  Taxable: id === taxCodes.taxed.id,
  TaxGroup: true,
}));

/** Items sold by the company. Bookkeepers enter withholdings of customers with the last one. */
export const items = [
  { id: '1', name: 'Mercancía General', type: 'Inventory' },
  { id: '2', name: 'Servicio de Instalación', type: 'Service' },
  { id: '3', name: 'Alquiler de Equipos', type: 'Service' },
  { id: '9', name: 'ITBIS Retenido por Terceros', type: 'NonInventory' },
] as const;

/** The items in the form of QuickBooks. @param accounts ids of the accounts of income and of customers' withholdings */
export const itemRecords = (accounts: { readonly income: string; readonly withheld: string }): readonly object[] =>
  items.map(({ id, name, type }) => ({
    ...active,
    Id: id,
    Name: name,
    FullyQualifiedName: name,
    Type: type,
    IncomeAccountRef: { value: id === '9' ? accounts.withheld : accounts.income },
  }));

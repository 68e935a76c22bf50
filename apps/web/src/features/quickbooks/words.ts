/** The kinds of documents of QuickBooks, in Spanish. */
const entidades: Readonly<Record<string, string>> = {
  Bill: 'Factura de proveedor',
  Purchase: 'Gasto',
  VendorCredit: 'Crédito de proveedor',
  Invoice: 'Factura de venta',
  SalesReceipt: 'Recibo de venta',
  CreditMemo: 'Nota de crédito',
};

/** A document of QuickBooks by its kind and id: `Factura de proveedor 12`. A newer server may have other kinds. */
export const documentName = ({ entidad, id }: { entidad: string; id: string }): string =>
  `${Object.hasOwn(entidades, entidad) ? entidades[entidad] : entidad} ${id}`;

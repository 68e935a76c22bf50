import { queryOptions } from '@tanstack/react-query';
import * as calls from '../calls/quickbooks.generated.ts';
import { caller } from './api.ts';
import { ofConfiguracion } from './live-query.ts';

const readEstado = caller(calls.estadoDeQuickBooks);

/**
 * The connection of the company. When any user of the company connects or disconnects, in any window, it is fetched
 * again.
 */
export const estadoQuery = queryOptions({
  queryKey: ['configuracion', 'quickbooks'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readEstado({ signal }),
});

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

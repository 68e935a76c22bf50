import { formatFecha } from '@timbre/values';

/** The fields of an invented sale that a test may set. */
export interface Sale {
  readonly tipo?: string;
  readonly precio?: string;
  readonly idDoc?: object;
  readonly emisor?: object;
  /** null: without a buyer. */
  readonly comprador?: object | null;
  readonly totales?: object;
  /** Fields of the first line. */
  readonly item?: object;
  /** Sections besides Encabezado and DetallesItems. */
  readonly more?: object;
}

/** The default buyer. */
export const buyer = Object.freeze({
  RNCComprador: '131246796',
  RazonSocialComprador: 'Ferretería Inventada SRL',
});

/** Returns the JSON of a sale as sent to the API: without number, totals or issuer. */
export const saleOf = ({ tipo = '31', precio = '200.00', idDoc, emisor, comprador, totales, item, more }: Sale) => ({
  Encabezado: {
    IdDoc: { TipoeCF: tipo, TipoIngresos: '01', TipoPago: '1', ...idDoc },
    ...(emisor === undefined ? {} : { Emisor: emisor }),
    ...(comprador === null ? {} : { Comprador: comprador ?? buyer }),
    ...(totales === undefined ? {} : { Totales: totales }),
  },
  DetallesItems: {
    Item: [
      {
        NumeroLinea: '1',
        IndicadorFacturacion: '1',
        NombreItem: 'Cemento gris',
        IndicadorBienoServicio: '1',
        CantidadItem: '1',
        UnidadMedida: '43',
        PrecioUnitarioItem: precio,
        ...item,
      },
    ],
  },
  ...more,
});

/** Returns the JSON of a credit note for an invoice of today. */
export const noteOf = (NCFModificado: string, { more, idDoc, ...sale }: Sale & { readonly fecha?: string } = {}) =>
  saleOf({
    tipo: '34',
    ...sale,
    idDoc: { IndicadorNotaCredito: '0', ...idDoc },
    more: {
      InformacionReferencia: {
        NCFModificado,
        FechaNCFModificado: sale.fecha ?? formatFecha(Date.now()),
        CodigoModificacion: '3',
      },
      ...more,
    },
  });

import { formatENCF, type TipoECF } from '@timbre/values';
import { computeTotals } from '../src/arithmetic/compute.ts';
import type { Draft, Item } from '../src/arithmetic/draft.ts';
import type { ECF } from '../src/schema/types.generated.ts';
import { comprador, emisor } from './sound-other-documents.ts';

export { acecf, anecf, arecf, rfce } from './sound-other-documents.ts';

/** Valid documents of invented companies, one for each type and trait. The tests of rules break one thing in each. */

const item = (more: Partial<Item>): Item => ({
  IndicadorFacturacion: '1',
  NombreItem: 'Artículo',
  IndicadorBienoServicio: '1',
  CantidadItem: '2.00',
  PrecioUnitarioItem: '500.0000',
  ...more,
});

/** The withholding of a line. */
const retenido = (montos: Partial<NonNullable<Item['Retencion']>>): Partial<Item> => ({
  Retencion: { IndicadorAgenteRetencionoPercepcion: '1', ...montos },
});

const impuestos = (...codes: string[]): Partial<Item> => ({
  TablaImpuestoAdicional: { ImpuestoAdicional: codes.map((TipoImpuesto) => ({ TipoImpuesto })) },
});

interface Parts {
  readonly idDoc?: object;
  readonly encabezado?: object;
  readonly items: readonly Item[];
  readonly more?: object;
}

/** A complete e-CF of one type from its parts, with every amount computed. */
function document(tipo: TipoECF, { idDoc = {}, encabezado = {}, items, more = {} }: Parts): ECF {
  const draft: Draft = {
    Encabezado: {
      Version: '1.0',
      IdDoc: { TipoeCF: tipo, eNCF: formatENCF(tipo, 7), ...idDoc },
      Emisor: emisor,
      ...encabezado,
    },
    DetallesItems: { Item: items },
    FechaHoraFirma: '15-11-2025 10:30:00',
    ...more,
  };
  return computeTotals(draft) as ECF;
}

const vence = { FechaVencimientoSecuencia: '31-12-2026' };
const venta = { ...vence, IndicadorMontoGravado: '0', TipoIngresos: '01', TipoPago: '1' };
const exento = item({ IndicadorFacturacion: '4', PrecioUnitarioItem: '300.0000' });
const referencia = (NCFModificado: string, more: object = {}) => ({
  InformacionReferencia: { NCFModificado, FechaNCFModificado: '01-11-2025', CodigoModificacion: '3', ...more },
});
const subcantidad = (Subcantidad: string, CodigoSubcantidad: string): Partial<Item> => ({
  TablaSubcantidad: { SubcantidadItem: [{ Subcantidad, CodigoSubcantidad }] },
});
const cerveza = item({
  UnidadMedida: '6',
  CantidadReferencia: '24.00',
  UnidadReferencia: '43',
  GradosAlcohol: '5.00',
  PrecioUnitarioReferencia: '120.00',
  ...subcantidad('0.355', '25'),
  ...impuestos('006', '023'),
});
const cigarrillos = item({
  CantidadReferencia: '10.00',
  UnidadReferencia: '43',
  PrecioUnitarioReferencia: '200.00',
  ...subcantidad('20', '43'),
  ...impuestos('019', '036'),
});

export const ecfs = {
  '31': document('31', {
    idDoc: {
      ...venta,
      TablaFormasPago: { FormaDePago: [{ FormaPago: '1', MontoPago: '1000.00' }] },
      FechaDesde: '01-11-2025',
      FechaHasta: '15-11-2025',
    },
    encabezado: { Comprador: comprador },
    items: [
      item({
        TablaSubDescuento: {
          SubDescuento: [
            { TipoSubDescuento: '%', SubDescuentoPorcentaje: '10.00' },
            { TipoSubDescuento: '$', MontoSubDescuento: '50.00' },
          ],
        },
        TablaSubRecargo: { SubRecargo: [{ TipoSubRecargo: '%', SubRecargoPorcentaje: '2.00' }] },
      }),
      exento,
      item({ IndicadorFacturacion: '2' }),
      item({ IndicadorFacturacion: '3' }),
      item({ IndicadorFacturacion: '0', PrecioUnitarioItem: '10.00' }),
    ],
  }),
  '31 con ajustes': document('31', {
    idDoc: venta,
    encabezado: { Comprador: comprador },
    items: [item({}), exento],
    more: {
      DescuentosORecargos: {
        DescuentoORecargo: [
          {
            TipoAjuste: 'D',
            TipoValor: '%',
            ValorDescuentooRecargo: '5.00',
            IndicadorFacturacionDescuentooRecargo: '1',
          },
          {
            TipoAjuste: 'R',
            TipoValor: '$',
            MontoDescuentooRecargo: '25.00',
            IndicadorFacturacionDescuentooRecargo: '4',
          },
        ],
      },
    },
  }),
  '31 telefonía': document('31', {
    idDoc: { ...venta, IndicadorMontoGravado: '1' },
    encabezado: { Comprador: comprador },
    items: [item({ ...impuestos('002', '004') }), item({ ...impuestos('002', '004') })],
    more: {
      DescuentosORecargos: {
        DescuentoORecargo: [
          {
            TipoAjuste: 'D',
            IndicadorNorma1007: '1',
            TipoValor: '$',
            MontoDescuentooRecargo: '100.00',
            IndicadorFacturacionDescuentooRecargo: '1',
          },
        ],
      },
    },
  }),
  '31 bebidas': document('31', { idDoc: venta, encabezado: { Comprador: comprador }, items: [cerveza, cigarrillos] }),
  '31 en dólares': document('31', {
    idDoc: venta,
    encabezado: { Comprador: comprador, OtraMoneda: { TipoMoneda: 'USD', TipoCambio: '60.0000' } },
    items: [
      item({ ...impuestos('002') }),
      exento,
      item({ IndicadorFacturacion: '2' }),
      item({ IndicadorFacturacion: '3' }),
    ],
  }),
  '31 con ajustes en dólares': document('31', {
    idDoc: venta,
    encabezado: { Comprador: comprador, OtraMoneda: { TipoMoneda: 'USD', TipoCambio: '60.0000' } },
    items: [item({})],
    more: {
      DescuentosORecargos: {
        DescuentoORecargo: [
          {
            TipoAjuste: 'D',
            TipoValor: '$',
            MontoDescuentooRecargo: '600.00',
            IndicadorFacturacionDescuentooRecargo: '1',
          },
        ],
      },
    },
  }),
  '31 con páginas': document('31', {
    idDoc: { ...venta, TotalPaginas: '2' },
    encabezado: { Comprador: comprador },
    items: [item({}), item({}), exento],
    more: {
      Subtotales: {
        Subtotal: [
          {
            NumeroSubTotal: '1',
            SubTotalMontoGravadoTotal: '2000.00',
            SubTotalMontoGravadoI1: '2000.00',
            SubTotaITBIS: '360.00',
            SubTotaITBIS1: '360.00',
            SubTotalExento: '600.00',
            MontoSubTotal: '2960.00',
          },
        ],
      },
      Paginacion: {
        Pagina: [
          {
            PaginaNo: '1',
            NoLineaDesde: '1',
            NoLineaHasta: '2',
            SubtotalMontoGravadoPagina: '2000.00',
            SubtotalMontoGravado1Pagina: '2000.00',
            SubtotalItbisPagina: '360.00',
            SubtotalItbis1Pagina: '360.00',
            MontoSubtotalPagina: '2360.00',
          },
          {
            PaginaNo: '2',
            NoLineaDesde: '3',
            NoLineaHasta: '3',
            SubtotalExentoPagina: '600.00',
            MontoSubtotalPagina: '600.00',
          },
        ],
      },
    },
  }),
  '31 con páginas completas': document('31', {
    idDoc: { ...venta, TotalPaginas: '2' },
    encabezado: { Comprador: comprador },
    items: [
      item({ ...impuestos('002') }),
      item({ IndicadorFacturacion: '2' }),
      item({ IndicadorFacturacion: '3' }),
      item({ ...impuestos('002') }),
      exento,
      item({ IndicadorFacturacion: '0', PrecioUnitarioItem: '10.00' }),
    ],
    more: {
      Paginacion: {
        Pagina: [
          {
            PaginaNo: '1',
            NoLineaDesde: '1',
            NoLineaHasta: '3',
            SubtotalMontoGravadoPagina: '3000.00',
            SubtotalMontoGravado1Pagina: '1000.00',
            SubtotalMontoGravado2Pagina: '1000.00',
            SubtotalMontoGravado3Pagina: '1000.00',
            SubtotalItbisPagina: '340.00',
            SubtotalItbis1Pagina: '180.00',
            SubtotalItbis2Pagina: '160.00',
            SubtotalItbis3Pagina: '0.00',
            SubtotalImpuestoAdicionalPagina: '20.00',
            SubtotalImpuestoAdicional: { SubtotalOtrosImpuesto: '20.00' },
            MontoSubtotalPagina: '3360.00',
          },
          {
            PaginaNo: '2',
            NoLineaDesde: '4',
            NoLineaHasta: '6',
            SubtotalMontoGravadoPagina: '1000.00',
            SubtotalMontoGravado1Pagina: '1000.00',
            SubtotalExentoPagina: '600.00',
            SubtotalItbisPagina: '180.00',
            SubtotalItbis1Pagina: '180.00',
            SubtotalImpuestoAdicionalPagina: '20.00',
            SubtotalImpuestoAdicional: { SubtotalOtrosImpuesto: '20.00' },
            MontoSubtotalPagina: '1800.00',
            SubtotalMontoNoFacturablePagina: '20.00',
          },
        ],
      },
    },
  }),
  '31 de contingencia': document('31', {
    idDoc: venta,
    encabezado: { Comprador: comprador },
    items: [item({})],
    more: referencia('B0100000012', { CodigoModificacion: '4' }),
  }),
  '32': document('32', {
    idDoc: { IndicadorMontoGravado: '0', TipoIngresos: '01', TipoPago: '1' },
    encabezado: { Comprador: comprador },
    items: [item({ CantidadItem: '1000.00' })],
  }),
  '33': document('33', {
    idDoc: venta,
    encabezado: { Comprador: comprador },
    items: [item({})],
    more: referencia('E310000000003'),
  }),
  '34': document('34', {
    idDoc: { IndicadorNotaCredito: '0', IndicadorMontoGravado: '0', TipoIngresos: '01', TipoPago: '1' },
    encabezado: { Comprador: comprador },
    items: [item({})],
    more: referencia('E310000000003'),
  }),
  '34 de texto': document('34', {
    idDoc: { IndicadorNotaCredito: '0', TipoPago: '1' },
    encabezado: { Comprador: comprador },
    items: [item({ IndicadorFacturacion: '0', CantidadItem: '1.00', PrecioUnitarioItem: '1.00' })],
    more: referencia('E310000000003', { CodigoModificacion: '2' }),
  }),
  '34 pasados 30 días': document('34', {
    idDoc: { IndicadorNotaCredito: '1', IndicadorMontoGravado: '0', TipoIngresos: '01', TipoPago: '1' },
    encabezado: { Comprador: comprador },
    items: [item({})],
    more: referencia('E310000000003', { FechaNCFModificado: '01-10-2025' }),
  }),
  '41': document('41', {
    idDoc: { ...vence, IndicadorMontoGravado: '0', TipoPago: '1' },
    encabezado: { Comprador: { RNCComprador: '00100000017', RazonSocialComprador: 'Persona Inventada' } },
    items: [
      item({ IndicadorBienoServicio: '2', ...retenido({ MontoITBISRetenido: '180.00', MontoISRRetenido: '100.00' }) }),
      { ...exento, ...retenido({ MontoITBISRetenido: '0.00' }) },
    ],
  }),
  '43': document('43', { idDoc: vence, items: [exento] }),
  '44': document('44', {
    idDoc: { ...vence, TipoIngresos: '01', TipoPago: '1' },
    encabezado: { Comprador: comprador },
    items: [{ ...exento, ...impuestos('001') }],
  }),
  '45': document('45', { idDoc: venta, encabezado: { Comprador: comprador }, items: [item({})] }),
  '46': document('46', {
    idDoc: { ...vence, TipoIngresos: '01', TipoPago: '1' },
    encabezado: {
      Comprador: { IdentificadorExtranjero: 'X-100', RazonSocialComprador: 'Invented Imports Inc' },
      InformacionesAdicionales: {
        TotalFob: '900.00',
        Seguro: '40.00',
        Flete: '50.00',
        OtrosGastos: '10.00',
        TotalCif: '1000.00',
      },
    },
    items: [item({ IndicadorFacturacion: '3' })],
  }),
  '47': document('47', {
    idDoc: vence,
    encabezado: { Comprador: { IdentificadorExtranjero: 'X-200', RazonSocialComprador: 'Invented Services LLC' } },
    items: [
      item({ IndicadorFacturacion: '4', IndicadorBienoServicio: '2', ...retenido({ MontoISRRetenido: '270.00' }) }),
    ],
  }),
} satisfies Record<string, ECF>;

import {
  type CodeTable,
  type ECF,
  FormaPago,
  IndicadorNotaCredito,
  TipoCuentaPago,
  TipoMoneda,
  TipoPago,
  UnidadMedida,
  ViaTransporte,
} from '@timbre/ecf';
import { formatTaxId } from '@timbre/values';
import { field } from './head.ts';
import type { Content, Printed } from './printed.ts';
import { amountText, inWords, quantityText } from './words.ts';

/** Format of a field's text: verbatim if undefined, an amount, the meaning of a code, or a quantity with its unit. */
type Form = 'amount' | { readonly codes: CodeTable } | { readonly unit: string };
type Row = readonly [path: string, label: string, form?: Form];

const idDoc: readonly Row[] = [
  ['Encabezado.IdDoc.TipoPago', 'Condición de pago', { codes: TipoPago }],
  ['Encabezado.IdDoc.FechaLimitePago', 'Fecha límite de pago'],
  ['Encabezado.IdDoc.TerminoPago', 'Término de pago'],
];

const pago: readonly Row[] = [
  ['Encabezado.IdDoc.TipoCuentaPago', 'Tipo de cuenta', { codes: TipoCuentaPago }],
  ['Encabezado.IdDoc.NumeroCuentaPago', 'Cuenta'],
  ['Encabezado.IdDoc.BancoPago', 'Banco'],
];

const venta: readonly Row[] = [
  ['Encabezado.Comprador.NumeroOrdenCompra', 'Orden de compra'],
  ['Encabezado.Comprador.FechaOrdenCompra', 'Fecha de la orden'],
  ['Encabezado.Emisor.NumeroFacturaInterna', 'Factura interna'],
  ['Encabezado.Emisor.NumeroPedidoInterno', 'Pedido'],
  ['Encabezado.Comprador.CodigoInternoComprador', 'Código de cliente'],
  ['Encabezado.Comprador.ResponsablePago', 'Responsable de pago'],
  ['Encabezado.Emisor.CodigoVendedor', 'Vendedor'],
  ['Encabezado.Emisor.ZonaVenta', 'Zona'],
  ['Encabezado.Emisor.RutaVenta', 'Ruta'],
  ['Encabezado.Emisor.ActividadEconomica', 'Actividad económica'],
];

/** Groups of fields printed below the head if the document has them. None is compulsory (column I: N). */
const sections: readonly { readonly title: string; readonly rows: readonly Row[] }[] = [
  {
    title: 'Referencia',
    rows: [
      ['InformacionReferencia.FechaNCFModificado', 'Fecha del NCF modificado'],
      ['InformacionReferencia.RazonModificacion', 'Razón de la modificación'],
      ['InformacionReferencia.RNCOtroContribuyente', 'RNC de otro contribuyente'],
      ['Encabezado.IdDoc.IndicadorNotaCredito', 'Plazo', { codes: IndicadorNotaCredito }],
    ],
  },
  {
    title: 'Entrega',
    rows: [
      ['Encabezado.Comprador.FechaEntrega', 'Fecha de entrega'],
      ['Encabezado.Comprador.ContactoEntrega', 'Contacto'],
      ['Encabezado.Comprador.DireccionEntrega', 'Dirección de entrega'],
      ['Encabezado.Comprador.TelefonoAdicional', 'Teléfono'],
    ],
  },
  {
    title: 'Embarque',
    rows: [
      ['Encabezado.InformacionesAdicionales.FechaEmbarque', 'Fecha de embarque'],
      ['Encabezado.InformacionesAdicionales.NumeroEmbarque', 'Embarque'],
      ['Encabezado.InformacionesAdicionales.NumeroContenedor', 'Contenedor'],
      ['Encabezado.InformacionesAdicionales.NumeroReferencia', 'Referencia'],
      ['Encabezado.InformacionesAdicionales.NombrePuertoEmbarque', 'Puerto de embarque'],
      ['Encabezado.InformacionesAdicionales.NombrePuertoSalida', 'Puerto de salida'],
      ['Encabezado.InformacionesAdicionales.NombrePuertoDesembarque', 'Puerto de desembarque'],
      ['Encabezado.InformacionesAdicionales.CondicionesEntrega', 'Condiciones de entrega'],
      ['Encabezado.InformacionesAdicionales.RegimenAduanero', 'Régimen aduanero'],
      ['Encabezado.InformacionesAdicionales.TotalFob', 'Total FOB', 'amount'],
      ['Encabezado.InformacionesAdicionales.Seguro', 'Seguro', 'amount'],
      ['Encabezado.InformacionesAdicionales.Flete', 'Flete', 'amount'],
      ['Encabezado.InformacionesAdicionales.OtrosGastos', 'Otros gastos', 'amount'],
      ['Encabezado.InformacionesAdicionales.TotalCif', 'Total CIF', 'amount'],
      ['Encabezado.InformacionesAdicionales.PesoBruto', 'Peso bruto', { unit: 'UnidadPesoBruto' }],
      ['Encabezado.InformacionesAdicionales.PesoNeto', 'Peso neto', { unit: 'UnidadPesoNeto' }],
      ['Encabezado.InformacionesAdicionales.CantidadBulto', 'Bultos', { unit: 'UnidadBulto' }],
      ['Encabezado.InformacionesAdicionales.VolumenBulto', 'Volumen', { unit: 'UnidadVolumen' }],
    ],
  },
  {
    title: 'Transporte',
    rows: [
      ['Encabezado.Transporte.ViaTransporte', 'Vía', { codes: ViaTransporte }],
      ['Encabezado.Transporte.PaisOrigen', 'País de origen'],
      ['Encabezado.Transporte.PaisDestino', 'País de destino'],
      ['Encabezado.Transporte.DireccionDestino', 'Dirección de destino'],
      ['Encabezado.Transporte.NombreCompaniaTransportista', 'Transportista'],
      ['Encabezado.Transporte.RNCIdentificacionCompaniaTransportista', 'Identificación del transportista'],
      ['Encabezado.Transporte.NumeroViaje', 'Viaje'],
      ['Encabezado.Transporte.Conductor', 'Conductor'],
      ['Encabezado.Transporte.DocumentoTransporte', 'Documento de transporte'],
      ['Encabezado.Transporte.Ficha', 'Ficha'],
      ['Encabezado.Transporte.Placa', 'Placa'],
      ['Encabezado.Transporte.RutaTransporte', 'Ruta'],
      ['Encabezado.Transporte.ZonaTransporte', 'Zona'],
      ['Encabezado.Transporte.NumeroAlbaran', 'Albarán'],
    ],
  },
  {
    title: 'Información adicional',
    rows: [
      ['Encabezado.Emisor.InformacionAdicionalEmisor', ''],
      ['Encabezado.Comprador.InformacionAdicionalComprador', ''],
    ],
  },
];

type Tree = Readonly<Record<string, unknown>>;

/** The names of each path of the tables, split once. */
const steps = new Map<string, readonly string[]>();

function stepsOf(path: string): readonly string[] {
  const known = steps.get(path) ?? path.split('.');
  steps.set(path, known);
  return known;
}

/** The text of an element; undefined if it is absent. @param path of a table of this file */
function textAt(tree: unknown, path: string): string | undefined {
  let value: unknown = tree;
  for (const step of stepsOf(path)) value = (value as Tree | undefined)?.[step];
  return typeof value === 'string' ? value : undefined;
}

function rowField(ecf: ECF, [path, label, form]: Row): readonly Printed[] {
  const text = textAt(ecf, path);
  if (text === undefined) return [];
  if (form === undefined) return field(label, path.includes('RNC') ? formatTaxId(text) : text, path);
  if (form === 'amount') return field(label, amountText(text), path);
  if ('codes' in form) return field(label, inWords(form.codes, text), path);
  const unitPath = path.replace(/\w+$/, form.unit);
  const unit = textAt(ecf, unitPath);
  if (unit === undefined) return field(label, quantityText(text), path);
  return field(label, `${quantityText(text)} ${inWords(UnidadMedida, unit)}`, path, unitPath);
}

function period({ FechaDesde, FechaHasta }: ECF['Encabezado']['IdDoc']): readonly Printed[] {
  const text = [FechaDesde && `del ${FechaDesde}`, FechaHasta && `al ${FechaHasta}`].filter(Boolean).join(' ');
  const of = [FechaDesde && 'Encabezado.IdDoc.FechaDesde', FechaHasta && 'Encabezado.IdDoc.FechaHasta'];
  return field('Período facturado', text, ...of.filter((path) => path !== undefined));
}

const formaDePago = 'Encabezado.IdDoc.TablaFormasPago.FormaDePago';

/** The terms: payment, period, order and sales data, currency. */
export function termsOf(ecf: ECF): readonly Printed[] {
  const { IdDoc, OtraMoneda } = ecf.Encabezado;
  const rows = (table: readonly Row[]) => table.flatMap((row) => rowField(ecf, row));
  const payments = (IdDoc.TablaFormasPago?.FormaDePago ?? []).flatMap(({ FormaPago: code, MontoPago }) =>
    field(
      'Forma de pago',
      `${inWords(FormaPago, code)} · RD$ ${amountText(MontoPago)}`,
      `${formaDePago}.FormaPago`,
      `${formaDePago}.MontoPago`,
    ),
  );
  const { TipoMoneda: moneda, TipoCambio } = OtraMoneda ?? {};
  const currency = moneda && `${inWords(TipoMoneda, moneda)} (${moneda})`;
  return [
    ...rows(idDoc),
    ...payments,
    ...rows(pago),
    ...period(IdDoc),
    ...rows(venta),
    ...field('Otra moneda', currency, 'Encabezado.OtraMoneda.TipoMoneda'),
    ...field('Tipo de cambio', TipoCambio && amountText(TipoCambio), 'Encabezado.OtraMoneda.TipoCambio'),
  ];
}

/** The groups of further fields present in the document. */
export const sectionsOf = (ecf: ECF): Content['sections'] =>
  sections
    .map(({ title, rows }) => ({ title, fields: rows.flatMap((row) => rowField(ecf, row)) }))
    .filter(({ fields }) => fields.length > 0);

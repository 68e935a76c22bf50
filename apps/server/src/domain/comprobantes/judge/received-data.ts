import type { recibidas } from '@timbre/contract';
import { type ECF, lineAmounts, readDocument, tasaITBIS, UnidadMedida } from '@timbre/ecf';
import { add, decimal, divide, formatDecimal, meantFecha, mul, parseDecimal, zero } from '@timbre/values';
import { jsonOf } from './stored.ts';

/**
 * The XML data that the detail view of a received e-CF shows, as JSON in UTF-8.
 *
 * @throws Error when the stored bytes are not an e-CF: the row is damaged
 */
export function dataOfReceived(bytes: Uint8Array): Uint8Array {
  const read = readDocument(bytes);
  if (read.kind !== 'ECF') throw new Error('The stored XML is not an e-CF');
  return jsonOf(xmlDataOf(read.tree));
}

type XmlData = recibidas.XmlData;

/** @source specification 001 §3, "Received invoice" */
function xmlDataOf(ecf: ECF): XmlData {
  const { IdDoc, Emisor, Comprador, Totales } = ecf.Encabezado;
  return {
    tipoDocumento: IdDoc.TipoeCF,
    fechaEmision: Emisor.FechaEmision,
    fechaVencimiento: IdDoc.FechaVencimientoSecuencia ?? null,
    tipoIngresos: IdDoc.TipoIngresos ?? null,
    tipoPago: IdDoc.TipoPago ?? null,
    emisor: {
      razonSocial: Emisor.RazonSocialEmisor,
      nombreComercial: Emisor.NombreComercial ?? null,
      direccion: Emisor.DireccionEmisor ?? null,
    },
    comprador: {
      razonSocial: Comprador?.RazonSocialComprador ?? null,
      contacto: Comprador?.ContactoComprador ?? null,
      direccion: Comprador?.DireccionComprador ?? null,
    },
    totales: {
      montoExento: Totales.MontoExento ?? '0.00',
      montoGravado: Totales.MontoGravadoTotal ?? '0.00',
      itbis: Totales.TotalITBIS ?? '0.00',
      montoTotal: Totales.MontoTotal,
      valorPagar: Totales.ValorPagar ?? Totales.MontoTotal,
    },
    items: itemsOf(ecf),
  };
}

function itemsOf(ecf: ECF): XmlData['items'] {
  const includesITBIS = ecf.Encabezado.IdDoc.IndicadorMontoGravado === '1';
  const fecha = meantFecha(ecf.Encabezado.Emisor.FechaEmision);
  const amounts = lineAmounts(ecf);
  return ecf.DetallesItems.Item.map((item, at) => {
    const indicador = item.IndicadorFacturacion;
    const gravado = indicador === '1' ? 1 : indicador === '2' ? 2 : indicador === '3' ? 3 : undefined;
    const tasa = gravado === undefined ? zero : tasaITBIS(gravado, fecha);
    const price = parseDecimal(item.PrecioUnitarioItem) ?? zero;
    const factor = add(decimal('1'), mul(tasa, decimal('0.01')));
    const { neto, itbis } = amounts[at]!;
    return {
      numeroLinea: item.NumeroLinea,
      nombre: item.NombreItem,
      descripcion: item.DescripcionItem ?? null,
      cantidad: item.CantidadItem,
      unidad: item.UnidadMedida === undefined ? null : (units[item.UnidadMedida] ?? item.UnidadMedida),
      precioUnitario: formatDecimal(includesITBIS ? divide(price, factor, 4) : price, 4),
      precioUnitarioOriginal: item.PrecioUnitarioItem,
      descuento: item.DescuentoMonto ?? '0.00',
      itbisItem: formatDecimal(itbis, 2),
      tasaITBIS: formatDecimal(tasa, 0),
      montoItem: item.MontoItem,
      montoGravable: formatDecimal(gravado === undefined ? zero : neto, 2),
      indicadorFacturacion: indicador,
    };
  });
}

const units: Readonly<Record<string, string>> = UnidadMedida;

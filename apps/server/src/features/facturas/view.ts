import type { facturas } from '@timbre/contract';
import { type ECF, timbreUrl } from '@timbre/ecf';
import { parseISODate } from '@timbre/values';
import { linksOf } from '../../domain/comprobantes/issue/annulments.ts';
import type { FacturaRow } from '../../domain/comprobantes/queries/facturas.ts';

/** @source Descripción técnica v1.6, "Consulta de resultado e-CF", estados de salida */
const codigoEstado: Partial<Record<FacturaRow['estado'], string>> = {
  aceptado: '1',
  rechazado: '2',
  recibido: '3',
  en_proceso: '3',
  aceptado_condicional: '4',
};

/** Length of `E31`, before the sequence. */
const sequenceAt = 3;

/** Converts a row to the specification's names. */
export const facturaView = (row: FacturaRow): facturas.Factura => ({
  facturaElectronicaID: row.id,
  eNCF: row.encf,
  trackID: row.track_id,
  rncEmisor: row.rnc_emisor,
  razonSocialEmisor: row.razon_social,
  rncComprador: row.rnc_comprador,
  razonSocialComprador: row.razon_comprador,
  estado: row.estado,
  montoTotal: row.monto_total,
  sentido: row.compra ? 'compra' : 'venta',
  fechaEmision: fechaOf(row),
  fechaFirma: row.fecha_firma,
  ambiente: row.ambiente,
  tipo: String(row.tipo),
  mensajes: [...row.mensajes],
  secuenciaUtilizada: row.secuencia_utilizada,
  esperaA: row.espera_a,
  codigoEstado: codigoEstado[row.estado] ?? null,
  codigoRespuesta: row.codigo,
  mensajeRespuesta: row.mensajes.length === 0 ? null : row.mensajes.map(({ valor }) => valor).join(' · '),
  codigoSeguridad: row.codigo_seguridad,
  secuenciaECF: row.encf.slice(sequenceAt),
  urlQR: row.codigo_seguridad === null ? null : timbreUrl(row.ambiente, stamped(row), row.codigo_seguridad),
  ...linksOf(row),
  creada: row.creado.toISOString(),
});

const fechaOf = ({ fecha_emision }: FacturaRow) => parseISODate(fecha_emision) ?? '';

/** The part of a document that its QR code contains. */
function stamped(row: FacturaRow): ECF {
  const comprador = row.xml_rnc_comprador;
  const tree = {
    Encabezado: {
      IdDoc: { TipoeCF: String(row.tipo), eNCF: row.encf },
      Emisor: { RNCEmisor: row.rnc_emisor, FechaEmision: fechaOf(row) },
      ...(comprador === null ? {} : { Comprador: { RNCComprador: comprador } }),
      Totales: { MontoTotal: row.xml_monto_total },
    },
    FechaHoraFirma: row.fecha_firma ?? '',
  };
  return tree as ECF;
}

import { formaPago, tipoBienesServicios, tipoId, tipoRetencionISR } from './codes.ts';
import type { Draft, Field, Format, Row } from './field.ts';

/**
 * The 23 fields of the purchases. A line reports one receipt and, once it was paid, its payment.
 * @source Instructivo 606 (febrero 2026); macro GenerarArchivo of the tool v2025
 */
export const fields606 = [
  { numero: 1, key: 'rnc_cedula', name: 'RNC o Cédula', kind: 'rnc', required: true, excel: 'B' },
  { numero: 2, key: 'tipo_id', name: 'Tipo Id', kind: 'code', required: true, excel: 'C', codes: tipoId },
  {
    numero: 3,
    key: 'tipo_bienes_servicios',
    name: 'Tipo Bienes y Servicios Comprados',
    kind: 'code',
    required: true,
    excel: 'D',
    codes: tipoBienesServicios,
  },
  { numero: 4, key: 'ncf', name: 'NCF', kind: 'ncf', required: true, excel: 'E' },
  { numero: 5, key: 'ncf_modificado', name: 'NCF ó Documento Modificado', kind: 'ncf', required: false, excel: 'F' },
  {
    numero: 6,
    key: 'fecha_comprobante',
    name: 'Fecha Comprobante',
    kind: 'date',
    required: true,
    excel: 'G',
    excelDay: 'H',
  },
  { numero: 7, key: 'fecha_pago', name: 'Fecha Pago', kind: 'date', required: false, excel: 'I', excelDay: 'J' },
  {
    numero: 8,
    key: 'monto_servicios',
    name: 'Monto Facturado en Servicios',
    kind: 'amount',
    required: false,
    excel: 'K',
  },
  { numero: 9, key: 'monto_bienes', name: 'Monto Facturado en Bienes', kind: 'amount', required: false, excel: 'L' },
  {
    numero: 10,
    key: 'total_monto_facturado',
    name: 'Total Monto Facturado',
    kind: 'amount',
    required: true,
    excel: 'M',
  },
  { numero: 11, key: 'itbis_facturado', name: 'ITBIS Facturado', kind: 'amount', required: false, excel: 'N' },
  { numero: 12, key: 'itbis_retenido', name: 'ITBIS Retenido', kind: 'amount', required: false, excel: 'O' },
  {
    numero: 13,
    key: 'itbis_proporcionalidad',
    name: 'ITBIS sujeto a Proporcionalidad (Art. 349)',
    kind: 'amount',
    required: false,
    excel: 'P',
  },
  { numero: 14, key: 'itbis_costo', name: 'ITBIS llevado al Costo', kind: 'amount', required: false, excel: 'Q' },
  { numero: 15, key: 'itbis_adelantar', name: 'ITBIS por Adelantar', kind: 'amount', required: false, excel: 'R' },
  {
    numero: 16,
    key: 'itbis_percibido',
    name: 'ITBIS percibido en compras',
    kind: 'amount',
    required: false,
    excel: 'S',
    enabled: false,
  },
  {
    numero: 17,
    key: 'tipo_retencion_isr',
    name: 'Tipo de Retención en ISR',
    kind: 'code',
    required: false,
    excel: 'T',
    codes: tipoRetencionISR,
  },
  { numero: 18, key: 'retencion_renta', name: 'Monto Retención Renta', kind: 'amount', required: false, excel: 'U' },
  {
    numero: 19,
    key: 'isr_percibido',
    name: 'ISR Percibido en compras',
    kind: 'amount',
    required: false,
    excel: 'V',
    enabled: false,
  },
  { numero: 20, key: 'isc', name: 'Impuesto Selectivo al Consumo', kind: 'amount', required: false, excel: 'W' },
  { numero: 21, key: 'otros_impuestos', name: 'Otros Impuesto/Tasas', kind: 'amount', required: false, excel: 'X' },
  { numero: 22, key: 'propina_legal', name: 'Monto Propina Legal', kind: 'amount', required: false, excel: 'Y' },
  { numero: 23, key: 'forma_pago', name: 'Forma de Pago', kind: 'code', required: true, excel: 'Z', codes: formaPago },
] as const satisfies readonly Field[];

/** Purchases of goods and services. */
export const format606 = {
  codigo: '606',
  name: 'Compras de Bienes y Servicios',
  fields: fields606,
  mostRows: 10_000,
  dueDay: 15,
  source: 'Instructivo 606 (febrero 2026); NG 07-18 y 05-19',
} as const satisfies Format;

/** A complete line of the 606. */
export type Row606 = Row<typeof fields606>;
/** A line of the 606 that may lack fields. */
export type Draft606 = Draft<typeof fields606>;
/** Key of a field of the 606. */
export type Key606 = (typeof fields606)[number]['key'];

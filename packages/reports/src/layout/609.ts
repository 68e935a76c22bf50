import { detalle609, parteRelacionada, servicio609, tipoId609 } from './codes.ts';
import type { Draft, Field, Format, Row } from './field.ts';

/** The 13 fields of a payment abroad. @source herramienta 609, v2018.5.0; l10n-dominicana 12.0 process_609_report_data */
export const fields609 = [
  { numero: 1, key: 'nombre', name: 'Nombre / Razón Social', kind: 'text', required: true, excel: 'B' },
  {
    numero: 2,
    key: 'tipo_id_tributaria',
    name: 'Tipo ID Tributaria',
    kind: 'code',
    required: true,
    excel: 'D',
    codes: tipoId609,
  },
  { numero: 3, key: 'id_tributaria', name: 'ID Tributaria', kind: 'text', required: true, excel: 'E', most: 50 },
  { numero: 4, key: 'pais', name: 'País de Destino', kind: 'code', required: true, excel: 'F', pattern: /^\d{3}$/ },
  {
    numero: 5,
    key: 'tipo_servicio',
    name: 'Tipo de Servicio Adquirido',
    kind: 'code',
    required: true,
    excel: 'G',
    codes: servicio609,
  },
  {
    numero: 6,
    key: 'detalle_servicio',
    name: 'Detalle del Servicio Adquirido',
    kind: 'code',
    required: true,
    excel: 'H',
    codes: detalle609,
  },
  {
    numero: 7,
    key: 'parte_relacionada',
    name: 'Parte Relacionada',
    kind: 'code',
    required: true,
    excel: 'I',
    codes: parteRelacionada,
  },
  {
    numero: 8,
    key: 'numero_documento',
    name: 'Número de Documento',
    kind: 'text',
    required: true,
    excel: 'J',
    most: 30,
  },
  { numero: 9, key: 'fecha_documento', name: 'Fecha de Documento', kind: 'date', required: true, excel: 'K' },
  { numero: 10, key: 'monto_facturado', name: 'Monto Facturado', kind: 'amount', required: true, excel: 'L' },
  {
    numero: 11,
    key: 'fecha_retencion_isr',
    name: 'Fecha de Retención ISR',
    kind: 'date',
    required: false,
    excel: 'M',
  },
  { numero: 12, key: 'renta_presunta', name: 'Renta Presunta', kind: 'amount', required: false, excel: 'N' },
  { numero: 13, key: 'isr_retenido', name: 'ISR Retenido', kind: 'amount', required: false, excel: 'O' },
] as const satisfies readonly Field[];

/** Payments abroad. Its due day is that of the other formats: no source that was read states another. */
export const format609 = {
  codigo: '609',
  name: 'Pagos por Servicios al Exterior',
  fields: fields609,
  dueDay: 15,
  source: 'Herramienta 609, v2018.5.0; NG 07-18',
} as const satisfies Format;

/** A complete line of the 609. */
export type Row609 = Row<typeof fields609>;
/** A line of the 609 that may lack fields. */
export type Draft609 = Draft<typeof fields609>;
/** Key of a field of the 609. */
export type Key609 = (typeof fields609)[number]['key'];

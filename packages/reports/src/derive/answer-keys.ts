import { payments607 } from '../layout/607.ts';

/**
 * Keys of the fields of each report that a person may answer. The two reports of a purchase (606 and 609) share no
 * key.
 */
export const answerKeys = {
  '606': [
    'tipo_bienes_servicios',
    'fecha_pago',
    'monto_servicios',
    'itbis_retenido',
    'itbis_proporcionalidad',
    'itbis_costo',
    'tipo_retencion_isr',
    'retencion_renta',
    'forma_pago',
  ],
  '607': ['tipo_ingreso', 'fecha_retencion', 'itbis_retenido_terceros', 'retencion_renta_terceros', ...payments607],
  '609': [
    'tipo_id_tributaria',
    'id_tributaria',
    'pais',
    'tipo_servicio',
    'detalle_servicio',
    'parte_relacionada',
    'numero_documento',
    'fecha_retencion_isr',
    'renta_presunta',
  ],
} as const;

import { payments607 } from '../layout/607.ts';

/** What a person may answer of a receipt in each report, by the keys of its fields. No two reports of a purchase ask the same. */
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

/** The events of which a company's webhooks can be notified, with their names on the screen. */
export const tiposDeWebhook = {
  'documento.aceptado': 'Comprobante aceptado',
  'documento.aceptado_condicional': 'Comprobante aceptado condicional',
  'documento.rechazado': 'Comprobante rechazado',
  'recibido.nuevo': 'Comprobante recibido',
  'aprobacion.recibida': 'Aprobación comercial recibida',
  'secuencia.por_agotarse': 'Secuencia por agotarse',
  'certificado.por_vencer': 'Certificado por vencer',
} as const;
export type TipoDeWebhook = keyof typeof tiposDeWebhook;

/** The states of a delivery, with their names on the screen. */
export const estadosDeEntregaWebhook = {
  pendiente: 'Pendiente',
  entregada: 'Entregada',
  fallida: 'Fallida',
} as const;
export type EstadoDeEntregaWebhook = keyof typeof estadosDeEntregaWebhook;

/** Limits of the webhooks: destinations of a company, days that a delivery is tried, hours that a replaced secret is valid. */
export const limitesDeWebhooks = { destinos: 10, dias: 3, horasDelSecretoAnterior: 24 } as const;

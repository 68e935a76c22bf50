/** Titles of the families of codes, in the order in which they are listed. */
export const familias = {
  dgii: 'Mensajes de la DGII',
  encabezado: 'Número, fechas, pago y partes',
  lineas: 'Líneas de detalle',
  ajustes: 'Descuentos y recargos globales',
  importes: 'Impuestos y totales',
  referencia: 'Notas y referencias',
  paginas: 'Páginas y subtotales',
  otros: 'Resumen, aprobación, acuse y anulación',
  estructura: 'Estructura del XML',
  firma: 'Forma y firma del XML',
  emision: 'Emisión y envío',
  libro: 'Excel a e-CF',
  compras: '606: compras y gastos',
  ventas: '607: ventas',
  anuladosYExterior: '608 y 609: anulados y pagos al exterior',
  it1: 'IT-1: revisión antes de presentar',
  quickbooks: 'QuickBooks: documentos sin reportar',
  normas: 'Normas y plazos',
  plataforma: 'Avisos de Timbre',
} as const;

/** A family of codes. */
export type Familia = keyof typeof familias;

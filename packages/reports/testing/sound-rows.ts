import { decimal, type Fecha } from '@timbre/values';
import type { Row606 } from '../src/layout/606.ts';
import type { Row607 } from '../src/layout/607.ts';
import type { Row608 } from '../src/layout/608.ts';
import type { Row609 } from '../src/layout/609.ts';

// Rows without a fault, of invented companies. Each test changes one thing in a row.

/** RNC of the declarant in the tests. */
export const declarante = '132000005';
const day = (text: string) => text as Fecha;

/** A service of a person, paid in cash in the month, with both withholdings. */
export const row606: Row606 = {
  rnc_cedula: '90000000019',
  tipo_id: '2',
  tipo_bienes_servicios: '02',
  ncf: 'B0100000123',
  fecha_comprobante: day('14-08-2026'),
  fecha_pago: day('20-08-2026'),
  monto_servicios: decimal('1000.00'),
  total_monto_facturado: decimal('1000.00'),
  itbis_facturado: decimal('180.00'),
  itbis_retenido: decimal('180.00'),
  itbis_adelantar: decimal('180.00'),
  tipo_retencion_isr: '02',
  retencion_renta: decimal('150.00'),
  forma_pago: '02',
};

/** Goods of a company, on credit. */
export const goods606: Row606 = {
  rnc_cedula: '132111117',
  tipo_id: '1',
  tipo_bienes_servicios: '09',
  ncf: 'E310000000007',
  fecha_comprobante: day('01-08-2026'),
  monto_bienes: decimal('500.50'),
  total_monto_facturado: decimal('500.50'),
  itbis_facturado: decimal('90.09'),
  itbis_adelantar: decimal('90.09'),
  forma_pago: '04',
};

/** A sale to a company, paid by card and on credit. */
export const row607: Row607 = {
  rnc_cedula: '132111117',
  tipo_id: '1',
  ncf: 'B0100000050',
  tipo_ingreso: '1',
  fecha_comprobante: day('02-08-2026'),
  monto_facturado: decimal('500.00'),
  itbis_facturado: decimal('90.00'),
  propina_legal: decimal('50.00'),
  tarjeta: decimal('600.00'),
  venta_credito: decimal('40.00'),
};

/** A voided number. */
export const row608: Row608 = { ncf: 'B0100000051', fecha_comprobante: day('03-08-2026'), tipo_anulacion: '04' };

/** A licence paid abroad, with its withholding. */
export const row609: Row609 = {
  nombre: 'Invented Software LLC',
  tipo_id_tributaria: '2',
  id_tributaria: 'US-998877',
  pais: '840',
  tipo_servicio: '8',
  detalle_servicio: '84',
  parte_relacionada: '0',
  numero_documento: 'INV-2026-08',
  fecha_documento: day('05-08-2026'),
  monto_facturado: decimal('59000.00'),
  fecha_retencion_isr: day('05-08-2026'),
  isr_retenido: decimal('8850.00'),
};

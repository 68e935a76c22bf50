import { tipoIdVenta, tipoIngreso } from './codes.ts';
import type { Draft, Field, Format, Row } from './field.ts';

/** An amount that may be blank: most of the 607. */
const amount = <const Numero extends number, const Key extends string, const Excel extends string>(
  numero: Numero,
  key: Key,
  name: string,
  excel: Excel,
) => ({ numero, key, name, kind: 'amount', required: false, excel }) as const;

/**
 * The 23 fields of the sales. Fields 17 to 23 include the taxes.
 * @source Instructivo 607 (diciembre 2025); macro Formato607.GenerarArchivo of the tool v2023.1.1
 */
export const fields607 = [
  { numero: 1, key: 'rnc_cedula', name: 'RNC/Cédula o Pasaporte', kind: 'rnc', required: false, excel: 'B' },
  {
    numero: 2,
    key: 'tipo_id',
    name: 'Tipo Identificación',
    kind: 'code',
    required: false,
    excel: 'C',
    codes: tipoIdVenta,
  },
  { numero: 3, key: 'ncf', name: 'Número Comprobante Fiscal', kind: 'ncf', required: true, excel: 'D' },
  {
    numero: 4,
    key: 'ncf_modificado',
    name: 'Número Comprobante Fiscal Modificado',
    kind: 'ncf',
    required: false,
    excel: 'E',
  },
  {
    numero: 5,
    key: 'tipo_ingreso',
    name: 'Tipo de Ingreso',
    kind: 'code',
    required: true,
    excel: 'F',
    codes: tipoIngreso,
  },
  { numero: 6, key: 'fecha_comprobante', name: 'Fecha Comprobante', kind: 'date', required: true, excel: 'G' },
  { numero: 7, key: 'fecha_retencion', name: 'Fecha de Retención', kind: 'date', required: false, excel: 'H' },
  { numero: 8, key: 'monto_facturado', name: 'Monto Facturado', kind: 'amount', required: true, excel: 'I' },
  amount(9, 'itbis_facturado', 'ITBIS Facturado', 'J'),
  amount(10, 'itbis_retenido_terceros', 'ITBIS Retenido por Terceros', 'K'),
  { ...amount(11, 'itbis_percibido', 'ITBIS Percibido', 'L'), enabled: false },
  amount(12, 'retencion_renta_terceros', 'Retención Renta por Terceros', 'M'),
  { ...amount(13, 'isr_percibido', 'ISR Percibido', 'N'), enabled: false },
  amount(14, 'isc', 'Impuesto Selectivo al Consumo', 'O'),
  amount(15, 'otros_impuestos', 'Otros Impuestos/Tasas', 'P'),
  amount(16, 'propina_legal', 'Monto Propina Legal', 'Q'),
  amount(17, 'efectivo', 'Efectivo', 'R'),
  amount(18, 'cheque_transferencia_deposito', 'Cheque/ Transferencia/ Depósito', 'S'),
  amount(19, 'tarjeta', 'Tarjeta Débito/Crédito', 'T'),
  amount(20, 'venta_credito', 'Venta a Crédito', 'U'),
  amount(21, 'bonos', 'Bonos o Certificados de Regalo', 'V'),
  amount(22, 'permuta', 'Permuta', 'W'),
  amount(23, 'otras_formas', 'Otras Formas de Ventas', 'X'),
] as const satisfies readonly Field[];

/** Sales of goods and services. */
export const format607 = {
  codigo: '607',
  name: 'Ventas de Bienes y Servicios',
  fields: fields607,
  mostRows: 65_000,
  dueDay: 15,
  source: 'Instructivo 607 (diciembre 2025); NG 07-18 y 10-18',
} as const satisfies Format;

/** Fields 17 to 23: how the sale was paid. */
export const payments607 = [
  'efectivo',
  'cheque_transferencia_deposito',
  'tarjeta',
  'venta_credito',
  'bonos',
  'permuta',
  'otras_formas',
] as const satisfies readonly Key607[];

/** A complete line of the 607. */
export type Row607 = Row<typeof fields607>;
/** A line of the 607 that may lack fields. */
export type Draft607 = Draft<typeof fields607>;
/** Key of a field of the 607. */
export type Key607 = (typeof fields607)[number]['key'];

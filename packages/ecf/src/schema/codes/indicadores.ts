import type { CodeTable } from './code-table.ts';

/** The only version of every format. */
export const Version = { '1.0': 'Versión 1.0' } as const satisfies CodeTable;

/** The ten types of e-CF. @source Formato e-CF v1.0, TipoeCF */
export const TipoeCF = {
  31: 'Factura de Crédito Fiscal Electrónica',
  32: 'Factura de Consumo Electrónica',
  33: 'Nota de Débito Electrónica',
  34: 'Nota de Crédito Electrónica',
  41: 'Compras Electrónico',
  43: 'Gastos Menores Electrónico',
  44: 'Regímenes Especiales Electrónico',
  45: 'Gubernamental Electrónico',
  46: 'Comprobante de Exportaciones Electrónico',
  47: 'Comprobante para Pagos al Exterior Electrónico',
} as const satisfies CodeTable;

export const IndicadorNotaCredito = {
  0: 'Emitida dentro de los 30 días del comprobante modificado',
  1: 'Emitida después de los 30 días del comprobante modificado',
} as const satisfies CodeTable;

export const IndicadorEnvioDiferido = { 1: 'Envío diferido autorizado' } as const satisfies CodeTable;

export const IndicadorMontoGravado = {
  0: 'Los montos de las líneas no tienen el ITBIS incluido',
  1: 'Los montos de las líneas tienen el ITBIS incluido',
} as const satisfies CodeTable;

export const IndicadorServicioTodoIncluido = { 1: 'Servicio todo incluido' } as const satisfies CodeTable;

export const TipoIngresos = {
  '01': 'Ingresos por operaciones (no financieros)',
  '02': 'Ingresos financieros',
  '03': 'Ingresos extraordinarios',
  '04': 'Ingresos por arrendamientos',
  '05': 'Ingresos por venta de activo depreciable',
  '06': 'Otros ingresos',
} as const satisfies CodeTable;

export const TipoPago = { 1: 'Contado', 2: 'Crédito', 3: 'Gratuito' } as const satisfies CodeTable;

export const FormaPago = {
  1: 'Efectivo',
  2: 'Cheque, transferencia o depósito',
  3: 'Tarjeta de débito o crédito',
  4: 'Venta a crédito',
  5: 'Bonos o certificados de regalo',
  6: 'Permuta',
  7: 'Nota de crédito',
  8: 'Otras formas de pago',
} as const satisfies CodeTable;

export const TipoCuentaPago = { CT: 'Cuenta corriente', AH: 'Ahorro', OT: 'Otra' } as const satisfies CodeTable;

export const IndicadorFacturacion = {
  0: 'No facturable',
  1: 'ITBIS 1 (18 %)',
  2: 'ITBIS 2 (16 %)',
  3: 'ITBIS 3 (0 %)',
  4: 'Exento (E)',
} as const satisfies CodeTable;

export const IndicadorFacturacionDR = {
  1: 'ITBIS 1 (18 %)',
  2: 'ITBIS 2 (16 %)',
  3: 'ITBIS 3 (0 %)',
  4: 'Exento (E)',
} as const satisfies CodeTable;

export const IndicadorBienoServicio = { 1: 'Bien', 2: 'Servicio' } as const satisfies CodeTable;

export const IndicadorAgenteRetencionoPercepcion = { 1: 'Retención', 2: 'Percepción' } as const satisfies CodeTable;

export const TipoDescuentoRecargo = { $: 'Monto', '%': 'Porcentaje' } as const satisfies CodeTable;

export const TipoAjuste = { D: 'Descuento', R: 'Recargo' } as const satisfies CodeTable;

export const IndicadorNorma1007 = { 0: 'No aplica', 1: 'Aplica la Norma 10-07' } as const satisfies CodeTable;

export const TipoAfiliacion = { 1: 'Afiliada', 2: 'No afiliada' } as const satisfies CodeTable;

export const Liquidacion = { 1: 'Provisional', 2: 'Final' } as const satisfies CodeTable;

export const ViaTransporte = { '01': 'Terrestre', '02': 'Marítima', '03': 'Aérea' } as const satisfies CodeTable;

export const CodigoModificacion = {
  1: 'Anula el NCF modificado',
  2: 'Corrige texto del comprobante fiscal modificado',
  3: 'Corrige montos del NCF modificado',
  4: 'Reemplazo de NCF emitido en contingencia',
  5: 'Referencia de factura de consumo electrónica',
} as const satisfies CodeTable;

/** The buyer's answer. @source Formato Aprobación Comercial v1.0, Estado */
export const EstadoAprobacion = { 1: 'Aceptado', 2: 'Rechazado' } as const satisfies CodeTable;

/** The receiver's acknowledgement. @source Formato Acuse de Recibo v1.0, Estado */
export const EstadoRecepcion = { 0: 'e-CF recibido', 1: 'e-CF no recibido' } as const satisfies CodeTable;

/** @source Formato Acuse de Recibo v1.0, CodigoMotivoNoRecibido */
export const CodigoMotivoNoRecibido = {
  1: 'Error de especificación',
  2: 'Error de firma digital',
  3: 'Envío duplicado',
  4: 'RNC del comprador no corresponde',
} as const satisfies CodeTable;

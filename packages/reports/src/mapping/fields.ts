/** A field of the 606 or of the 607 in the mapping. @source specification 002 §3, Report field definition */
export interface MappingField {
  readonly id: string;
  readonly nombre: string;
  readonly descripcion: string;
  /** The mapping of its report is complete only when an account feeds it. */
  readonly requiereMapeo: boolean;
  /** Its column in the workbook, unless the company chose another. */
  readonly columnaExcel: string;
  /** The company may choose its column. */
  readonly esConfigurable: boolean;
  /** Computed from other fields or from the receipt: no account feeds it. */
  readonly esCalculado: boolean;
}

const campo = (
  id: string,
  columnaExcel: string,
  nombre: string,
  descripcion: string,
  more: Partial<MappingField> = {},
): MappingField => ({
  id,
  nombre,
  descripcion,
  requiereMapeo: true,
  columnaExcel,
  esConfigurable: true,
  esCalculado: false,
  ...more,
});

const optional = { requiereMapeo: false } as const;
const calculated = { requiereMapeo: false, esCalculado: true } as const;

/** The fields of the purchases. @source specification 002 §3, 606 fields */
const mappingFields606: readonly MappingField[] = [
  campo('monto_facturado_bienes', 'K', 'Monto facturado en bienes', 'Compras de bienes, sin impuestos', optional),
  campo('monto_facturado_servicios', 'L', 'Monto facturado en servicios', 'Servicios, sin impuestos', optional),
  campo('total_monto_facturado', 'M', 'Total monto facturado', 'Suma de bienes y servicios', {
    ...calculated,
    esConfigurable: false,
  }),
  campo(
    'itbis_facturado',
    'N',
    'ITBIS facturado',
    'Opcional: sale de cada factura; las cuentas van en el 11',
    optional,
  ),
  campo('campo11', 'O', '11 ITBIS facturado', 'Cuentas del ITBIS que facturan los proveedores'),
  campo('campo12', 'P', '12 ITBIS retenido', 'Cuentas del ITBIS retenido a proveedores'),
  campo('campo13', 'Q', '13 ITBIS sujeto a proporcionalidad', 'Art. 349 del Código Tributario'),
  campo('campo14', 'R', '14 ITBIS llevado al costo', 'ITBIS que no se adelanta y va al costo'),
  campo('campo15', 'S', '15 ITBIS por adelantar', 'ITBIS que se deduce del de las ventas'),
  campo('campo16', 'T', '16 ITBIS percibido en compras', 'ITBIS que percibió el proveedor'),
  campo('campo17', 'U', '17 Tipo de retención en ISR', '02 cuando hay ISR retenido; si no, vacío', calculated),
  campo('campo18', 'V', '18 Monto retención renta', 'Cuentas del ISR retenido a proveedores'),
  campo('campo19', 'W', '19 ISR percibido en compras', 'ISR que percibió el proveedor'),
  campo('campo20', 'X', '20 Impuesto selectivo al consumo', 'Cuentas del ISC'),
  campo('campo21', 'Y', '21 Otros impuestos o tasas', 'Otros impuestos o tasas de la factura'),
  campo('campo22', 'Z', '22 Monto propina legal', 'Propina legal (10 %)'),
  campo('campo23', 'AA', '23 Forma de pago', 'Sale del pago de cada factura', calculated),
];

/** The fields of the sales. @source specification 002 §3, 607 fields */
export const mappingFields607: readonly MappingField[] = [
  campo('tipo_bienes_servicios', 'F', 'Tipo de ingreso', 'Sale de la clasificación de cada cuenta', {
    ...calculated,
    esConfigurable: false,
  }),
  campo('monto_facturado_ventas', 'I', 'Monto facturado', 'Ventas, sin impuestos', optional),
  campo(
    'itbis_facturado_ventas',
    'J',
    'ITBIS facturado en ventas',
    'Opcional: sale de cada factura; las cuentas van en el 9',
    optional,
  ),
  campo('campo9', 'K', '9 ITBIS facturado', 'Cuentas del ITBIS que se factura a clientes'),
  campo('campo10', 'L', '10 ITBIS retenido por terceros', 'ITBIS que retuvieron los clientes'),
  campo('campo11', 'M', '11 ITBIS percibido', 'ITBIS percibido en ventas'),
  campo('campo12', 'N', '12 Retención renta por terceros', 'ISR que retuvieron los clientes'),
  campo('campo13', 'O', '13 ISR percibido', 'ISR percibido en ventas'),
  campo('campo14', 'P', '14 Impuesto selectivo al consumo', 'Cuentas del ISC'),
  campo('campo15', 'Q', '15 Otros impuestos o tasas', 'Otros impuestos o tasas de la factura'),
  campo('campo16', 'R', '16 Monto propina legal', 'Propina legal (10 %)'),
  campo('campo17', 'S', '17 Efectivo', 'Ventas cobradas en efectivo'),
  campo('campo18', 'T', '18 Cheque, transferencia o depósito', 'Ventas cobradas por banco'),
  campo('campo19', 'U', '19 Tarjeta de débito o crédito', 'Ventas cobradas con tarjeta'),
  campo('campo20', 'V', '20 Venta a crédito', 'Cuentas por cobrar a clientes'),
  campo('campo21', 'W', '21 Bonos o certificados de regalo', 'Ventas cobradas con bonos'),
];

/** The fields by report. */
export const mappingFields = { '606': mappingFields606, '607': mappingFields607 } as const;

/** A report whose accounts are mapped. */
export type MappedReport = keyof typeof mappingFields;

/** The fields of a report that accounts feed. */
export const fieldsWithAccounts = (reporte: MappedReport): readonly MappingField[] =>
  mappingFields[reporte].filter(({ esCalculado }) => !esCalculado);

const fed = {
  '606': new Set(fieldsWithAccounts('606').map(({ id }) => id)),
  '607': new Set(fieldsWithAccounts('607').map(({ id }) => id)),
};

/** Whether accounts may feed a field of a report. */
export const takesAccounts = (reporte: MappedReport, campoId: string): boolean => fed[reporte].has(campoId);

import { type ToolSheet, toolSheet } from '@timbre/workbook';

/** The fields of a receipt that a column may contain, and their names in Spanish. */
export const receiptFields = {
  rnc: 'RNC o cédula',
  razonSocial: 'Nombre',
  ncf: 'NCF',
  ncf_modificado: 'NCF modificado',
  fecha: 'Fecha',
  mes: 'Fecha, año y mes',
  dia: 'Fecha, día',
  montoTotal: 'Monto total',
  subtotal: 'Monto sin impuestos',
  montoServicios: 'Monto de servicios',
  montoBienes: 'Monto de bienes',
  itbis: 'ITBIS',
  impuestoSelectivo: 'Impuesto selectivo',
  otrosImpuestos: 'Otros impuestos',
  propinaLegal: 'Propina legal',
  formaPago: 'Forma de pago',
  tipoIngreso: 'Tipo de ingreso',
  tipoBienesServicios: 'Tipo de bienes y servicios',
} as const;

/** The field of a receipt that a column contains. */
export type ReceiptField = keyof typeof receiptFields;

/** Field → index of its column. */
export type ReceiptColumns = ReadonlyMap<ReceiptField, number>;

/**
 * Patterns of headers, compared without accents, blanks and signs. If a header fits several, the first counts.
 * @source specification 002 §3, "Spreadsheet template columns", and the headers of the official tools
 */
const words: readonly (readonly [ReceiptField, RegExp])[] = [
  ['ncf_modificado', /MODIFICAD/],
  ['razonSocial', /^(RAZONSOCIAL|NOMBRE|SUPLIDOR|PROVEEDOR|CLIENTE)/],
  ['rnc', /^(RNC|CEDULA)/],
  ['ncf', /^((NO|NUM|NUMERO)?(DEL?)?(E?NCF|COMPROBANTE))/],
  ['fecha', /^FECHA(DE(L)?)?(COMPROBANTE|FACTURA|EMISION)?$/],
  ['montoServicios', /^MONTO.*SERVICIOS?$/],
  ['montoBienes', /^MONTO.*BIENES$/],
  ['subtotal', /^(SUBTOTAL|TOTALMONTOFACTURADO|MONTOFACTURADO(SINIMPUESTOS)?)$/],
  ['montoTotal', /^(MONTO)?TOTAL(FACTURA|GENERAL|CONIMPUESTOS)?$/],
  ['itbis', /^ITBIS(FACTURADO)?$/],
  ['impuestoSelectivo', /^(MONTO)?(IMPUESTOSELECTIVO|ISC)/],
  ['otrosImpuestos', /^OTROSIMPUESTOS?/],
  ['propinaLegal', /PROPINA/],
  ['formaPago', /^FORMADEPAGO/],
  ['tipoIngreso', /^TIPO(DE)?INGRESOS?/],
  ['tipoBienesServicios', /^TIPO.*(BIENES|SERVICIOS)/],
];

const marks = /[\u0300-\u036f]/g;
const lettersOf = (text: string) =>
  text
    .replace(/\bRD\$|\bDOP\b/gi, '')
    .normalize('NFD')
    .replace(marks, '')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

/** The columns of a row of headers. If two have the same meaning, the first counts. */
export function columnsByHeader(headers: readonly (string | undefined)[]): ReceiptColumns {
  const columns = new Map<ReceiptField, number>();
  headers.forEach((header, at) => {
    const letters = lettersOf(header ?? '');
    const field = words.find(([, fits]) => fits.test(letters))?.[0];
    if (field !== undefined && !columns.has(field)) columns.set(field, at);
  });
  return columns;
}

/** Key of a field of the official formats → field of a receipt. */
const ofKey: Readonly<Record<string, ReceiptField>> = {
  rnc_cedula: 'rnc',
  tipo_bienes_servicios: 'tipoBienesServicios',
  ncf: 'ncf',
  ncf_modificado: 'ncf_modificado',
  monto_servicios: 'montoServicios',
  monto_bienes: 'montoBienes',
  total_monto_facturado: 'subtotal',
  monto_facturado: 'subtotal',
  itbis_facturado: 'itbis',
  isc: 'impuestoSelectivo',
  otros_impuestos: 'otrosImpuestos',
  propina_legal: 'propinaLegal',
  forma_pago: 'formaPago',
  tipo_ingreso: 'tipoIngreso',
};
const ofDay = { mes: 'mes', 'dia del mes': 'dia', dia: 'fecha' } as const;

/** The columns of the official tool of a format. @param indexOf column of a letter */
export function columnsOfTool(tipo: '606' | '607', indexOf: (letter: string) => number): ReceiptColumns {
  const { columns }: ToolSheet = toolSheet(tipo);
  return new Map(
    columns.flatMap(({ letter, cell, field }): [ReceiptField, number][] => {
      const day = field.key === 'fecha_comprobante' ? ofDay[cell as keyof typeof ofDay] : undefined;
      const receiptField = day ?? ofKey[field.key];
      return receiptField === undefined ? [] : [[receiptField, indexOf(letter)]];
    }),
  );
}

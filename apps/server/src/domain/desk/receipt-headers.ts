import { answerKeys, formatOf, layoutKeyOf, type RecordKey, recordKeyOf } from '@timbre/reports';
import { type ToolColumn, toolSheet } from '@timbre/workbook';

/**
 * The field of a receipt that a column contains. A day of the tool may have two: year with month, and day. What a person
 * would answer has its name in the record.
 */
export type ReceiptField =
  | RecordKey
  | 'mesPago'
  | 'diaPago'
  | 'itbisAdelantar'
  | 'moneda'
  | 'rnc'
  | 'razonSocial'
  | 'ncf'
  | 'ncf_modificado'
  | 'fecha'
  | 'mes'
  | 'dia'
  | 'montoTotal'
  | 'subtotal'
  | 'montoBienes'
  | 'itbis'
  | 'impuestoSelectivo'
  | 'otrosImpuestos'
  | 'propinaLegal';

/** Names of the fields that the official formats do not have under the same key, in Spanish. */
const ownNames: Readonly<Partial<Record<ReceiptField, string>>> = {
  rnc: 'RNC o cédula',
  razonSocial: 'Nombre',
  ncf: 'NCF',
  ncf_modificado: 'NCF modificado',
  fecha: 'Fecha',
  mes: 'Fecha, año y mes',
  dia: 'Fecha, día',
  mesPago: 'Fecha de pago, año y mes',
  diaPago: 'Fecha de pago, día',
  montoTotal: 'Monto total',
  subtotal: 'Monto sin impuestos',
  montoBienes: 'Monto de bienes',
  itbis: 'ITBIS',
  itbisAdelantar: 'ITBIS por adelantar',
  moneda: 'Moneda',
  impuestoSelectivo: 'Impuesto selectivo',
  otrosImpuestos: 'Otros impuestos',
  propinaLegal: 'Propina legal',
};
const layoutNames = new Map<string, string>(
  (['607', '606'] as const).flatMap((tipo) =>
    formatOf(tipo).fields.map(({ key, name }) => [recordKeyOf(key), name] as const),
  ),
);

/** The name of a field, in Spanish. */
export const nameOfField = (field: ReceiptField): string => ownNames[field] ?? layoutNames.get(field) ?? field;

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
  ['tipoRetencionIsr', /^TIPO(DE)?RETENCION/],
  ['fechaPago', /^FECHA(DE(L)?)?PAGO$/],
  ['fechaRetencion', /^FECHA(DE(LA)?)?RETENCION$/],
  ['itbisProporcionalidad', /^ITBIS.*PROPORCIONALIDAD/],
  ['itbisCosto', /^ITBIS.*COSTO$/],
  ['itbisAdelantar', /^ITBIS.*ADELANTAR$/],
  ['tipoBienesServicios', /^TIPO.*(BIENES|SERVICIOS)/],
  ['moneda', /^((TIPO|CODIGO)(DE)?(LA)?)?(MONEDA|DIVISA|CURRENCY)$/],
];

const marks = /[\u0300-\u036f]/g;
const lettersOf = (text: string) =>
  text
    .replace(/\bRD\$|\bDOP\b/gi, '')
    .normalize('NFD')
    .replace(marks, '')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

/** Headers that mean another field on each side. */
const wordsOf: Readonly<Record<'606' | '607', typeof words>> = {
  '606': [
    ['itbisRetenido', /^ITBISRETENIDO$/],
    ['retencionRenta', /^(MONTO)?(RETENCION(DE)?(LA)?RENTA|ISRRETENIDO|RETENCIONISR)$/],
  ],
  '607': [
    ['itbisRetenidoTerceros', /^ITBISRETENIDO/],
    ['retencionRentaTerceros', /^(MONTO)?(RETENCION(DE)?(LA)?RENTA|ISRRETENIDO|RETENCIONISR)/],
    ['chequeTransferenciaDeposito', /^(CHEQUES?|TRANSFERENCIAS?|DEPOSITOS?)/],
    ['efectivo', /^EFECTIVO$/],
    ['tarjeta', /^TARJETAS?/],
    ['ventaCredito', /^(VENTAS?)?ACREDITO$/],
    ['bonos', /^BONOS?/],
    ['permuta', /^PERMUTAS?$/],
    ['otrasFormas', /^OTRASFORMAS/],
  ],
};

/** Headers of a company's own workbook → targets of its mapping: see `dynamicTargets` of packages/reports. */
export type OwnHeaders = Readonly<Record<string, string>>;

/**
 * The columns, from 0, whose header is that of a column that is read, letter for letter but for accents, blanks and signs:
 * which of them is meant nobody can tell.
 */
export function repeatedHeaders(
  headers: readonly (string | undefined)[],
  columns: ReceiptColumns,
): readonly (readonly [read: number, other: number])[] {
  const letters = headers.map((header) => lettersOf(header ?? ''));
  return [...columns.values()].flatMap((read) => {
    const other = letters.findIndex((each, at) => at !== read && each !== '' && each === letters[read]);
    return other < 0 ? [] : [[read, other] as const];
  });
}

/**
 * The columns of a row of headers: by the company's own mapping, by the names of the official format, then by words. Of
 * two alike the first counts.
 */
export function columnsByHeader(
  headers: readonly (string | undefined)[],
  tipo: '606' | '607',
  own: OwnHeaders = {},
): ReceiptColumns {
  const targets = new Map(Object.entries(own));
  const mapped = headers.map((header) => {
    const target = targets.get(header?.trim() ?? '');
    return target === undefined ? undefined : fieldOfTarget(tipo, target);
  });
  const columns = new Map<ReceiptField, number>();
  headers.forEach((header, at) => {
    const letters = lettersOf(header ?? '');
    const known =
      official[tipo].get(letters) ?? [...wordsOf[tipo], ...words].find(([, fits]) => fits.test(letters))?.[0];
    // A field of a column that the company mapped is in no other column.
    const field = mapped[at] ?? (mapped.includes(known) ? undefined : known);
    if (field !== undefined && !columns.has(field)) columns.set(field, at);
  });
  return columns;
}

/** Key of a field of the official formats → field of a receipt. */
const ofKey: Readonly<Record<string, ReceiptField>> = {
  rnc_cedula: 'rnc',
  fecha_comprobante: 'fecha',
  ncf: 'ncf',
  ncf_modificado: 'ncf_modificado',
  monto_bienes: 'montoBienes',
  total_monto_facturado: 'subtotal',
  monto_facturado: 'subtotal',
  itbis_facturado: 'itbis',
  isc: 'impuestoSelectivo',
  otros_impuestos: 'otrosImpuestos',
  propina_legal: 'propinaLegal',
  itbis_adelantar: 'itbisAdelantar',
};
const fieldOf = (tipo: '606' | '607', key: string): ReceiptField | undefined =>
  ofKey[key] ?? ((answerKeys[tipo] as readonly string[]).includes(key) ? (recordKeyOf(key) as RecordKey) : undefined);

/** The two cells of a day in the tool. */
const ofDay: Readonly<Record<string, Readonly<Record<string, ReceiptField>>>> = {
  fecha_comprobante: { mes: 'mes', 'dia del mes': 'dia' },
  fecha_pago: { mes: 'mesPago', 'dia del mes': 'diaPago' },
};

/** The field of a target of a mapping. */
const fieldOfTarget = (tipo: '606' | '607', id: string): ReceiptField | undefined =>
  id === 'razonSocial' || id === 'montoTotal' ? id : fieldOf(tipo, layoutKeyOf(tipo, id));

const fieldOfColumn = (tipo: '606' | '607', { cell, field }: ToolColumn): ReceiptField | undefined =>
  ofDay[field.key]?.[cell] ?? fieldOf(tipo, field.key);

/** The headers of the files of Timbre: the names of the official format, and those of its tool. */
const officialOf = (tipo: '606' | '607'): ReadonlyMap<string, ReceiptField> =>
  new Map(
    [
      ...formatOf(tipo).fields.map(({ key, name }) => [lettersOf(name), fieldOf(tipo, key)] as const),
      ...toolSheet(tipo).columns.map((column) => [lettersOf(column.header), fieldOfColumn(tipo, column)] as const),
    ].flatMap(([letters, field]): [string, ReceiptField][] => (field === undefined ? [] : [[letters, field]])),
  );
const official = { '606': officialOf('606'), '607': officialOf('607') } as const;

/**
 * The columns of the sheet of a tool: the official ones, unless its headers place a field elsewhere, as in the order of
 * the specification.
 *
 * @param headers cells of its row of headers; @param indexOf column of a letter
 */
export function columnsOfTool(
  tipo: '606' | '607',
  headers: readonly (string | undefined)[],
  indexOf: (letter: string) => number,
): ReceiptColumns {
  const columns: ReceiptColumns = new Map(
    toolSheet(tipo).columns.flatMap((column): [ReceiptField, number][] => {
      const field = fieldOfColumn(tipo, column);
      return field === undefined ? [] : [[field, indexOf(column.letter)]];
    }),
  );
  const byHeader = columnsByHeader(headers, tipo);
  const isElsewhere = [...byHeader].some(([field, at]) => columns.has(field) && columns.get(field) !== at);
  return isElsewhere && byHeader.has('ncf') ? byHeader : columns;
}

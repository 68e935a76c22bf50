import { utils, write } from '@e965/xlsx';

// The workbook of the DGII's tool as a person fills it: labels in A4 to A6, headers in row 11, receipts from row 12.
// Days of the 606 have two columns. Lists have whole texts.

const kinds: Readonly<Record<string, string>> = {
  '02': '02-GASTOS POR TRABAJOS, SUMINISTROS Y SERVICIOS ',
  '07': '07 -GASTOS FINANCIEROS ',
  '09': '09 -COMPRAS Y GASTOS QUE FORMARAN PARTE DEL COSTO DE VENTA ',
  '10': '10 -ADQUISICIONES DE ACTIVOS ',
};
const forms: Readonly<Record<string, string>> = {
  '01': '01 - EFECTIVO',
  '02': '02 - CHEQUES/TRANSFERENCIAS/DEPÓSITO',
  '03': '03 - TARJETA CRÉDITO/DÉBITO',
  '04': '04 - COMPRA A CREDITO',
  '06': '06 - NOTA DE CREDITO',
};
const withholdings: Readonly<Record<string, string>> = {
  '01': '01 - ALQUILERES',
  '02': '02 - HONORARIOS POR SERVICIOS',
};
const incomes: Readonly<Record<string, string>> = { 1: '01 - Ingresos por operaciones (No financieros)' };

/** The values of a receipt by the names of the call. */
export type Registro = Readonly<Record<string, string>>;

type Cell = string | number;
const number = (text: string | undefined): Cell => (text === undefined ? '' : Number(text));
const digits = (day: string | undefined) => day?.replaceAll('-', '') ?? '';
const baseOf = (one: Registro): number =>
  (['itbis', 'impuestoSelectivo', 'otrosImpuestos', 'propinaLegal'] as const).reduce(
    (rest, key) => rest - Math.round(Number(one[key] ?? 0) * 100),
    Math.round(Number(one.montoTotal) * 100),
  ) / 100;

/** Columns B to Z of the 606. */
function row606(one: Registro): Cell[] {
  const [day, paid] = [digits(one.fecha), digits(one.fechaPago)];
  const credit = Math.round((Number(one.itbis) - Number(one.itbisCosto ?? 0)) * 100) / 100;
  return [
    one.rnc ?? '',
    one.rnc?.length === 11 ? 2 : 1,
    kinds[one.tipoBienesServicios!]!,
    one.ncf!,
    one.ncf_modificado ?? '',
    day.slice(0, 6),
    Number(day.slice(6)),
    paid.slice(0, 6),
    paid === '' ? '' : Number(paid.slice(6)),
    number(one.montoServicios),
    number(one.montoBienes),
    baseOf(one),
    number(one.itbis),
    number(one.itbisRetenido),
    number(one.itbisProporcionalidad),
    number(one.itbisCosto),
    one.itbisCosto === undefined ? '' : credit,
    '',
    withholdings[one.tipoRetencionIsr ?? ''] ?? '',
    number(one.retencionRenta),
    '',
    number(one.impuestoSelectivo),
    number(one.otrosImpuestos),
    number(one.propinaLegal),
    forms[one.formaPago!]!,
  ];
}

/** Columns B to X of the 607. */
function row607(one: Registro): Cell[] {
  return [
    one.rnc ?? '',
    one.rnc === undefined ? '' : one.rnc.length === 11 ? 2 : 1,
    one.ncf!,
    one.ncf_modificado ?? '',
    incomes[one.tipoIngreso!] ?? `0${one.tipoIngreso} - Otros`,
    digits(one.fecha),
    digits(one.fechaRetencion),
    baseOf(one),
    number(one.itbis),
    number(one.itbisRetenidoTerceros),
    '',
    number(one.retencionRentaTerceros),
    '',
    number(one.impuestoSelectivo),
    number(one.otrosImpuestos),
    number(one.propinaLegal),
    number(one.efectivo),
    number(one.chequeTransferenciaDeposito),
    number(one.tarjeta),
    number(one.ventaCredito),
    number(one.bonos),
    number(one.permuta),
    number(one.otrasFormas),
  ];
}

const names606 = [
  'Líneas',
  'RNC o Cédula',
  'Tipo Id',
  'Tipo Bienes y Servicios Comprados',
  'NCF',
  'NCF ó Documento Modificado',
  'Fecha Comprobante',
  '',
  'Fecha Pago',
];

export function toolBook(tipo: '606' | '607', rnc: string, month: string, records: readonly Registro[]): Buffer {
  const head: Cell[][] = [
    [],
    [],
    [],
    ['RNC o Cédula', '', rnc],
    ['Periodo', '', Number(month)],
    ['Cantidad Registros', '', records.length],
    [],
    [],
    [],
    [],
    tipo === '606'
      ? names606
      : ['Líneas', 'RNC/Cédula o Pasaporte', 'Tipo Identificación', 'Número Comprobante Fiscal'],
  ];
  const rows = records.map((one, at) => [at + 1, ...(tipo === '606' ? row606(one) : row607(one))]);
  const book = utils.book_new(utils.aoa_to_sheet([...head, ...rows]), `Herramienta Formato ${tipo}`);
  return write(book, { type: 'buffer', bookType: 'biff8' });
}

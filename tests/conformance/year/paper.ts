import { utils, write } from '@e965/xlsx';
import { reportes } from '@timbre/contract';
import { expect } from 'vitest';
import { emptyPaper, pastedPaper, registroOf } from '../../../apps/web/src/features/reportes/paper.ts';
import type { Company } from '../month/company.ts';
import { figuresOf, isAbroad, isConsumer, money, type Paper, type Purchase, papers, type Sale } from './event.ts';
import { own } from './parties.ts';
import { isPaidLater } from './reckon-606.ts';
import { formsOf } from './reckon-607.ts';
import { type Registro, toolBook } from './tool-book.ts';

// Receipts on paper, as a person or a program brings them at the end of a month: with what is known then.

const compact = (all: Readonly<Record<string, string | false | undefined>>): Registro =>
  Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])));

const common = (one: Purchase | Sale) => {
  const { itbis, tip, excise, other, total } = figuresOf(one);
  return {
    rnc: one.party.id || one.party.foreign,
    razonSocial: one.party.name,
    ncf: one.ncf,
    fecha: one.day,
    montoTotal: money(total),
    itbis: money(itbis),
    ncf_modificado: one.modifies?.ncf,
    impuestoSelectivo: excise > 0 && money(excise),
    otrosImpuestos: other > 0 && money(other),
    propinaLegal: tip > 0 && money(tip),
  };
};

/** A purchase. While it is not paid in its month, it is on credit. */
export function purchaseRecord(one: Purchase): Registro {
  const { base, services, itbis } = figuresOf(one);
  const isPaid = one.paid !== undefined && !isPaidLater(one);
  const isSplit = itbis > 0 && !isAbroad(one.ncf);
  const isPerson = one.party.id.length === 11;
  const mayWithhold = isPaid && services > 0 && one.modifies === undefined && one.party.id !== '';
  return compact({
    ...common(one),
    montoServicios: money(services),
    montoBienes: money(base - services),
    tipoBienesServicios: one.kind,
    itbisProporcionalidad: isSplit && money(one.share),
    itbisCosto: isSplit && !isConsumer(one.ncf) && money(one.cost),
    formaPago: isPaid ? one.form : '04',
    fechaPago: isPaid && one.paid,
    itbisRetenido: mayWithhold && itbis > 0 && money(one.withheld.itbis),
    retencionRenta: mayWithhold && isPerson && money(one.withheld.isr),
    tipoRetencionIsr: mayWithhold && one.withheld.isr > 0 && one.withheld.kind,
  });
}

const formNames = [
  'efectivo',
  'chequeTransferenciaDeposito',
  'tarjeta',
  'ventaCredito',
  'bonos',
  'permuta',
  'otrasFormas',
] as const;

export function saleRecord(one: Sale): Registro {
  const forms = formsOf(one);
  const named = formNames.map((name, at) => [name, forms[at]! > 0 && money(forms[at]!)] as const);
  return compact({
    ...common(one),
    tipoIngreso: String(one.income),
    itbisRetenidoTerceros: one.withheld && money(one.withheld.itbis),
    retencionRentaTerceros: one.withheld && one.withheld.isr > 0 && money(one.withheld.isr),
    fechaRetencion: one.withheld?.day,
    ...Object.fromEntries(named),
  });
}

/** Headers that an office writes above the columns. */
const headers: Readonly<Record<string, string>> = {
  rnc: 'RNC o Cédula',
  razonSocial: 'Nombre',
  ncf: 'NCF',
  fecha: 'Fecha',
  montoTotal: 'Total',
  itbis: 'ITBIS Facturado',
  ncf_modificado: 'NCF Modificado',
  impuestoSelectivo: 'Impuesto Selectivo',
  otrosImpuestos: 'Otros Impuestos',
  propinaLegal: 'Propina Legal',
  montoServicios: 'Monto Servicios',
  montoBienes: 'Monto Bienes',
  tipoBienesServicios: 'Tipo de Bienes y Servicios',
  itbisProporcionalidad: 'ITBIS sujeto a Proporcionalidad',
  itbisCosto: 'ITBIS llevado al Costo',
  formaPago: 'Forma de Pago',
  fechaPago: 'Fecha de Pago',
  itbisRetenido: 'ITBIS Retenido',
  retencionRenta: 'ISR Retenido',
  tipoRetencionIsr: 'Tipo de Retención',
  tipoIngreso: 'Tipo de Ingreso',
  itbisRetenidoTerceros: 'ITBIS Retenido por Terceros',
  retencionRentaTerceros: 'Retención de la Renta por Terceros',
  fechaRetencion: 'Fecha de Retención',
  efectivo: 'Efectivo',
  chequeTransferenciaDeposito: 'Transferencias',
  tarjeta: 'Tarjetas',
  ventaCredito: 'Ventas a Crédito',
  bonos: 'Bonos',
  permuta: 'Permutas',
  otrasFormas: 'Otras Formas',
};
const isAmount = (text: string) => /^\d+\.\d\d$/.test(text);
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const grouped = (text: string) => text.replace(/\B(?=(\d{3})+\.)/g, ',');
const slashed = (iso: string) => `${iso.slice(8)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
const serial = (iso: string) => Date.parse(iso) / 86_400_000 + 25_569;

const columnsOf = (records: readonly Registro[]) =>
  Object.keys(headers).filter((key) => records.some((one) => one[key]));

/** A .csv of an office: semicolons, days with slashes, amounts with thousands. */
function csvOf(records: readonly Registro[]): Buffer {
  const columns = columnsOf(records);
  const spell = (text: string) => (isDay(text) ? slashed(text) : isAmount(text) ? `RD$ ${grouped(text)}` : text);
  const lines = [
    columns.map((key) => headers[key]!),
    ...records.map((one) => columns.map((key) => spell(one[key] ?? ''))),
  ];
  return Buffer.from(lines.map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\r\n'));
}

/** A sheet with a title, numbers as numbers and days as days. */
function sheetOf(records: readonly Registro[], bookType: 'xlsx' | 'biff8'): Buffer {
  const columns = columnsOf(records);
  const cell = (text: string) => {
    if (isDay(text)) return { t: 'n', v: serial(text), z: 'dd/mm/yyyy' };
    return isAmount(text) ? { t: 'n', v: Number(text), z: '#,##0.00' } : text;
  };
  const rows = records.map((one) => columns.map((key) => cell(one[key] ?? '')));
  const sheet = utils.aoa_to_sheet([['Comprobantes del mes'], columns.map((key) => headers[key]!), ...rows]);
  return write(utils.book_new(sheet, 'Mes'), { type: 'buffer', bookType });
}

/** Cells pasted in the order of the screen; what has no column there is typed into the row. */
function pasted(records: readonly Registro[]): Registro[] {
  const order = ['rnc', 'razonSocial', 'ncf', 'fecha', 'montoTotal', 'itbis', 'ncf_modificado'];
  const typed = ['montoServicios', 'impuestoSelectivo', 'otrosImpuestos', 'propinaLegal'];
  const text = records.map((one) =>
    order.map((key) => (key === 'fecha' ? slashed(one.fecha!) : (one[key] ?? ''))).join('\t'),
  );
  return pastedPaper(text.join('\n')).map((row, at) => {
    const more = Object.fromEntries(typed.map((key) => [key, records[at]![key] ?? '']));
    return registroOf({ ...emptyPaper, ...row, ...more }) as unknown as Registro;
  });
}

type Tipo = '606' | '607';

/** Reads a workbook by the call. */
async function readBook({ call }: Company, tipo: Tipo, bytes: Buffer, name: string): Promise<object[]> {
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(bytes)], name));
  const { body } = await call(reportes.leerLibroDeComprobantes, { params: { tipo }, form });
  expect(body.incidencias).toEqual([]);
  return body.datos;
}

const doors: Readonly<
  Record<Paper, (company: Company, tipo: Tipo, records: readonly Registro[], month: string) => Promise<object[]>>
> = {
  registro: async (_, _tipo, records) => [...records],
  pegado: async (_, _tipo, records) => pasted(records),
  csv: (company, tipo, records) => readBook(company, tipo, csvOf(records), 'mes.csv'),
  xlsx: (company, tipo, records) => readBook(company, tipo, sheetOf(records, 'xlsx'), 'mes.xlsx'),
  xls: (company, tipo, records) => readBook(company, tipo, sheetOf(records, 'biff8'), 'mes.xls'),
  herramienta: (company, tipo, records, month) =>
    readBook(company, tipo, toolBook(tipo, own.rnc, month, records), `Herramienta ${tipo}.xls`),
};

/** Loads the receipts of a month, each by its door. */
export async function loadPaper(
  company: Company,
  month: string,
  purchases: readonly Purchase[],
  sales: readonly Sale[],
) {
  for (const door of papers) {
    const isHere = (one: Purchase | Sale) => one.door === door;
    for (const [tipo, records] of [
      ['606', purchases.filter(isHere).map(purchaseRecord)],
      ['607', sales.filter(isHere).map(saleRecord)],
    ] as const) {
      if (records.length === 0) continue;
      const datos = (await doors[door](company, tipo, records, month)) as reportes.RegistroCargado[];
      await load(company, tipo, door, datos);
    }
  }
  // The tool of the 606 has no names, and the 609 asks for that of the payee. The receipt is completed.
  const unnamed = purchases.filter(({ door, ncf }) => door === 'herramienta' && isAbroad(ncf)).map(purchaseRecord);
  if (unnamed.length > 0) await load(company, '606', 'registro', unnamed as unknown as reportes.RegistroCargado[]);
}

/** Loads records, all of which are taken without a notice. */
async function load({ call }: Company, tipo: Tipo, door: Paper, datos: reportes.RegistroCargado[]): Promise<void> {
  const { body } = await call(reportes.cargarComprobantes, { params: { tipo }, body: { datos } });
  expect([door, tipo, body]).toEqual([
    door,
    tipo,
    { cargados: datos.length, repetidos: [], rechazados: [], avisos: [] },
  ]);
}

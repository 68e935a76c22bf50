import type { reportes } from '@timbre/contract';
import { partyDemanded, readReceiptAmount } from '@timbre/reports';
import {
  bareTaxId,
  type Decimal,
  displayFecha,
  findHeaders,
  formatDecimal,
  formatISODate,
  normalNCF,
  type Reading,
  readDate,
  readNCF,
  sub,
  zero,
} from '@timbre/values';
import { readBlock } from './grid/paste.ts';

export type Registro = reportes.RegistroCargado;
type Fila = reportes.FilaDeReporte;

/** The columns of a receipt on paper, in the order in which they are pasted. */
export const paperColumns = [
  { key: 'rnc', name: 'RNC o cédula' },
  { key: 'razonSocial', name: 'Nombre' },
  { key: 'ncf', name: 'NCF' },
  { key: 'fecha', name: 'Fecha' },
  { key: 'montoTotal', name: 'Monto total' },
  { key: 'itbis', name: 'ITBIS' },
  { key: 'ncf_modificado', name: 'NCF modificado' },
] as const;
/** Further fields of a receipt on paper, which are typed but not pasted in order. */
export const morePaper = [
  { key: 'montoServicios', name: 'Monto en servicios' },
  { key: 'impuestoSelectivo', name: 'Impuesto selectivo' },
  { key: 'otrosImpuestos', name: 'Otros impuestos' },
  { key: 'propinaLegal', name: 'Propina legal' },
] as const;
type PaperKey = (typeof paperColumns)[number]['key'] | (typeof morePaper)[number]['key'];

/** A paper receipt as it is typed: every column is a text. */
export type PaperRow = Readonly<Record<PaperKey, string>>;

export const emptyPaper: PaperRow = {
  rnc: '',
  razonSocial: '',
  ncf: '',
  fecha: '',
  montoTotal: '',
  itbis: '',
  ncf_modificado: '',
  montoServicios: '',
  impuestoSelectivo: '',
  otrosImpuestos: '',
  propinaLegal: '',
};

/** The fault of a reading, after the name of the field. */
const faultOf = (read: Reading<unknown>, name = ''): string | undefined =>
  'fault' in read ? `${name}${read.fault}` : undefined;

/** The value of a text as it will be stored; the text itself if it has a fault. */
const stored = <Value>(read: Reading<Value>, text: string, format: (value: Value) => string): string =>
  'value' in read ? format(read.value) : text;
const storedAmount = (text: string): string =>
  stored(readReceiptAmount(text), text, (amount: Decimal) => formatDecimal(amount, 2));

/** Why the server would refuse a receipt; undefined if it would not. */
export function faultOfPaper(row: PaperRow, tipo: '606' | '607'): string | undefined {
  const [ncf, fecha, modified] = [readNCF(row.ncf), readDate(row.fecha), readNCF(row.ncf_modificado)];
  if (row.montoTotal.trim() === '') return faultOf(ncf) ?? faultOf(fecha) ?? 'Falta el monto total';
  const [total, itbis] = [readReceiptAmount(row.montoTotal), readReceiptAmount(row.itbis.trim() || '0')];
  const more = morePaper.map(({ key, name }) => faultOf(readReceiptAmount(row[key].trim() || '0'), `${name}: `));
  const fault =
    faultOf(ncf) ??
    faultOf(fecha) ??
    faultOf(total, 'Monto total: ') ??
    faultOf(itbis, 'ITBIS: ') ??
    more.find((each) => each !== undefined) ??
    (row.ncf_modificado.trim() === '' ? undefined : faultOf(modified, 'NCF modificado: '));
  if (fault !== undefined || bareTaxId(row.rnc) !== '') return fault;
  return partyDemanded(tipo, {
    ncf: normalNCF(row.ncf),
    ncf_modificado: normalNCF(row.ncf_modificado),
    fecha_comprobante: 'value' in fecha ? fecha.value : undefined,
    monto_facturado: 'value' in total ? sub(total.value, 'value' in itbis ? itbis.value : zero) : undefined,
  });
}

/**
 * Parses receipts copied from a sheet: one per line, in the order of {@link paperColumns}. A header line is skipped.
 */
export const pastedPaper = (text: string): readonly PaperRow[] =>
  filledLines(text)
    .filter((cells, index) => index > 0 || !namesColumns(cells))
    .map((cells) => ({
      ...emptyPaper,
      ...Object.fromEntries(paperColumns.map(({ key }, at) => [key, (cells[at] ?? '').trim()])),
    }));

/** A receipt in the form used by the call. */
export const registroOf = ({ ncf_modificado, ...row }: PaperRow): Registro => ({
  razonSocial: row.razonSocial,
  rnc: bareTaxId(row.rnc),
  ncf: stored(readNCF(row.ncf), row.ncf, String),
  fecha: stored(readDate(row.fecha), row.fecha, formatISODate),
  montoTotal: storedAmount(row.montoTotal),
  itbis: storedAmount(row.itbis.trim() || '0'),
  ...(ncf_modificado.trim() !== '' && { ncf_modificado: stored(readNCF(ncf_modificado), ncf_modificado, String) }),
  ...Object.fromEntries(
    morePaper.flatMap(({ key }) => (row[key].trim() === '' ? [] : [[key, storedAmount(row[key])]])),
  ),
});

/** A receipt of a report as it is typed, to load it again corrected. Its amounts have no sign. */
export const paperOf = ({ rnc, razonSocial, ncf, fecha, montoTotal, itbis, ncf_modificado, fila }: Fila): PaperRow => ({
  ...emptyPaper,
  rnc,
  razonSocial,
  ncf,
  fecha: displayFecha(fecha),
  montoTotal: montoTotal.replace('-', ''),
  itbis: itbis.replace('-', ''),
  ncf_modificado: ncf_modificado ?? '',
  montoServicios: fila.monto_servicios ?? '',
  impuestoSelectivo: fila.isc ?? '',
  otrosImpuestos: fila.otros_impuestos ?? '',
  propinaLegal: fila.propina_legal ?? '',
});

/** Whether the first line of copied cells names its columns, so that they may be any columns in any order. */
export const hasHeaders = (text: string): boolean => namesColumns(filledLines(text)[0] ?? []);

const filledLines = (text: string): readonly string[][] =>
  readBlock(text).filter((cells) => cells.some((cell) => cell.trim() !== ''));

/** Whether a line names a column after a number. A line with the numbers themselves is a receipt: see {@link findHeaders}. */
const namesColumns = (cells: readonly string[]): boolean =>
  findHeaders([cells], { textsOf: (texts) => texts, countKnown: countNumberNames })?.known !== 0;

const countNumberNames = (texts: readonly string[], hasData: boolean): number =>
  hasData ? 0 : texts.filter((text) => /^\s*(e?-?ncf|rnc|c[ée]dula)\b/i.test(text)).length;

/** Copied cells as a file for the reader of workbooks. */
export const pastedFile = (text: string): File =>
  new File(
    [
      readBlock(text)
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t'))
        .join('\r\n'),
    ],
    'pegado.csv',
    { type: 'text/csv' },
  );

/** Splits a list into parts of limited length. */
export function chunksOf<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, at) => list.slice(at * most, (at + 1) * most));
}

import type { reportes } from '@timbre/contract';
import { normalNCF, partyDemanded, partyNumber, readReceiptAmount } from '@timbre/reports';
import { displayFecha, formatDecimal, parseDecimal, parseISODate, sub, zero } from '@timbre/values';
import { parseTypedDate } from '../../lib/typed-date.ts';
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
/** What a receipt on paper may say besides, which is typed but not pasted in order. */
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

/** The amount as it will be stored, parsed as on the server; the text itself if it is not an amount. */
function amountOf(text: string): string {
  const read = readReceiptAmount(text);
  return 'amount' in read ? formatDecimal(read.amount, 2) : text;
}

/** Why the text of an amount is invalid; undefined if it is valid or blank. */
function faultOfAmount(name: string, text: string): string | undefined {
  const read = text.trim() === '' ? undefined : readReceiptAmount(text);
  return read && 'fault' in read ? `${name}: ${read.fault}` : undefined;
}

/** Why the server would refuse a receipt; undefined if it would not. */
export function faultOfPaper(row: PaperRow, tipo: '606' | '607'): string | undefined {
  if (row.ncf.trim() === '') return 'Falta el NCF';
  const fecha = parseTypedDate(row.fecha);
  if (fecha === undefined) return 'La fecha va como 31/12/2026';
  if (row.montoTotal.trim() === '') return 'Falta el monto total';
  const amounts = [['montoTotal', 'Monto total'], ['itbis', 'ITBIS'], ...morePaper.map(({ key, name }) => [key, name])];
  const fault = amounts.map(([key, name]) => faultOfAmount(name!, row[key as PaperKey])).find(Boolean);
  if (fault !== undefined) return fault;
  if (partyNumber(row.rnc) !== '') return undefined;
  const [total, itbis = zero] = [row.montoTotal, row.itbis].map((typed) => parseDecimal(amountOf(typed)));
  return partyDemanded(tipo, {
    ncf: normalNCF(row.ncf),
    ncf_modificado: normalNCF(row.ncf_modificado),
    fecha_comprobante: parseISODate(fecha),
    monto_facturado: total && sub(total, itbis),
  });
}

/**
 * Parses receipts copied from a sheet: one per line, in the order of {@link paperColumns}. A header line is skipped.
 */
export const pastedPaper = (text: string): readonly PaperRow[] =>
  readBlock(text)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .filter((cells, index) => index > 0 || !/^\s*(rnc|c[ée]dula)/i.test(cells[0] ?? ''))
    .map((cells) => ({
      ...emptyPaper,
      ...Object.fromEntries(paperColumns.map(({ key }, at) => [key, (cells[at] ?? '').trim()])),
    }));

/** A receipt in the form used by the call. */
export const registroOf = ({ ncf_modificado, fecha, rnc, razonSocial, ncf, ...row }: PaperRow): Registro => ({
  razonSocial,
  ncf,
  rnc: rnc.replace(/[\s-]/g, ''),
  fecha: parseTypedDate(fecha) ?? fecha,
  montoTotal: amountOf(row.montoTotal),
  itbis: row.itbis.trim() === '' ? '0.00' : amountOf(row.itbis),
  ...(ncf_modificado !== '' && { ncf_modificado }),
  ...Object.fromEntries(morePaper.flatMap(({ key }) => (row[key].trim() === '' ? [] : [[key, amountOf(row[key])]]))),
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
export const hasHeaders = (text: string): boolean =>
  (readBlock(text).find((cells) => cells.some((cell) => cell.trim() !== '')) ?? []).some((cell) =>
    /^\s*(e?-?ncf|rnc|c[ée]dula)\b/i.test(cell),
  );

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

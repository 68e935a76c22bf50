import { type Amounts, amountsOf, answerKeys, type Field, formatOf, type Receipt, valueOfText } from '@timbre/reports';
import { compare, compareFecha, formatMonto, isNegative, parseDecimal, parseISODate } from '@timbre/values';
import type { ReporteDeRenglones, Sentido } from './tables.ts';

/** Answers of a person, or suggestions for them: texts by the key of the field. */
export type Respuestas = Readonly<Record<string, string>>;

const keysOf = (reporte: ReporteDeRenglones): readonly string[] => answerKeys[reporte];

/** The side of the receipts of a report, and the reports of a side. */
export const sentidoDe = (reporte: ReporteDeRenglones): Sentido => (reporte === '607' ? 'venta' : 'compra');
export const reportesDe: Readonly<Record<Sentido, readonly ReporteDeRenglones[]>> = {
  compra: ['606', '609'],
  venta: ['607'],
};

/** The answers of a report among those of a receipt. */
export const answersFor = (reporte: ReporteDeRenglones, respuestas: Respuestas): Respuestas =>
  Object.fromEntries(Object.entries(respuestas).filter(([key]) => keysOf(reporte).includes(key)));

/** Upper limit of an amount: the ITBIS of the receipt, its amount without taxes, or with them. */
const mostOf: Readonly<Record<string, keyof Amounts>> = {
  monto_servicios: 'base',
  itbis_retenido: 'itbis',
  itbis_proporcionalidad: 'itbis',
  itbis_costo: 'itbis',
  retencion_renta: 'base',
  itbis_retenido_terceros: 'itbis',
  retencion_renta_terceros: 'base',
  efectivo: 'total',
  cheque_transferencia_deposito: 'total',
  tarjeta: 'total',
  venta_credito: 'total',
  bonos: 'total',
  permuta: 'total',
  otras_formas: 'total',
  renta_presunta: 'base',
};

/**
 * Why an answer cannot be accepted, in Spanish; undefined if it can.
 *
 * @param key of the field; @param text the answer; @param receipt the receipt that it is about
 */
export function faultOfAnswer(
  reporte: ReporteDeRenglones,
  key: string,
  text: string,
  receipt: Receipt,
): string | undefined {
  const field = formatOf(reporte).fields.find((each) => each.key === key);
  if (field === undefined || !keysOf(reporte).includes(key)) {
    const where =
      receipt.origen === undefined ? 'cargue el comprobante' : 'corríjalo en QuickBooks, o cargue el comprobante';
    return `«${key}» no se responde en el ${reporte}${field === undefined ? '' : `: ${where}`}`;
  }
  const fault = {
    amount: amountFault,
    date: dateFault,
    code: codeFault,
    text: textFault,
    rnc: textFault,
    ncf: textFault,
  };
  const admitted = fault[field.kind](field, text, receipt);
  return admitted && `${receipt.ncf}, «${field.name}»: ${admitted}, y no «${text}»`;
}

function amountFault({ key }: Field, text: string, receipt: Receipt): string | undefined {
  const amount = parseDecimal(text);
  if (amount === undefined || amount.scale > 2 || isNegative(amount))
    return 'un monto de cero o más, con dos decimales';
  const most = amountsOf(receipt)[mostOf[key] ?? 'total'];
  return compare(amount, most) > 0 ? `como mucho ${formatMonto(most)}` : undefined;
}

function dateFault(_: Field, text: string, receipt: Receipt): string | undefined {
  const day = parseISODate(text);
  if (day === undefined) return 'una fecha aaaa-mm-dd';
  return compareFecha(day, receipt.fecha) < 0 ? `una fecha desde la del comprobante, ${receipt.fecha}` : undefined;
}

function codeFault(field: Field, text: string): string | undefined {
  if (valueOfText(field, text) !== undefined) return undefined;
  const { codes } = field;
  return codes === undefined
    ? 'un código de tres dígitos'
    : `uno de los códigos ${Object.keys(codes).sort().join(', ')}`;
}

const textFault = ({ most = 100 }: Field, text: string): string | undefined =>
  text.trim() === '' || text.length > most ? `un texto de hasta ${most} caracteres` : undefined;

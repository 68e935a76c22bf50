import {
  answerKeys,
  type Field,
  formaPago,
  formatOf,
  payments607,
  type Receipt,
  readCode,
  recordKeyOf,
} from '@timbre/reports';
import { compare, decimal, type Fecha, formatDecimal, formatISODate, isZero, sub, zero } from '@timbre/values';
import { faultOfAnswer, type Respuestas } from './answer-keys.ts';
import { amountOf, dayOf, reject } from './paper-values.ts';
import type { TextRecord } from './record-texts.ts';
import type { Sentido } from './tables.ts';

/** A purchase on credit that is not paid: its record has code 04 and no day of payment. */
const isUnpaid = ({ formaPago: forma, fechaPago }: TextRecord): boolean =>
  readCode(formaPago, forma ?? '') === '04' && (fechaPago ?? '') === '';

/** The payment of an unpaid purchase: a fact of the receipt, which a later record with the payment replaces. */
export const onCredit = (record: TextRecord): Pick<Receipt, 'tipoPago'> => (isUnpaid(record) ? { tipoPago: '2' } : {});

/** Fields that are read into the receipt itself. */
const onReceipt: ReadonlySet<string> = new Set(['monto_servicios', 'tipo_ingreso']);

/** The values of a record for fields that a person would have to answer. @throws Rejected */
export function answersOf(
  record: TextRecord,
  receipt: Receipt,
  { sentido, hoy }: { readonly sentido: Sentido; readonly hoy: Fecha },
): Respuestas {
  const tipo = sentido === 'venta' ? '607' : '606';
  const written = sentido === 'venta' ? record : withCost(record);
  const answers: Record<string, string> = {};
  for (const field of formatOf(tipo).fields) {
    const { key } = field;
    const value = isAnswer(tipo, key) ? (written as Readonly<Record<string, Written>>)[recordKeyOf(key)] : undefined;
    if ((value ?? '') === '' || (key === 'forma_pago' && isUnpaid(record))) continue;
    const text = answerOf(field, value as string | number, hoy);
    const fault = faultOfAnswer(tipo, key, text, receipt);
    if (fault !== undefined) reject(fault);
    answers[key] = text;
  }
  return withoutZeros(answers);
}

type Written = string | number | null | undefined;

const isAnswer = (tipo: '606' | '607', key: string): boolean =>
  !onReceipt.has(key) && (answerKeys[tipo] as readonly string[]).includes(key);

/** A value as it is stored among the answers. */
function answerOf({ kind, name, codes = {} }: Field, value: string | number, hoy: Fecha): string {
  if (kind === 'amount') return formatDecimal(amountOf(value, name), 2);
  if (kind === 'date') return formatISODate(dayOf(String(value), hoy));
  const code = readCode(codes, String(value));
  return code ?? reject(`${name}: «${value}» no es uno de los códigos ${Object.keys(codes).sort().join(', ')}`);
}

/** A record with its ITBIS that is cost, which follows from the billed ITBIS and what is deducted of it. */
function withCost(record: TextRecord): TextRecord {
  const { itbis, itbisAdelantar: credit, itbisCosto: cost } = record;
  if ((credit ?? '') === '') return record;
  const follows = sub(amountOf(itbis ?? 0, 'ITBIS'), amountOf(credit!, 'ITBIS por adelantar'));
  if (compare(follows, zero) < 0) reject('El ITBIS por adelantar es mayor que el ITBIS facturado');
  if ((cost ?? '') === '') return { ...record, itbisCosto: formatDecimal(follows, 2) };
  if (compare(amountOf(cost!, 'ITBIS llevado al costo'), follows) !== 0)
    reject('El ITBIS por adelantar no es el facturado menos el llevado al costo');
  return record;
}

/** Forms of sale that are all zero state nothing: a tool has zeros in the cells that nobody filled. */
function withoutZeros(answers: Respuestas): Respuestas {
  const isForm = (key: string) => (payments607 as readonly string[]).includes(key);
  const entries = Object.entries(answers);
  const isStated = entries.some(([key, text]) => isForm(key) && !isZero(decimal(text)));
  return isStated ? answers : Object.fromEntries(entries.filter(([key]) => !isForm(key)));
}

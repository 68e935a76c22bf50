import {
  type Amounts,
  type Answers606,
  amountsOf,
  type Draft606,
  isGastosMenores,
  type Receipt,
  rowToTexts,
  suggestWithholding,
} from '@timbre/reports';
import { decimal, divide, type Fecha, formatDecimal, isZero, mul, parseDecimal, round } from '@timbre/values';
import type { Respuestas } from './answer-keys.ts';

/** Amounts that repeat from receipt to receipt as a share of one of its amounts. */
const shares: Readonly<Record<string, keyof Amounts>> = {
  monto_servicios: 'base',
  itbis_retenido: 'itbis',
  itbis_proporcionalidad: 'itbis',
  itbis_costo: 'itbis',
  retencion_renta: 'base',
};

/** Values that repeat unchanged from receipt to receipt. */
const repeated: ReadonlySet<string> = new Set([
  'tipo_bienes_servicios',
  'tipo_retencion_isr',
  'forma_pago',
  'tipo_id_tributaria',
  'id_tributaria',
  'pais',
  'tipo_servicio',
  'detalle_servicio',
  'parte_relacionada',
]);

/**
 * The party for whom the answers of a purchase are learned: its issuer or, if the declarant issued it, its recipient.
 * The small expenses of a company are its own.
 */
export function supplierOf({ ncf, emisor, comprador }: Receipt, rnc: string): string {
  if (emisor.id !== rnc || isGastosMenores(ncf)) return emisor.id ?? '';
  return comprador?.id ?? comprador?.extranjero ?? comprador?.nombre ?? '';
}

/** The suggestions learned from the answers for a receipt: amounts as shares of its amounts, the rest unchanged. */
export function learnedOf(receipt: Receipt, respuestas: Respuestas): Respuestas {
  const amounts = amountsOf(receipt);
  const learned: Record<string, string> = {};
  for (const [key, text] of Object.entries(respuestas)) {
    if (repeated.has(key)) learned[key] = text;
    const whole = shares[key] && amounts[shares[key]];
    const part = parseDecimal(text);
    if (whole !== undefined && part !== undefined && !isZero(whole))
      learned[key] = formatDecimal(divide(part, whole, 6), 6);
  }
  return learned;
}

/** Learned suggestions as texts for a receipt: shares become amounts of it. Only for the fields asked. */
export function suggestedBy(learned: Respuestas, receipt: Receipt, asked: ReadonlySet<string>): Respuestas {
  const amounts = amountsOf(receipt);
  const suggested: Record<string, string> = {};
  for (const [key, text] of Object.entries(learned)) {
    if (!asked.has(key)) continue;
    if (shares[key] === undefined) suggested[key] = text;
    else suggested[key] = formatDecimal(round(mul(amounts[shares[key]], decimal(text)), 2), 2);
  }
  return suggested;
}

/**
 * The withholdings that the law prescribes for services of a person, for the fields asked.
 *
 * @param row with its amounts and its field 3, answered or suggested
 */
export function withholdingFor(row: Draft606, paidOn: Fecha, asked: ReadonlySet<string>): Respuestas {
  const usual: Answers606 = suggestWithholding(row, paidOn);
  const texts = rowToTexts('606', usual as Draft606);
  const wanted = asked.has('retencion_renta') ? new Set([...asked, 'tipo_retencion_isr']) : asked;
  return Object.fromEntries(Object.entries(texts).filter(([key]) => wanted.has(key)));
}

import { abs, add, compare, type Decimal, decimal, type Fecha, isZero, sub, sum, zero } from '@timbre/values';
import type { payments607 } from '../layout/607.ts';
import type { tipoIngreso } from '../layout/codes.ts';
import { isCompras, isGastosMenores, isNotaCredito, isPagoExterior, isRegistroUnico } from '../layout/ncf.ts';
import { type Amounts, amountsOf, inPesos, sumOf } from './amounts.ts';
import type { answerKeys } from './answer-keys.ts';
import { type Answers, type Derived, dataOf, filler } from './filler.ts';
import type { Declarant, Receipt } from './input.ts';
import type { DerivationCode } from './marks.ts';

/** Answers for the fields of a sale that the receipt does not state. Amounts in RD$. */
export type Answers607 = Answers<'607', (typeof answerKeys)['607'][number]>;

/** Facts of a sale that the IT-1 requires and no field of the 607 contains. Amounts in RD$. */
export interface SaleFacts extends Pick<Amounts, 'gravado18' | 'gravado16' | 'gravado0' | 'exento'> {
  /** Day of the receipt that a note modifies. */
  readonly fecha_ncf_modificado?: Fecha | undefined;
  /** True if the credit note itself states that it was issued more than 30 days after the receipt that it modifies. */
  readonly notaTardia?: boolean | undefined;
}

/** A row of the 607 with the facts for the IT-1. */
export type Sale = Derived<'607'> & { readonly facts: SaleFacts };

/**
 * The row of the 607 for an issued receipt.
 * @param answers of a person; @param suggestions likely values, used and marked as such where there is no answer
 * @returns undefined for a receipt that is not a sale (types 11, 13, 17, 41, 43, 47). The row may be incomplete;
 * `pending` lists the missing fields. Amounts are positive, notes included.
 * @source Instructivo 607 (diciembre 2025)
 */
export function deriveSale(
  receipt: Receipt,
  declarant: Declarant,
  answers: Answers607 = {},
  suggestions: Answers607 = {},
): Sale | undefined {
  if (isCompras(receipt.ncf) || isGastosMenores(receipt.ncf) || isPagoExterior(receipt.ncf)) return undefined;
  const fill = filler<'607'>(answers, suggestions, dataOf[receipt.origen ?? 'comprobante']);
  const { razones = {} } = receipt;
  const amounts = amountsOf(receipt);
  const read: DerivationCode = receipt.tasa === undefined ? 'D-DATO' : 'D-MONEDA';
  const some = (amount: Decimal) => (isZero(amount) ? undefined : amount);

  fillBuyer(fill, receipt, declarant);
  fill.put('ncf', receipt.ncf, 'D-DATO');
  fill.put('ncf_modificado', receipt.referencia?.ncf, razones.referencia ?? 'D-DATO');
  const kind = String(Number(receipt.tipoIngresos ?? 'NaN'));
  const { tipoIngresos: reason = 'D-INGRESO' } = razones;
  if (!/^[1-6]$/.test(kind)) fill.askOrPend('tipo_ingreso');
  else if (reason === 'D-INGRESO' || !fill.ask('tipo_ingreso'))
    fill.say('tipo_ingreso', kind as `${keyof typeof tipoIngreso}`, reason);
  fill.put('fecha_comprobante', receipt.fecha, 'D-DATO');
  fill.put('monto_facturado', amounts.base, sumOf(receipt));
  fill.put('itbis_facturado', some(amounts.itbis), razones.itbis ?? read);
  fillWithheld(fill, receipt, razones.retenido ?? read);
  fill.put('isc', some(amounts.isc), razones.isc ?? 'D-IMPUESTO');
  fill.put('otros_impuestos', some(amounts.otros), razones.otros ?? 'D-IMPUESTO');
  fill.put('propina_legal', some(amounts.propina), razones.propina ?? 'D-IMPUESTO');
  const stated = { ...suggestions, ...answers };
  if (!isNotaCredito(receipt.ncf)) fillPayments(fill, receipt, amounts.total, stated);
  else for (const key of paymentKeys) fill.ask(key);
  const { gravado18, gravado16, gravado0, exento } = amounts;
  const facts = {
    gravado18,
    gravado16,
    gravado0,
    exento,
    fecha_ncf_modificado: receipt.referencia?.fecha,
    notaTardia: receipt.notaTardia,
  };
  return { ...fill.done(), facts };
}

type Filler = ReturnType<typeof filler<'607'>>;

/** Fields 1 and 2: the buyer, by its number or its passport; the declarant in the single register of income. */
function fillBuyer(fill: Filler, receipt: Receipt, { rnc }: Declarant): void {
  const { id = undefined, extranjero = undefined } = isRegistroUnico(receipt.ncf)
    ? { id: rnc }
    : (receipt.comprador ?? {});
  if (id !== undefined) {
    fill.put('rnc_cedula', id, isRegistroUnico(receipt.ncf) ? 'D-ID-PROPIO' : (receipt.razones?.identidad ?? 'D-DATO'));
    fill.put('tipo_id', id.length === 11 ? '2' : '1', 'D-TIPO-ID');
  } else if (extranjero !== undefined) {
    fill.put('rnc_cedula', extranjero, 'D-DATO');
    fill.put('tipo_id', '3', 'D-TIPO-ID');
  }
}

/** Fields 7, 10 and 12: the amounts that the buyer withheld, and the day. */
function fillWithheld(fill: Filler, receipt: Receipt, read: DerivationCode): void {
  const { row } = fill.done();
  const stated = { itbis: inPesos(receipt.retenido?.itbis, receipt), isr: inPesos(receipt.retenido?.isr, receipt) };
  if (!fill.ask('itbis_retenido_terceros') && !isZero(stated.itbis))
    fill.put('itbis_retenido_terceros', stated.itbis, read);
  if (!fill.ask('retencion_renta_terceros') && !isZero(stated.isr))
    fill.put('retencion_renta_terceros', stated.isr, read);
  const withheld = add(row.itbis_retenido_terceros ?? zero, row.retencion_renta_terceros ?? zero);
  if (!isZero(withheld)) fill.askOrPend('fecha_retencion');
}

/** FormaPago of the e-CF → fields 17 to 23. @source Formato e-CF v1.0, FormaPago */
const fieldOf: Readonly<Record<string, (typeof payments607)[number]>> = {
  1: 'efectivo',
  2: 'cheque_transferencia_deposito',
  3: 'tarjeta',
  4: 'venta_credito',
  5: 'bonos',
  6: 'permuta',
  7: 'otras_formas',
  8: 'otras_formas',
};

const paymentKeys = [...new Set(Object.values(fieldOf))];
/** A difference up to this amount is rounding and is added to the last form of payment. */
const rounding = decimal('1.00');

/**
 * Fields 17 to 23, which add up to the total with taxes. A debit note is a sale; only a credit note may have them blank.
 * @source Instructivo 607, campos 17 a 23
 */
function fillPayments(fill: Filler, receipt: Receipt, total: Decimal, answers: Answers607): void {
  if (paymentKeys.some((key) => answers[key] !== undefined)) {
    for (const key of paymentKeys) fill.ask(key);
    return;
  }
  const forms = receipt.formasPago ?? [];
  if (forms.length === 0) {
    if (isZero(total)) return;
    if (receipt.tipoPago === '2') fill.put('venta_credito', total, 'D-FORMA-CREDITO');
    else if (receipt.tipoPago === '3') fill.put('otras_formas', total, 'D-COBRO-GRATUITO');
    else fill.pend('efectivo');
    return;
  }
  const paid = new Map<(typeof payments607)[number], Decimal>();
  for (const { forma, monto } of forms) {
    const key = fieldOf[forma] ?? 'otras_formas';
    paid.set(key, add(paid.get(key) ?? zero, inPesos(monto, receipt)));
  }
  for (const [key, amount] of paid) if (!isZero(amount)) fill.put(key, amount, 'D-DATO');
  const rest = sub(total, sum(paid.values()));
  if (isZero(rest)) return;
  const last = [...paid.keys()].at(-1)!;
  if (compare(abs(rest), rounding) <= 0) fill.put(last, add(paid.get(last)!, rest), 'D-COBRO-RESTO');
  else if (compare(rest, zero) > 0)
    fill.put('venta_credito', add(paid.get('venta_credito') ?? zero, rest), 'D-COBRO-CREDITO');
}

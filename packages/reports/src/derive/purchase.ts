import { compare, type Decimal, isZero, type Periodo, periodoOf, sub, zero } from '@timbre/values';
import type { Key606 } from '../layout/606.ts';
import type { formaPago } from '../layout/codes.ts';
import { isCompras, isConsumo, isGastosMenores, isNotaCredito, isPagoExterior } from '../layout/ncf.ts';
import { amountsOf, apportion, inPesos, sumOf } from './amounts.ts';
import type { answerKeys } from './answer-keys.ts';
import { type Answers, type Derived, dataOf, filler } from './filler.ts';
import type { Declarant, PurchaseMoment, Receipt } from './input.ts';
import { type DerivationCode, isLikely } from './marks.ts';

/** Answers for the fields of a purchase that the receipt does not state. Zero means «nothing». Amounts in RD$. */
export type Answers606 = Answers<'606', (typeof answerKeys)['606'][number]>;

/** A row of the 606 with its period. */
export type Purchase = Derived<'606'> & PurchaseMoment;

/**
 * The rows of the 606 for a purchase. The first is in the month of the receipt. If it was paid in a later month, and
 * something was withheld or that is still to be answered, a second row with the same date of receipt is in the month of
 * the payment.
 *
 * @param receipt received, or issued by the declarant to itself or to a supplier that issues none (types 41, 43, 47)
 * @param answers of a person; @param suggestions likely values, used and marked as such where there is no answer
 * @returns rows that may be incomplete; `pending` lists what is missing. Amounts are positive, notes included.
 * @source Instructivo 606 (febrero 2026)
 */
export function derivePurchase(
  receipt: Receipt,
  declarant: Declarant,
  answers: Answers606 = {},
  suggestions: Answers606 = {},
): Purchase[] {
  const month = periodoOf(receipt.fecha);
  const paid = answers.fecha_pago ?? suggestions.fecha_pago;
  const later = paid === undefined ? month : periodoOf(paid);
  const all = rowOf(receipt, declarant, answers, suggestions, 'all');
  if (later <= month) return [{ ...all, periodo: month, momento: 'compra' }];
  const first = {
    ...rowOf(receipt, declarant, answers, suggestions, 'unpaid'),
    periodo: month,
    momento: 'compra' as const,
  };
  // While it is not answered whether something was withheld, the row in the month of the payment asks for it.
  const again = withholds(all) || all.pending.some((key) => key === 'itbis_retenido' || key === 'retencion_renta');
  return again ? [first, { ...all, periodo: later as Periodo, momento: 'pago' }] : [first];
}

const withholds = ({ row }: Derived<'606'>): boolean =>
  !isZero(row.itbis_retenido ?? zero) || !isZero(row.retencion_renta ?? zero);

type Filler = ReturnType<typeof filler<'606'>>;

function rowOf(
  receipt: Receipt,
  declarant: Declarant,
  answers: Answers606,
  suggestions: Answers606,
  part: 'all' | 'unpaid',
): Derived<'606'> {
  const fill = filler<'606'>(answers, suggestions, dataOf[receipt.origen ?? 'comprobante']);
  const amounts = amountsOf(receipt);
  const { razones = {}, libros = {} } = receipt;
  const read: DerivationCode = receipt.tasa === undefined ? 'D-DATO' : 'D-MONEDA';
  const some = (amount: Decimal) => (isZero(amount) ? undefined : amount);

  fillSupplier(fill, receipt, declarant);
  if (libros.tipoBienesServicios === undefined) fill.askOrPend('tipo_bienes_servicios');
  else if (!fill.ask('tipo_bienes_servicios'))
    fill.put('tipo_bienes_servicios', libros.tipoBienesServicios, 'D-QB-MAPEO');
  fill.put('ncf', receipt.ncf, 'D-DATO');
  fill.put('ncf_modificado', receipt.referencia?.ncf, razones.referencia ?? 'D-DATO');
  fill.put('fecha_comprobante', receipt.fecha, 'D-DATO');

  const services = fillBase(fill, receipt, amounts.base, answers.monto_servicios ?? suggestions.monto_servicios);
  fill.say('itbis_facturado', some(amounts.itbis), razones.itbis ?? read);
  const isForeign = isPagoExterior(receipt.ncf) || isPagoExterior(receipt.referencia?.ncf ?? '');
  if (!isForeign) {
    fillCredit(fill, receipt, amounts.itbis);
    fill.put('isc', some(amounts.isc), razones.isc ?? 'D-IMPUESTO');
    fill.put('otros_impuestos', some(amounts.otros), razones.otros ?? 'D-IMPUESTO');
    fill.put('propina_legal', some(amounts.propina), razones.propina ?? 'D-IMPUESTO');
  }
  const onCredit = fillPayment(fill, receipt, part);
  if (part === 'all' && !onCredit) fillWithheld(fill, receipt, services, isForeign);
  return fill.done();
}

/** Fields 1 and 2. Only small expenses and payments abroad have the declarant's own number. */
function fillSupplier(fill: Filler, receipt: Receipt, { rnc }: Declarant): void {
  const about = [receipt.ncf, receipt.referencia?.ncf ?? ''];
  const isOwn = about.some((ncf) => isGastosMenores(ncf) || isPagoExterior(ncf));
  const issued = receipt.emisor.id === rnc;
  const id = isOwn ? rnc : issued ? receipt.comprador?.id : receipt.emisor.id;
  if (id === undefined) {
    fill.pend('rnc_cedula');
    return;
  }
  const { identidad = 'D-DATO' } = receipt.razones ?? {};
  fill.put(
    'rnc_cedula',
    id,
    isOwn ? 'D-ID-PROPIO' : issued && receipt.origen === undefined ? 'D-ID-COMPRADOR' : identidad,
  );
  fill.put('tipo_id', id.length === 11 ? '2' : '1', 'D-TIPO-ID');
}

/** Fields 8, 9 and 10. Returns the amount of services; zero if it is not known. */
function fillBase(fill: Filler, receipt: Receipt, base: Decimal, answered: Decimal | undefined): Decimal {
  fill.put('total_monto_facturado', base, sumOf(receipt));
  const parts = apportion(receipt, base);
  if (answered !== undefined) {
    fill.ask('monto_servicios');
    fill.put('monto_bienes', sub(base, answered), 'D-TOTAL');
    return answered;
  }
  if (parts === undefined) {
    fill.pend('monto_servicios');
    fill.pend('monto_bienes');
    return zero;
  }
  const { bienServicio } = receipt.razones ?? {};
  const plain = parts.code === 'D-DATO' && receipt.tasa !== undefined ? 'D-MONEDA' : parts.code;
  const code = bienServicio ?? plain;
  if (!isZero(parts.servicios)) fill.put('monto_servicios', parts.servicios, code);
  if (!isZero(parts.bienes)) fill.put('monto_bienes', parts.bienes, code);
  if (bienServicio !== undefined && isLikely(bienServicio)) fill.doubt('monto_servicios', bienServicio);
  return parts.servicios;
}

/** Fields 13, 14 and 15: the ITBIS that is proportional, the ITBIS that is cost, and 15 = 11 − 14. */
function fillCredit(fill: Filler, receipt: Receipt, itbis: Decimal): void {
  if (isZero(itbis)) return;
  if (isConsumo(receipt.ncf) || isConsumo(receipt.referencia?.ncf ?? '')) {
    fill.put('itbis_costo', itbis, 'D-CONSUMO-COSTO');
    fill.put('itbis_adelantar', zero, 'D-ADELANTAR');
    return;
  }
  // No credit for an estimated ITBIS.
  const { razones = {}, libros = {} } = receipt;
  if (razones.itbis !== undefined && isLikely(razones.itbis)) return;
  const isStated = (key: 'itbis_costo' | 'itbis_proporcionalidad', inBooks: Decimal | undefined): boolean => {
    if (fill.ask(key)) return true;
    if (inBooks !== undefined) fill.put(key, inPesos(inBooks, receipt), 'D-QB-MAPEO');
    return inBooks !== undefined;
  };
  const hasCost = isStated('itbis_costo', libros.itbisCosto);
  const hasShare = isStated('itbis_proporcionalidad', libros.itbisProporcionalidad);
  if (!hasCost && !hasShare) {
    fill.pend('itbis_costo');
    fill.pend('itbis_proporcionalidad');
    fill.put('itbis_adelantar', itbis, 'D-ADELANTAR-ESTIMADO');
    return;
  }
  if (!hasCost) fill.put('itbis_costo', zero, 'D-COSTO-RESTO');
  if (!hasShare) fill.put('itbis_proporcionalidad', zero, 'D-COSTO-RESTO');
  fill.put('itbis_adelantar', sub(itbis, fill.done().row.itbis_costo ?? zero), 'D-ADELANTAR');
}

/** FormaPago of the e-CF → field 23; gift vouchers and other forms have no code there. */
const formaOf: Readonly<Record<string, keyof typeof formaPago>> = {
  1: '01',
  2: '02',
  3: '03',
  4: '04',
  6: '05',
  7: '06',
};

/** Fields 7 and 23. Returns true if it is on credit and unpaid: nothing was withheld yet. */
function fillPayment(fill: Filler, receipt: Receipt, part: 'all' | 'unpaid'): boolean {
  if (part === 'unpaid') {
    fill.put('forma_pago', '04', 'D-FORMA-CREDITO');
    return true;
  }
  const forms = new Set((receipt.formasPago ?? []).map(({ forma }) => formaOf[forma]));
  const [only] = forms;
  const isPaid = fill.ask('fecha_pago');
  if (!fill.ask('forma_pago')) {
    if (forms.size > 1) fill.put('forma_pago', '07', 'D-FORMA-MIXTA');
    else if (only !== undefined) fill.put('forma_pago', only, 'D-FORMA-UNICA');
    else if (receipt.tipoPago === '2' && !isPaid) fill.put('forma_pago', '04', 'D-FORMA-CREDITO');
    else if (isNotaCredito(receipt.ncf)) fill.put('forma_pago', '06', 'D-FORMA-NOTA');
    else fill.pend('forma_pago');
  }
  if (isPaid) return false;
  if (fill.done().row.forma_pago === '04') return true;
  if (receipt.tipoPago === '1') fill.put('fecha_pago', receipt.fecha, 'D-PAGO-CONTADO');
  return false;
}

/** Fields 12, 17 and 18, and the day of payment that they require. */
function fillWithheld(fill: Filler, receipt: Receipt, services: Decimal, isForeign: boolean): void {
  const { row } = fill.done();
  const mayBe = !isNotaCredito(receipt.ncf) && !isGastosMenores(receipt.ncf);
  const mayWithhold = mayBe && compare(services, zero) > 0;
  const mayOfITBIS = (mayWithhold || (mayBe && isCompras(receipt.ncf))) && row.itbis_facturado !== undefined;
  const mayOfISR = mayWithhold && row.rnc_cedula?.length === 11;
  if (!isForeign) fillAmountWithheld(fill, receipt, 'itbis_retenido', mayOfITBIS);
  fillAmountWithheld(fill, receipt, 'retencion_renta', mayOfISR);
  if (!isZero(row.retencion_renta ?? zero)) fill.askOrPend('tipo_retencion_isr');
  if (withholds(fill.done()) && row.fecha_pago === undefined) fill.pend('fecha_pago');
}

/** Field 12 or 18: the amount that the receipt states, else the answer; pending if `isAsked` and the receipt states none. */
function fillAmountWithheld(
  fill: Filler,
  receipt: Receipt,
  key: Key606 & ('itbis_retenido' | 'retencion_renta'),
  isAsked: boolean,
): void {
  const { retenido, razones, tasa } = receipt;
  const withheld = inPesos(key === 'itbis_retenido' ? retenido?.itbis : retenido?.isr, receipt);
  if (!isZero(withheld)) fill.put(key, withheld, razones?.retenido ?? (tasa === undefined ? 'D-DATO' : 'D-MONEDA'));
  else if (!fill.ask(key) && isAsked && retenido === undefined) fill.pend(key);
}

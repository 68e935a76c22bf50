import { isZero } from '@timbre/values';
import type { servicio609 } from '../layout/codes.ts';
import { isPagoExterior } from '../layout/ncf.ts';
import { amountsOf, inPesos, sumOf } from './amounts.ts';
import type { answerKeys } from './answer-keys.ts';
import { type Answers, type Derived, dataOf, filler } from './filler.ts';
import type { Receipt } from './input.ts';

/** Answers for the fields of a payment abroad that the receipt does not state. Amounts in RD$. */
export type Answers609 = Answers<'609', (typeof answerKeys)['609'][number]>;

/**
 * The row of the 609 for a payment abroad (types 17 and 47), whose buyer is the payee.
 * @param answers of a person; @param suggestions likely values, used and marked as such where there is no answer
 * @returns undefined for any other type. The row may be incomplete; `pending` lists what is missing.
 * @source herramienta 609, v2018.5.0
 */
export function derivePaymentAbroad(
  receipt: Receipt,
  answers: Answers609 = {},
  suggestions: Answers609 = {},
): Derived<'609'> | undefined {
  if (!isPagoExterior(receipt.ncf)) return undefined;
  const fill = filler<'609'>(answers, suggestions, dataOf[receipt.origen ?? 'comprobante']);
  const payee = receipt.comprador ?? {};
  if (payee.nombre === undefined) fill.pend('nombre');
  else fill.put('nombre', payee.nombre, 'D-DATO');
  fill.askOrPend('tipo_id_tributaria');
  if (!fill.ask('id_tributaria')) {
    if (payee.extranjero === undefined) fill.pend('id_tributaria');
    else fill.put('id_tributaria', payee.extranjero, 'D-DATO');
  }
  fill.askOrPend('pais');
  const detail = answers.detalle_servicio ?? suggestions.detalle_servicio;
  if (!fill.ask('tipo_servicio')) {
    if (detail === undefined) fill.pend('tipo_servicio');
    else fill.put('tipo_servicio', detail.slice(0, 1) as `${keyof typeof servicio609}`, 'D-SERVICIO-DETALLE');
  }
  fill.askOrPend('detalle_servicio');
  fill.askOrPend('parte_relacionada');
  if (!fill.ask('numero_documento')) fill.put('numero_documento', receipt.ncf, 'D-DOCUMENTO-NCF');
  fill.put('fecha_documento', receipt.fecha, 'D-DATO');
  fill.put('monto_facturado', amountsOf(receipt).base, sumOf(receipt));
  const isr = inPesos(receipt.retenido?.isr, receipt);
  fill.ask('renta_presunta');
  if (!isZero(isr)) {
    fill.put('isr_retenido', isr, receipt.tasa === undefined ? 'D-DATO' : 'D-MONEDA');
    if (!fill.ask('fecha_retencion_isr')) {
      if (receipt.tipoPago === '1') fill.put('fecha_retencion_isr', receipt.fecha, 'D-PAGO-CONTADO');
      else fill.pend('fecha_retencion_isr');
    }
  }
  return fill.done();
}

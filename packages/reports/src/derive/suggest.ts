import { compare, divide, type Fecha, formatMonto, isZero, mul, zero } from '@timbre/values';
import { isrRate, itbisWithholdingRate, withhold } from '@timbre/values/retenciones';
import type { Draft606 } from '../layout/606.ts';
import type { tipoRetencionISR } from '../layout/codes.ts';
import { type Derivation, derivations } from './marks.ts';
import type { Answers606 } from './purchase.ts';

/** Kind of goods and services (field 3) → kind of income withheld from (field 17), where one follows from the other. */
const retencionOf: Readonly<Record<string, keyof typeof tipoRetencionISR>> = { '02': '02', '03': '01' };

/**
 * What is usually withheld from a person's services, as suggestions for `derivePurchase`: all of the ITBIS of the services,
 * and income tax on them by its rate on the day of payment. Nothing for companies, goods and notes: there a person decides;
 * and nothing by a rate that no source confirms.
 * @param row a row of the 606 with its amounts and, for the income tax, its field 3
 * @param paidOn day of payment, whose rates hold
 * @source Reglamento 293-11; Código Tributario, art. 309; Ley 30-26
 */
export function suggestWithholding(row: Draft606, paidOn: Fecha): Answers606 {
  const {
    rnc_cedula = '',
    ncf_modificado,
    monto_servicios: services = zero,
    total_monto_facturado: total = zero,
  } = row;
  if (rnc_cedula.length !== 11 || ncf_modificado !== undefined || compare(services, zero) <= 0 || isZero(total))
    return {};
  const itbis = divide(mul(row.itbis_facturado ?? zero, services), total, 2);
  const tipo = retencionOf[row.tipo_bienes_servicios ?? ''];
  const rate = tipo === undefined ? undefined : isrRate(tipo, paidOn);
  const itbisRate = itbisWithholdingRate('persona-fisica', paidOn, row.ncf ?? '');
  return {
    ...(itbisRate !== undefined && { itbis_retenido: withhold(itbis, itbisRate) }),
    ...(tipo !== undefined &&
      rate !== undefined && { tipo_retencion_isr: tipo, retencion_renta: withhold(services, rate) }),
  };
}

/**
 * Why what {@link suggestWithholding} says is likely, for whom it holds and, of a fee, what a technical service would have withheld
 * in its place: nothing that is known of a receipt or of the declarant tells.
 * @param row and @param paidOn as there; @param field of the suggestion
 * @source Reglamento 139-98, art. 70
 */
export function whyWithheld(row: Draft606, paidOn: Fecha, field: string): Derivation {
  const likely = derivations['D-RETENCION'];
  const technical = isrRate('04', paidOn);
  if (field === 'itbis_retenido' || row.tipo_bienes_servicios !== '02' || technical === undefined) return likely;
  const amount = formatMonto(withhold(row.monto_servicios ?? zero, technical));
  return {
    ...likely,
    text: `${likely.text}. Si el servicio es técnico, el tipo es 04 y se retienen RD$ ${amount}`,
    source: `${likely.source}; Reglamento 139-98, art. 70`,
  };
}

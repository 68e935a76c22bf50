import { compare, divide, type Fecha, formatMonto, isZero, mul, zero } from '@timbre/values';
import { isrRate, itbisWithholdingRate, withhold } from '@timbre/values/retenciones';
import type { Draft606 } from '../layout/606.ts';
import type { tipoRetencionISR } from '../layout/codes.ts';
import { isCompras } from '../layout/ncf.ts';
import { type Derivation, derivations } from './marks.ts';
import type { Answers606 } from './purchase.ts';

/** Kind of goods and services (field 3) → kind of income withheld from (field 17), where one follows from the other. */
const retencionOf: Readonly<Record<string, keyof typeof tipoRetencionISR>> = { '02': '02', '03': '01' };

/**
 * What is usually withheld, as suggestions for `derivePurchase`: of a receipt of purchases (11, 41) all of its ITBIS; of a person's
 * services on another receipt the ITBIS of the services; and of a person's services income tax by its rate on the day of payment.
 * Nothing else for companies, goods and notes: there a person decides; and nothing by a rate that no source confirms.
 * @param row a row of the 606 with its amounts and, for the income tax, its field 3
 * @param paidOn day of payment, whose rates hold
 * @source Reglamento 293-11; NG 05-19; Código Tributario, art. 309; Ley 30-26
 */
export function suggestWithholding(row: Draft606, paidOn: Fecha): Answers606 {
  const {
    rnc_cedula = '',
    ncf_modificado,
    monto_servicios: services = zero,
    total_monto_facturado: total = zero,
  } = row;
  if (ncf_modificado !== undefined || isZero(total)) return {};
  const ofPurchases = withheldOfPurchases(row, paidOn);
  if (rnc_cedula.length !== 11 || compare(services, zero) <= 0) return ofPurchases;
  const itbis = divide(mul(row.itbis_facturado ?? zero, services), total, 2);
  const tipo = retencionOf[row.tipo_bienes_servicios ?? ''];
  const rate = tipo === undefined ? undefined : isrRate(tipo, paidOn);
  const itbisRate = itbisWithholdingRate('persona-fisica', paidOn, row.ncf ?? '');
  return {
    ...(itbisRate !== undefined && { itbis_retenido: withhold(itbis, itbisRate) }),
    ...ofPurchases,
    ...(tipo !== undefined &&
      rate !== undefined && { tipo_retencion_isr: tipo, retencion_renta: withhold(services, rate) }),
  };
}

/** The ITBIS of a receipt of purchases, whoever sells and whatever it is. */
function withheldOfPurchases({ ncf = '', itbis_facturado }: Draft606, paidOn: Fecha): Answers606 {
  const rate =
    isCompras(ncf) && itbis_facturado !== undefined ? itbisWithholdingRate('compras', paidOn, ncf) : undefined;
  return rate === undefined ? {} : { itbis_retenido: withhold(itbis_facturado!, rate) };
}

/**
 * Why what {@link suggestWithholding} says is likely, for whom it holds and, of a fee, what a technical service would have withheld
 * in its place: nothing that is known of a receipt or of the declarant tells.
 * @param row and @param paidOn as there; @param field of the suggestion
 * @source Reglamento 139-98, art. 70
 */
export function whyWithheld(row: Draft606, paidOn: Fecha, field: string): Derivation {
  const isOfPurchases = isCompras(row.ncf ?? '') && field === 'itbis_retenido';
  const likely = derivations[isOfPurchases ? 'D-RETENCION-COMPRAS' : 'D-RETENCION'];
  const technical = isrRate('04', paidOn);
  if (field === 'itbis_retenido' || row.tipo_bienes_servicios !== '02' || technical === undefined) return likely;
  const amount = formatMonto(withhold(row.monto_servicios ?? zero, technical));
  return {
    ...likely,
    text: `${likely.text}. Si el servicio es técnico, el tipo es 04 y se retienen RD$ ${amount}`,
    source: `${likely.source}; Reglamento 139-98, art. 70`,
  };
}

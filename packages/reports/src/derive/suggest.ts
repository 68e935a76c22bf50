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
 * The usual withholdings, as suggestions for `derivePurchase`. On a receipt of purchases (11, 41): all of its ITBIS. On
 * any other receipt of a person's services: the ITBIS of the services. On a person's services: also income tax, at the
 * rate on the day of payment. Nothing else is suggested for companies, goods and notes, where a person decides. No rate
 * is used that no source confirms.
 * @param row a row of the 606 with its amounts and, for the income tax, its field 3
 * @param paidOn day of payment; the rates in force on it apply
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

/** The ITBIS withheld on a receipt of purchases, for any seller and any goods or services. */
function withheldOfPurchases({ ncf = '', itbis_facturado }: Draft606, paidOn: Fecha): Answers606 {
  const rate =
    isCompras(ncf) && itbis_facturado !== undefined ? itbisWithholdingRate('compras', paidOn, ncf) : undefined;
  return rate === undefined ? {} : { itbis_retenido: withhold(itbis_facturado!, rate) };
}

/**
 * Why a suggestion of {@link suggestWithholding} is likely, and for which declarants it holds. For a fee, also the
 * amount that would be withheld if the service were technical. The known data of the receipt and the declarant decide
 * neither.
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

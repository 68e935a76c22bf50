import { compare, formatMonto } from '@timbre/values';
import { consumerThreshold } from '../dated/itbis.ts';
import type { Draft607 } from '../layout/607.ts';
import { isConsumo, isGastosMenores, isNota, isPagoExterior, isRegistroUnico } from '../layout/ncf.ts';

/** Fields of a sale that decide whether it must name its buyer. */
export type Sold = Pick<Draft607, 'ncf' | 'ncf_modificado' | 'fecha_comprobante' | 'monto_facturado'>;

/**
 * True if a sale may lack its buyer: a sale to a consumer below the threshold (field 8), or a note below it on a sale
 * to a consumer. A sale to a consumer without day or amount may lack it too: it cannot be judged.
 * @source NG 07-18, arts. 4 y 13; NG 10-18
 */
export function mayLackBuyer({
  ncf = '',
  ncf_modificado = '',
  fecha_comprobante: fecha,
  monto_facturado,
}: Sold): boolean {
  if (!isConsumo(isNota(ncf) ? ncf_modificado : ncf)) return false;
  return fecha === undefined || monto_facturado === undefined || compare(monto_facturado, consumerThreshold(fecha)) < 0;
}

/** Message for a sale without the buyer that it must name, in Spanish. */
export function buyerDemanded({ fecha_comprobante: fecha }: Sold): string {
  const below = fecha === undefined ? '' : ` de menos de RD$${formatMonto(consumerThreshold(fecha))} sin impuestos`;
  return `Falta el RNC o la cédula del cliente: solo pueden no llevarlo las facturas de consumo (B02 y E32)${below}, y sus notas`;
}

/**
 * Why a receipt on paper must have the number of its other party, in Spanish; undefined if it may lack the number.
 * @param report the 606 for a purchase, the 607 for a sale
 */
export function partyDemanded(report: '606' | '607', receipt: Sold): string | undefined {
  const { ncf = '' } = receipt;
  if (report === '606') return isGastosMenores(ncf) || isPagoExterior(ncf) ? undefined : 'Falta el RNC o la cédula';
  // The buyer of an export may have a foreign number, or none that is known yet: rule 607-ID-01 reports it.
  if (ncf === '' || isRegistroUnico(ncf) || /^(B16|E46)/.test(ncf) || mayLackBuyer(receipt)) return undefined;
  return buyerDemanded(receipt);
}

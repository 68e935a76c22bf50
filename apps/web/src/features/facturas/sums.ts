import type { facturas } from '@timbre/contract';
import { type Estado, estadosAceptados } from '@timbre/contract/tables';
import { decimal, formatDecimal, sum } from '@timbre/values';
import { signedAmount } from '../../lib/signed-amount.ts';

type Counted = Pick<facturas.Factura, 'eNCF' | 'montoTotal' | 'sentido' | 'estado'>;

/** Why a receipt is not in the total of sales; undefined if it is. */
export function apartFrom({ sentido, estado }: Pick<Counted, 'sentido' | 'estado'>): string | undefined {
  if (!estadosAceptados.has(estado)) return 'No suma: la DGII no lo ha aceptado';
  return sentido === 'compra' ? 'Es una compra: suma aparte de las ventas' : undefined;
}

/**
 * Totals of invoices, in RD$ with two decimals: sales and purchases, each less its credit notes.
 *
 * @param estado state by which the list is filtered; if undefined, only invoices accepted by the DGII are added
 */
export function sumsOf(rows: readonly Counted[], estado: Estado | undefined): { ventas: string; compras: string } {
  const added = rows.filter((row) => estado !== undefined || estadosAceptados.has(row.estado));
  const of = (side: Counted['sentido']) =>
    formatDecimal(
      sum(
        added
          .filter(({ sentido }) => sentido === side)
          .map(({ eNCF, montoTotal }) => decimal(signedAmount(eNCF, montoTotal))),
      ),
      2,
    );
  return { ventas: of('venta'), compras: of('compra') };
}

import type { facturas } from '@timbre/contract';
import { decimal, formatDecimal, neg, sum } from '@timbre/values';

/** The sum of invoices, in RD$ with two decimals: credit notes subtract. */
export function sumOf(rows: readonly Pick<facturas.Factura, 'tipo' | 'montoTotal'>[]): string {
  const signed = ({ tipo, montoTotal }: (typeof rows)[number]) =>
    tipo === '34' ? neg(decimal(montoTotal)) : decimal(montoTotal);
  return formatDecimal(sum(rows.map(signed)), 2);
}

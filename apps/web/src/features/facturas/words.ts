import type { facturas } from '@timbre/contract';
import { decimal, isZero } from '@timbre/values';
import { formatAmount, formatCount, formatCounted } from '../../lib/format.ts';
import { periodName } from '../../lib/period.ts';
import { datesOf, type Filters } from './filters.ts';

/** Sales, and purchases if there are any. */
export const amountWords = ({ ventas, compras }: { ventas: string; compras: string }): readonly string[] => [
  `ventas RD$ ${formatAmount(ventas)}`,
  ...boughtWords(compras),
];

const boughtWords = (compras: string): readonly string[] =>
  isZero(decimal(compras)) ? [] : [`compras RD$ ${formatAmount(compras)}`];

/** The line under the title: the period, how many invoices, their sum, the rejected ones. */
export function factsOf(filters: Filters, summary: facturas.Resumen | undefined): readonly string[] {
  const now = Date.now();
  const period = periodName(datesOf(filters, now), now);
  if (summary === undefined) return [period];
  const { comprobantes, rechazados, hayMas } = summary;
  return [
    period,
    hayMas ? `Más de ${formatCount(comprobantes - 1)} comprobantes` : formatCounted(comprobantes, 'comprobante'),
    ...(comprobantes > 0 && !hayMas ? amountWords({ ventas: summary.montoTotal, compras: summary.montoCompras }) : []),
    ...(rechazados > 0 ? [formatCounted(rechazados, 'rechazado')] : []),
  ];
}

/** The last line of the table: the totals of the whole filter, not of the loaded rows. */
export const totalsOf = (summary: facturas.Resumen | undefined): ReadonlyMap<string, string> | undefined =>
  summary === undefined || summary.hayMas
    ? undefined
    : new Map([
        ['eNCF', 'Total de ventas'],
        [
          'comprador',
          [formatCounted(summary.comprobantes, 'comprobante'), ...boughtWords(summary.montoCompras)].join(' · '),
        ],
        ['monto', formatAmount(summary.montoTotal)],
      ]);

/** The position of a page: `1–10 de 1,284`. */
export function placeOf(start: number, rows: number, summary: facturas.Resumen | undefined): string {
  const place = `${formatCount(start + 1)}–${formatCount(start + rows)}`;
  if (summary === undefined) return place;
  const { comprobantes, hayMas } = summary;
  return `${place} de ${hayMas ? `más de ${formatCount(comprobantes - 1)}` : formatCount(comprobantes)}`;
}

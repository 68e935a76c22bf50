import type { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { type Periodo, parseISODate, periodoOf } from '@timbre/values';
import { type Days, daysOf } from '../../domain/reports/scope.ts';

/** The dates of a request. @throws Problem `reportes/fechas`, `reportes/orden` */
export function rangeOf({
  fechaDesde,
  fechaHasta,
}: {
  readonly fechaDesde?: string;
  readonly fechaHasta?: string;
}): Days {
  if (fechaDesde === undefined || fechaHasta === undefined) return refuse('reportes/fechas');
  if (fechaDesde > fechaHasta) refuse('reportes/orden');
  return { desde: fechaDesde, hasta: fechaHasta };
}

/** The month whose first and last day these are; undefined if they are not. */
export function monthOf({ desde, hasta }: Days): Periodo | undefined {
  const periodo = periodoOf(parseISODate(desde)!);
  const month = daysOf(periodo);
  return month.desde === desde && month.hasta === hasta ? periodo : undefined;
}

/** The name of a report in sentences: `606`, `IT-1`. */
export const reportName = (tipo: reportes.TipoDeReporte): string => (tipo === 'it1' ? 'IT-1' : tipo);

/** The kind of receipts that feed a report that can be loaded from paper; undefined if none do. */
export const sentidoOf = (tipo: reportes.TipoDeReporte) =>
  tipo === '606' ? 'compra' : tipo === '607' ? 'venta' : undefined;

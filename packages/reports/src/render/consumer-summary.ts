import { add, compare, type Decimal, zero } from '@timbre/values';
import { consumerThreshold } from '../dated/itbis.ts';
import { type Key607, payments607, type Row607 } from '../layout/607.ts';
import { isConsumo } from '../layout/ncf.ts';

/** Where a sale is reported: in the TXT, in the summary of consumers, or already when it was issued as an e-CF. */
type Destination607 = 'detalle' | 'resumen' | 'e-CF';

/**
 * Where a sale is reported. A sale to a consumer below the threshold (field 8) is in the summary; its notes are detailed at any
 * amount. The other electronic receipts reached the DGII when they were issued, and the tool refuses them.
 * @source NG 07-18, arts. 4 and 13; NG 10-18; herramienta 607 v2023.1.1
 */
export function destinationOf(row: Pick<Row607, 'ncf' | 'fecha_comprobante' | 'monto_facturado'>): Destination607 {
  if (isConsumo(row.ncf) && compare(row.monto_facturado, consumerThreshold(row.fecha_comprobante)) < 0)
    return 'resumen';
  return row.ncf.startsWith('E') ? 'e-CF' : 'detalle';
}

/** The rows that the 607 details, in their order. */
export function* detailOf607(rows: Iterable<Row607>): Generator<Row607> {
  for (const row of rows) if (destinationOf(row) === 'detalle') yield row;
}

/** The fields of the 607 that the summary adds up. */
export const consumerFields = [
  'monto_facturado',
  'itbis_facturado',
  'isc',
  'otros_impuestos',
  'propina_legal',
  ...payments607,
] as const satisfies readonly Key607[];

/** Totals required by the «Resumen General de Facturas de Consumo», in RD$; a missing amount counts as zero. */
type ConsumerTotals = { cantidad: number } & Record<(typeof consumerFields)[number], Decimal>;

/** The summary, separately for receipts on paper and electronic receipts. */
type ConsumerSummary = Record<'B02' | 'E32', ConsumerTotals>;

const none = (): ConsumerTotals => ({
  cantidad: 0,
  ...(Object.fromEntries(consumerFields.map((key) => [key, zero])) as Record<(typeof consumerFields)[number], Decimal>),
});

/** Adds up the sales to consumers below the threshold. Other rows are skipped; the order does not matter. */
export function consumerSummary(rows: Iterable<Row607>): ConsumerSummary {
  const summary: ConsumerSummary = { B02: none(), E32: none() };
  for (const row of rows) {
    if (destinationOf(row) !== 'resumen') continue;
    const totals = row.ncf.startsWith('E') ? summary.E32 : summary.B02;
    totals.cantidad++;
    for (const key of consumerFields) totals[key] = add(totals[key], row[key] ?? zero);
  }
  return summary;
}

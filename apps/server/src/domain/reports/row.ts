import type { reportes } from '@timbre/contract';
import { type Drafts, deriveSale, readReceipt, rowFromTexts, type SaleFacts } from '@timbre/reports';
import { decimal, formatDecimal, neg } from '@timbre/values';
import type { Row } from '../../platform/db/schema.ts';
import type { Fuente, ReporteDeRenglones } from './tables.ts';

/** A row of a report, with columns of its receipt. */
export interface RenglonRow extends Omit<Row<'renglon'>, 'empresa_id' | 'ambiente'> {
  readonly fuente: Fuente;
  readonly documento_id: string | null;
  /** Name of the other party. */
  readonly nombre: string;
  /** JSON of the receipt; only for a sale, whose row does not contain all of it. */
  readonly recibo: string | null;
}

/** The row in the form of the packages, from the JSON of a stored one. */
export const draftOf = <Reporte extends ReporteDeRenglones>(reporte: Reporte, fila: string): Drafts[Reporte] =>
  rowFromTexts(reporte, JSON.parse(fila));

/**
 * The facts of a sale that the IT-1 needs besides its row, from the JSON of its receipt; undefined if it is not a sale.
 */
export function saleFactsOf(recibo: string, rnc: string): SaleFacts | undefined {
  return deriveSale(readReceipt(recibo), { rnc })?.facts;
}

/** The id of a row in the contract: its receipt, and whether it is the purchase itself or its later payment. */
export const idOfRow = ({ emisor, ncf, momento }: Pick<RenglonRow, 'emisor' | 'ncf' | 'momento'>): string =>
  `${emisor}|${ncf}|${momento}`;

/** A row in the form of the contract. */
export function rowOf(row: RenglonRow): reportes.FilaDeReporte {
  const fila = JSON.parse(row.fila) as Record<string, string>;
  const signed = (amount: string) => (row.nota ? formatDecimal(neg(decimal(amount)), 2) : amount);
  return {
    id: idOfRow(row),
    fuente: row.fuente,
    documentoId: row.documento_id,
    rnc: fila.rnc_cedula ?? fila.id_tributaria ?? '',
    razonSocial: row.nombre,
    tipoComprobante: row.ncf.slice(0, 3),
    ncf: row.ncf,
    ncf_modificado: fila.ncf_modificado ?? null,
    fecha: fila.fecha_comprobante ?? fila.fecha_documento ?? row.fecha,
    subtotal: signed(row.subtotal),
    itbis: signed(row.itbis),
    montoTotal: signed(row.total),
    notaCredito: row.nota,
    momento: row.momento,
    ...(row.reporte === '607' && { destino: row.destino }),
    fila,
    pendientes: row.pendientes,
  };
}

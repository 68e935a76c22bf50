import { type Decimal, type Fecha, type Periodo, periodoOf, zero } from '@timbre/values';
import type { Draft606 } from '../layout/606.ts';
import type { Draft607 } from '../layout/607.ts';

/**
 * Sources of receipts: the books, the e-CF that were issued or received, the receipts loaded from paper, and the lines of
 * a filed TXT.
 */
export const reconciledSources = ['quickbooks', 'ecf', 'papel', 'txt'] as const;

/** One of them. */
export type ReconciledSource = (typeof reconciledSources)[number];

/** A receipt as one source states it. Amounts in RD$, without sign. */
export interface ReconciledEntry {
  readonly ncf: string;
  /** Digits of the RNC or cédula of the other party; '' if it is not known. */
  readonly rnc: string;
  readonly fecha: Fecha | undefined;
  /** Without taxes: field 10 of the 606, field 8 of the 607. */
  readonly monto: Decimal;
  readonly itbis: Decimal;
}

/** The entry of a row of a month; undefined for a row without a number, and for the later payment of another month's receipt. */
export function reconciledEntry(row: Draft606 | Draft607, periodo: Periodo): ReconciledEntry | undefined {
  const { ncf, rnc_cedula: rnc = '', fecha_comprobante: fecha, itbis_facturado: itbis = zero } = row;
  if (ncf === undefined || (fecha !== undefined && periodoOf(fecha) !== periodo)) return undefined;
  const monto = 'total_monto_facturado' in row ? row.total_monto_facturado : (row as Draft607).monto_facturado;
  return { ncf, rnc, fecha, monto: monto ?? zero, itbis };
}

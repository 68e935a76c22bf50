import type { reportes } from '@timbre/contract';
import { type Entry, rowFromTexts, type SaleFacts } from '@timbre/reports';
import { decimal, formatDecimal, formatISODate, parseISODate } from '@timbre/values';

/**
 * Data of a sale that the IT-1 requires and no field of the 607 contains: amounts with two decimals, and a day as
 * yyyy-MM-dd.
 */
interface SavedFacts {
  readonly gravado18: string;
  readonly gravado16: string;
  readonly gravado0: string;
  readonly exento: string;
  readonly fechaModificado?: string;
  readonly notaTardia?: true;
}

/** A row of a saved report, as stored in its parts. */
export type SavedRow = reportes.FilaDeReporte & { readonly hechos?: SavedFacts };

/** The row as the contract shows it. */
export function filaView({ hechos: _, ...fila }: SavedRow): reportes.FilaDeReporte {
  return fila;
}

/** A row of the 606 or of the 607 as the IT-1 reads it. */
export function entryOf(format: '606' | '607', { fila, momento, hechos }: SavedRow): Entry {
  return format === '606'
    ? { format, row: rowFromTexts(format, fila), momento }
    : { format, row: rowFromTexts(format, fila), facts: hechos && factsOf(hechos) };
}

/** The facts of a sale as a saved row stores them. */
export const savedFacts = ({ fecha_ncf_modificado: fecha, notaTardia, ...amounts }: SaleFacts): SavedFacts => ({
  gravado18: formatDecimal(amounts.gravado18, 2),
  gravado16: formatDecimal(amounts.gravado16, 2),
  gravado0: formatDecimal(amounts.gravado0, 2),
  exento: formatDecimal(amounts.exento, 2),
  ...(fecha !== undefined && { fechaModificado: formatISODate(fecha) }),
  ...(notaTardia === true && { notaTardia }),
});

const factsOf = ({ gravado18, gravado16, gravado0, exento, fechaModificado, notaTardia }: SavedFacts): SaleFacts => ({
  gravado18: decimal(gravado18),
  gravado16: decimal(gravado16),
  gravado0: decimal(gravado0),
  exento: decimal(exento),
  fecha_ncf_modificado: fechaModificado === undefined ? undefined : parseISODate(fechaModificado),
  notaTardia,
});

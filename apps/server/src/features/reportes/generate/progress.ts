import type { reportes } from '@timbre/contract';
import type { Tx } from '../../../platform/db/transactions.ts';

/** Steps of a generation: the percentage at which each begins. */
interface Steps {
  /** The documents of the books in QuickBooks are read, if they are connected. */
  readonly books?: number;
  /** Documents are read into receipts. The IT-1 and the 608 read none. */
  readonly reading?: number;
  /** Rows are gathered and saved. */
  readonly rows: number;
  readonly totals: number;
  readonly says: readonly (readonly [at: number, mensaje: string])[];
}

/** The percentages of the 606 and of the 607 are those of the specification. @source specification 002 §4 */
const steps: Readonly<Record<reportes.TipoDeReporte, Steps>> = {
  '606': {
    books: 5,
    reading: 25,
    rows: 40,
    totals: 85,
    says: [
      [5, 'Leyendo las compras en QuickBooks…'],
      [25, 'Leyendo los comprobantes recibidos…'],
      [40, 'Reuniendo las compras y los gastos…'],
      [65, 'Guardando las filas…'],
      [85, 'Sumando los totales…'],
    ],
  },
  '607': {
    books: 5,
    reading: 30,
    rows: 55,
    totals: 70,
    says: [
      [5, 'Leyendo las ventas en QuickBooks…'],
      [30, 'Leyendo los comprobantes emitidos…'],
      [55, 'Reuniendo las ventas…'],
      [70, 'Sumando los totales…'],
    ],
  },
  '608': {
    rows: 30,
    totals: 70,
    says: [
      [30, 'Reuniendo los números anulados…'],
      [70, 'Contando las filas…'],
    ],
  },
  '609': {
    reading: 25,
    rows: 40,
    totals: 85,
    says: [
      [25, 'Leyendo los comprobantes…'],
      [40, 'Reuniendo los pagos al exterior…'],
      [85, 'Sumando los totales…'],
    ],
  },
  it1: {
    rows: 30,
    totals: 85,
    says: [
      [30, 'Sumando las compras y las ventas…'],
      [85, 'Llenando el formulario…'],
    ],
  },
};

/** The progress of a generation at one moment. */
interface Progress {
  readonly porcentaje: number;
  readonly mensaje: string;
}

/** Stores progress, together with the work that belongs to it, in one transaction. */
export type Write = (progress: Progress, work?: (tx: Tx) => Promise<void>) => Promise<void>;

/** The progress before a process takes the report up. */
export const waiting: Progress = { porcentaje: 0, mensaje: 'En cola…' };
/** The message at the end. */
export const ready = 'Reporte generado';

/** The progress of a generation within one of its steps. */
export function progressOf(
  tipo: reportes.TipoDeReporte,
  step: 'books' | 'reading' | 'rows' | 'totals',
  done = 0,
  total = 0,
): Progress {
  const { reading: readingAt, books, rows, totals, says } = steps[tipo];
  const reading = readingAt ?? rows;
  const ends = { books: reading, reading: rows, rows: totals, totals };
  const from = { books: books ?? reading, reading, rows, totals }[step];
  const share = total === 0 ? 0 : Math.min(done / total, 1);
  const porcentaje = Math.floor(from + (ends[step] - from) * share);
  return { porcentaje, mensaje: says.findLast(([at]) => at <= porcentaje)![1] };
}

import type { ErrorDeDocumento } from '@timbre/contract';
import type { ECF, RFCE } from '@timbre/ecf';

/** A document of a workbook: a row of its ECF or RFCE sheet, or the summary that an e-CF row requires. */
export interface DocumentoDeLibro {
  readonly esRFCE: boolean;
  /** An RFCE without a row: derived from the full e-CF of `fila`. */
  readonly derivado: boolean;
  /** Row of its sheet, from 1. */
  readonly fila: number;
  /** Two digits, as in the workbook; empty if it has none, as are the other texts. */
  readonly tipo: string;
  readonly eNCF: string;
  readonly rncEmisor: string;
  readonly rncComprador: string | null;
  readonly razonComprador: string | null;
  /** yyyy-MM-dd; null if the workbook has no valid date. */
  readonly fechaEmision: string | null;
  /** Decimal, as written; null if the workbook has none. */
  readonly montoTotal: string | null;
  /** Without the values that only signing yields: FechaHoraFirma, CodigoSeguridadeCF. */
  readonly arbol: ECF | RFCE;
  /** Column CasoPrueba of the DGII's certification set. */
  readonly casoPrueba: string | null;
  /** eNCF that a note (33, 34) modifies. */
  readonly referencia: string | null;
  /** Its errors; those marked `aviso` do not prevent sending. */
  readonly errores: readonly ErrorDeDocumento[];
}

/** The result of reading a workbook, once all its documents were delivered. */
export interface LibroResult {
  /** Why it was refused, or why its reading stopped. If there is any, the import failed as a whole. */
  readonly errores: readonly ErrorDeDocumento[];
  /** Sheets and columns that were not read. */
  readonly avisos: readonly ErrorDeDocumento[];
  /** Every RNCEmisor of the rows. */
  readonly rncEmisores: readonly string[];
  /** It is a certification set of the DGII: CasoPrueba is RNCEmisor + eNCF in every row. */
  readonly certificacion: boolean;
  /** Number of documents delivered. */
  readonly ecf: number;
  readonly rfce: number;
}

import type { ErrorDeDocumento } from '@timbre/contract';
import type { ECF, RFCE } from '@timbre/ecf';

/** A document found in a workbook: a row of its ECF or RFCE sheet, or the summary an e-CF row calls for. */
export interface DocumentoDeLibro {
  readonly esRFCE: boolean;
  /** An RFCE that no row brings: derived from the full e-CF of `fila`. */
  readonly derivado: boolean;
  /** Row of its sheet, from 1. */
  readonly fila: number;
  /** Two digits, as the workbook has them; empty where it has none, like the other texts. */
  readonly tipo: string;
  readonly eNCF: string;
  readonly rncEmisor: string;
  readonly rncComprador: string | null;
  readonly razonComprador: string | null;
  /** yyyy-MM-dd; null where the workbook has no date that exists. */
  readonly fechaEmision: string | null;
  /** Decimal, as written; null where the workbook has none. */
  readonly montoTotal: string | null;
  /** Without what is only known on signing: FechaHoraFirma, CodigoSeguridadeCF. */
  readonly arbol: ECF | RFCE;
  /** Column CasoPrueba of the DGII's certification set. */
  readonly casoPrueba: string | null;
  /** eNCF that a note (33, 34) modifies. */
  readonly referencia: string | null;
  /** What is wrong with it; those marked `aviso` do not keep it from being sent. */
  readonly errores: readonly ErrorDeDocumento[];
}

/** What a workbook turned out to be, once all its documents were delivered. */
export interface LibroResult {
  /** Why it was refused, or why its reading stopped. With one of these the import failed as a whole. */
  readonly errores: readonly ErrorDeDocumento[];
  /** Sheets and columns left unread. */
  readonly avisos: readonly ErrorDeDocumento[];
  /** Every RNCEmisor found. */
  readonly rncEmisores: readonly string[];
  /** It is a certification set of the DGII: CasoPrueba is RNCEmisor + eNCF in every row. */
  readonly certificacion: boolean;
  /** Documents delivered. */
  readonly ecf: number;
  readonly rfce: number;
}

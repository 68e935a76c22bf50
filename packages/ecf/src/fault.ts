/** One thing wrong in a document: a value, never an exception. */
export interface Fault {
  /** Closed code of the rule that does not hold, e.g. `XSD-LONGITUD`, `ECF-COMPRADOR-01`. */
  readonly code: string;
  /** Where: XSD path without the root, lines counted from 1, e.g. `DetallesItems.Item[3].MontoItem`. */
  readonly path: string;
  /** What is wrong and what is expected, in Spanish, for the person who must correct it. */
  readonly message: string;
}

/** Faults after which a document is not looked at any further. */
export const mostFaults = 1000;

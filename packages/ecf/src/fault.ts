/** One error in a document: a value, never an exception. */
export interface Fault {
  /** Code of the rule that is broken, from a closed list, e.g. `XSD-LONGITUD`, `ECF-COMPRADOR-01`. */
  readonly code: string;
  /** Where: XSD path without the root, lines counted from 1, e.g. `DetallesItems.Item[3].MontoItem`. */
  readonly path: string;
  /** The error and the expected value, in Spanish, for the person who has to correct it. */
  readonly message: string;
}

/** Number of faults after which the checks of a document stop. */
export const mostFaults = 1000;

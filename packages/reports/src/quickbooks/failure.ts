/**
 * Reasons why no receipt is made from a document of QuickBooks, in Spanish: the fault and the remedy. `{}` is replaced
 * by a detail of the document.
 * @source specification 002 §5, «Inclusion rules» and «Amounts and taxes»; official rules as docs/design/reports.md#replacements lists them
 */
export const quickbooksFailures = {
  'QB-FORMA': 'El documento no se puede leer: {}. Ábralo y guárdelo de nuevo en QuickBooks',
  'QB-LIMITE': 'El documento es demasiado grande: {}. Divídalo en QuickBooks',
  'QB-SIN-NCF': 'No lleva NCF: escríbalo en el número del documento, en su campo personalizado NCF o en su nota',
  'QB-NCF-AJENO': 'El número {} no corresponde aquí: corrija el NCF, o el tipo de documento, en QuickBooks',
  'QB-MONEDA':
    'Está en {}: póngala en QuickBooks o, si sus libros no llevan otras monedas, cargue el comprobante en pesos',
  'QB-MONEDA-LIBROS':
    'Está en {}, y los libros de QuickBooks no están en pesos, así que su tasa no lleva a pesos: cargue el comprobante en pesos',
  'QB-IMPUESTOS': '{}: corrija los impuestos del documento en QuickBooks',
  'QB-IMPUESTO-SIN-NOMBRE':
    'El impuesto {} no dice cuál es: póngale en QuickBooks su nombre (ITBIS, ISC, CDT, Propina legal…)',
  'QB-REPETIDO': 'Su NCF ya está en otro documento de QuickBooks, {}: borre el que sobra, o corrija el número',
  'QB-PRESENTADO': 'Cambiaría un reporte ya presentado, {}: rectifíquelo, y procese de nuevo con los presentados',
  'QB-CERO': 'Su monto es cero: si está anulado en QuickBooks, declare el número en el 608',
} as const;

/** Code of a failure. */
export type QuickBooksFailureCode = keyof typeof quickbooksFailures;

/** Reason why no receipt is made from a document. */
export interface QuickBooksFailure {
  readonly codigo: QuickBooksFailureCode;
  /** In Spanish. */
  readonly motivo: string;
}

/** Thrown when a document cannot be processed further; caught by {@link attempt}. */
class Failed extends Error {
  override readonly name = 'Failed';
  readonly failure: QuickBooksFailure;
  constructor(failure: QuickBooksFailure) {
    super(failure.motivo);
    this.failure = failure;
  }
}

/** Builds a failure. @param detail detail of the document; at most 80 characters of it are shown */
export const quickbooksFailure = (codigo: QuickBooksFailureCode, detail = ''): QuickBooksFailure => ({
  codigo,
  motivo: quickbooksFailures[codigo].replace('{}', () => detail.slice(0, 80)),
});

/** Stops the processing of a document with a failure. */
export function giveUp(codigo: QuickBooksFailureCode, detail = ''): never {
  throw new Failed(quickbooksFailure(codigo, detail));
}

/** Returns the result of the work, or the failure that stopped it. */
export function attempt<Result>(work: () => Result): Result | { readonly failure: QuickBooksFailure } {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failed) return { failure: error.failure };
    throw error;
  }
}

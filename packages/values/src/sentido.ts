/** Side of the issuer's books that a receipt belongs to: its sales or its purchases. */
export type Sentido = 'venta' | 'compra';

interface Kind {
  /** `modificado`: the side of the receipt that it modifies. */
  readonly sentido: Sentido | 'modificado';
  /** -1: its amount, which is written positive, subtracts. */
  readonly signo: 1 | -1;
}

const sale: Kind = { sentido: 'venta', signo: 1 };
/** Issued by a company for its own purchases: suppliers that issue no receipts, small expenses, payments abroad. */
const ownPurchase: Kind = { sentido: 'compra', signo: 1 };
const debitNote: Kind = { sentido: 'modificado', signo: 1 };
const creditNote: Kind = { sentido: 'modificado', signo: -1 };

/**
 * Side and sign of the receipts that a company issues, by their series and type.
 *
 * @source NG 06-2018; Formato e-CF v1.0, TipoeCF
 */
export const clasesDeComprobante = {
  B01: sale,
  B02: sale,
  B03: debitNote,
  B04: creditNote,
  B11: ownPurchase,
  B12: sale,
  B13: ownPurchase,
  B14: sale,
  B15: sale,
  B16: sale,
  B17: ownPurchase,
  E31: sale,
  E32: sale,
  E33: debitNote,
  E34: creditNote,
  E41: ownPurchase,
  E43: ownPurchase,
  E44: sale,
  E45: sale,
  E46: sale,
  E47: ownPurchase,
} as const satisfies Readonly<Record<string, Kind>>;

/** Side and sign of a number, by its first three characters. */
const kindOf = (ncf: string): Kind | undefined =>
  (clasesDeComprobante as Readonly<Record<string, Kind>>)[ncf.slice(0, 3)];

/** True if a company issues the receipt for its own purchases. @param ncf a number, or its series and type: `E41` */
export const esCompraPropia = (ncf: string): boolean => kindOf(ncf)?.sentido === 'compra';

/** Whether a receipt is a note, which modifies another. */
export const esNota = (ncf: string): boolean => kindOf(ncf)?.sentido === 'modificado';

/** Whether the amount of a receipt, written positive, subtracts: a credit note. */
export const resta = (ncf: string): boolean => kindOf(ncf)?.signo === -1;

/**
 * The side of an issued receipt; a note is on the side of the receipt that it modifies.
 *
 * @param ncf a number, or its series and type: `E31`
 * @param modificado of a note, the number that it modifies
 */
export const sentidoDe = (ncf: string, modificado?: string | null): Sentido =>
  esCompraPropia(ncf) || (esNota(ncf) && esCompraPropia(modificado ?? '')) ? 'compra' : 'venta';

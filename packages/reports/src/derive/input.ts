import type { Decimal, Fecha, Periodo } from '@timbre/values';
import type { tipoBienesServicios } from '../layout/codes.ts';
import type { DerivationCode } from './marks.ts';

// Input of the derivations. The code that stores receipts builds these objects; nothing here depends on how they are
// stored.

/** Issuer or buyer of a receipt. */
export interface Party {
  /** RNC or cédula: 9 or 11 digits. */
  readonly id?: string | undefined;
  /** Passport or foreign tax number, when there is no RNC. */
  readonly extranjero?: string | undefined;
  readonly nombre?: string | undefined;
}

/** A line of a receipt, in the receipt's currency. */
export interface Line {
  /** IndicadorBienoServicio: 1 good, 2 service. */
  readonly bienServicio: '1' | '2';
  /** IndicadorFacturacion: 0 not billed, 1 ITBIS 18 %, 2 16 %, 3 0 %, 4 exempt. Lines with 0 are skipped. */
  readonly facturacion: '0' | '1' | '2' | '3' | '4';
  /** MontoItem. */
  readonly monto: Decimal;
}

/** Totals of a receipt, without taxes, in its currency; a missing one is zero. */
export interface Totals {
  readonly gravado18?: Decimal | undefined;
  readonly gravado16?: Decimal | undefined;
  readonly gravado0?: Decimal | undefined;
  readonly exento?: Decimal | undefined;
  readonly itbis?: Decimal | undefined;
}

/** A receipt, issued or received, on paper or electronic. Amounts are in its currency; their sign does not matter. */
export interface Receipt {
  /** NCF or eNCF; its first three characters are its type. */
  readonly ncf: string;
  readonly fecha: Fecha;
  readonly emisor: Party;
  readonly comprador?: Party | undefined;
  readonly lineas: readonly Line[];
  readonly totales: Totals;
  /** Additional taxes by their code of Tabla I of the e-CF: `001` the legal tip … `039`. */
  readonly impuestos?: readonly { readonly codigo: string; readonly monto: Decimal }[] | undefined;
  /** Amounts withheld, as stated by the receipt itself. */
  readonly retenido?: { readonly itbis?: Decimal | undefined; readonly isr?: Decimal | undefined } | undefined;
  /** TipoPago: 1 at once, 2 on credit, 3 free. */
  readonly tipoPago?: '1' | '2' | '3' | undefined;
  /** FormaPago of the e-CF, 1 to 8, with its amount. */
  readonly formasPago?: readonly { readonly forma: string; readonly monto: Decimal }[] | undefined;
  /** TipoIngresos of the e-CF: `01` … `06`. */
  readonly tipoIngresos?: string | undefined;
  /** RD$ for one unit of its currency. Left out for RD$: the totals of an e-CF always are RD$. */
  readonly tasa?: Decimal | undefined;
  /** The receipt that a note modifies. */
  readonly referencia?: { readonly ncf: string; readonly fecha?: Fecha | undefined } | undefined;
  /** IndicadorNotaCredito 1: a credit note issued more than 30 days after what it modifies. */
  readonly notaTardia?: boolean | undefined;
  /** The books that it was read from, when it was not read from the receipt itself. */
  readonly origen?: 'quickbooks' | undefined;
  /** Facts about a purchase from the books of the buyer. Amounts are in the currency of the receipt. */
  readonly libros?: Books | undefined;
  /**
   * Derivation of each part that the source does not state directly; a field with an estimate is still to be answered.
   */
  readonly razones?: Readonly<Partial<Record<ReasonedPart, DerivationCode>>> | undefined;
}

/** Facts about a purchase from the books: its kind, and the part of its ITBIS that is cost or proportional. */
interface Books {
  readonly tipoBienesServicios?: keyof typeof tipoBienesServicios | undefined;
  readonly itbisCosto?: Decimal | undefined;
  readonly itbisProporcionalidad?: Decimal | undefined;
}

/** A part of a receipt that books provide with its derivation. */
type ReasonedPart =
  | 'identidad'
  | 'itbis'
  | 'isc'
  | 'otros'
  | 'propina'
  | 'retenido'
  | 'bienServicio'
  | 'tipoIngresos'
  | 'referencia';

/** Numbers voided together. */
export interface VoidedRange {
  /** First and last number, of the same series and type. */
  readonly desde: string;
  readonly hasta: string;
  readonly fecha: Fecha;
}

/** The taxpayer that files the reports. */
export interface Declarant {
  /** RNC or cédula: 9 or 11 digits. */
  readonly rnc: string;
}

/** Event that a row of the 606 reports: the purchase, or the later payment of a purchase that was already reported. */
export type Moment = 'compra' | 'pago';

/** Period and moment of a row of the 606. */
export interface PurchaseMoment {
  readonly periodo: Periodo;
  readonly momento: Moment;
}

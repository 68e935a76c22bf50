import type { Decimal, Fecha, Periodo } from '@timbre/values';
import type { tipoBienesServicios } from '../layout/codes.ts';
import type { DerivationCode } from './marks.ts';

// What the derivations want to know of a receipt. Whoever keeps receipts makes these; nothing here knows how they are kept.

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
  /** IndicadorFacturacion: 0 not billed, 1 ITBIS 18 %, 2 16 %, 3 0 %, 4 exempt. Lines of 0 are passed over. */
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
  /** What the receipt itself says was withheld. */
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
  /** What the books of the buyer say of a purchase. Amounts are in the currency of the receipt. */
  readonly libros?: Books | undefined;
  /** How what is not said as such is known; an estimate leaves its field to be answered. */
  readonly razones?: Readonly<Partial<Record<ReasonedPart, DerivationCode>>> | undefined;
}

/** What books say of a purchase: its kind, and what of its ITBIS is cost or proportional. */
export interface Books {
  readonly tipoBienesServicios?: keyof typeof tipoBienesServicios | undefined;
  readonly itbisCosto?: Decimal | undefined;
  readonly itbisProporcionalidad?: Decimal | undefined;
}

/** A part of a receipt whose reason books tell. */
export type ReasonedPart =
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

/** Who declares. */
export interface Declarant {
  /** RNC or cédula: 9 or 11 digits. */
  readonly rnc: string;
}

/** What a row of the 606 is about: the purchase, or the later payment of one that was already reported. */
export type Moment = 'compra' | 'pago';

/** Period and moment of a row of the 606. */
export interface PurchaseMoment {
  readonly periodo: Periodo;
  readonly momento: Moment;
}

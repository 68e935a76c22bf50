import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import type { TipoNCF } from '../layout/ncf.ts';
import type { PurchaseAmount, SaleAmount } from './amounts.ts';

/** Kind of withholding of the ITBIS of a purchase: by the supplier and, for a company, all or part of the ITBIS. */
export type WithheldFrom = 'persona' | 'compras' | 'sociedad-total' | 'sociedad-parcial';

/**
 * Filter of the rows that feed a box; all conditions must hold. It is data, so that a screen can list the rows of a
 * figure.
 */
export interface Where {
  readonly tipos?: readonly TipoNCF[];
  readonly notTipos?: readonly TipoNCF[];
  /** 607: only notes over a receipt of one of these types, or all other rows. */
  readonly noteOver?: readonly TipoNCF[];
  readonly notNoteOver?: readonly TipoNCF[];
  /** 607, field 5. */
  readonly tipoIngreso?: `${keyof typeof tipoIngreso}`;
  /** 606, field 3. */
  readonly tipoBienes?: keyof typeof tipoBienesServicios;
  readonly notTipoBienes?: keyof typeof tipoBienesServicios;
  /** 606: rows with ITBIS withheld, by the kind of withholding. */
  readonly withheldFrom?: WithheldFrom;
  /** 606: excludes the second row of a receipt that was paid later. */
  readonly firstReport?: true;
  /** 607: only credit notes issued more than 30 days after their receipt, which refund no ITBIS; false: all others. */
  readonly lateNote?: boolean;
}

/** Rows of the 607 that feed a box, and the amount taken from each. Credit notes subtract unless `unsigned`. */
export interface SaleFeed {
  readonly format: '607';
  readonly where: Where;
  readonly amount: SaleAmount;
  readonly unsigned?: true;
}

/** Rows of the 606 that feed a box, and the amount taken from each. Credit notes subtract. */
export interface PurchaseFeed {
  readonly format: '606';
  readonly where: Where;
  readonly amount: PurchaseAmount;
}

/** A term of a sum: a box, or a box with a minus before it. */
export type Term = string;

/** How a box is computed from other boxes. `positive`: zero if the sum is negative. */
export interface Formula {
  readonly sum?: readonly Term[];
  readonly positive?: true;
  /** Percent of one box; `share`, a further percent of that. */
  readonly percent?: string;
  readonly of?: string;
  readonly share?: string;
  /** The sum of the first as a percent of the second, from 0 to 100, with four decimals. */
  readonly ratio?: readonly [readonly Term[], string];
  /** A box times a box that is a percent. */
  readonly times?: readonly [string, string];
}

/**
 * A box of the IT-1 (`1` … `68`), of its Anexo A (`A1` … `A56`; `A45.1` its column of local purchases, `.2` services, `.3`
 * imports) or a control total (`C…`). A box without feed and formula is filled by hand.
 */
export interface Box {
  readonly id: string;
  readonly label: string;
  readonly feed?: SaleFeed | PurchaseFeed;
  /** If there is a feed, the result of the formula is added to it. */
  readonly formula?: Formula;
}

/** A box fed by rows. */
export type FedBox = Box & { readonly feed: SaleFeed | PurchaseFeed };

/** True if a person fills the box. */
export const isManual = ({ feed, formula }: Box): boolean => feed === undefined && formula === undefined;

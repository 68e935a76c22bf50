import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import type { TipoNCF } from '../layout/ncf.ts';
import type { PurchaseAmount, SaleAmount } from './amounts.ts';

/** How the ITBIS of a purchase was withheld. */
export type WithheldFrom = 'persona' | 'compras' | 'sociedad-total' | 'sociedad-parcial';

/** Which rows feed a box: all conditions hold. As data, so that a screen can list the rows behind a figure. */
export interface Where {
  readonly tipos?: readonly TipoNCF[];
  readonly notTipos?: readonly TipoNCF[];
  /** 607, field 5. */
  readonly tipoIngreso?: `${keyof typeof tipoIngreso}`;
  /** 606, field 3. */
  readonly tipoBienes?: keyof typeof tipoBienesServicios;
  readonly notTipoBienes?: keyof typeof tipoBienesServicios;
  /** 606: rows with ITBIS withheld, by from whom. */
  readonly withheldFrom?: WithheldFrom;
  /** 606: not the second row of a receipt that was paid later. */
  readonly firstReport?: true;
  /** 607: only credit notes issued more than 30 days after their receipt, which give no ITBIS back; false: all but these. */
  readonly lateNote?: boolean;
}

/** Rows of the 607 that feed a box, and what of them. Credit notes subtract unless `unsigned`. */
export interface SaleFeed {
  readonly format: '607';
  readonly where: Where;
  readonly amount: SaleAmount;
  readonly unsigned?: true;
}

/** Rows of the 606 that feed a box, and what of them. Credit notes subtract. */
export interface PurchaseFeed {
  readonly format: '606';
  readonly where: Where;
  readonly amount: PurchaseAmount;
}

/** A term of a sum: a box, or a box with a minus before it. */
export type Term = string;

/** How a box follows from others. `positive`: nothing when the sum is negative. */
export interface Formula {
  readonly sum?: readonly Term[];
  readonly positive?: true;
  /** Percent of one box; `share`, a further percent of that. */
  readonly percent?: string;
  readonly of?: string;
  readonly share?: string;
  /** Percent that the sum of the first is of the second, with four decimals. */
  readonly ratio?: readonly [readonly Term[], string];
  /** A box times a box that is a percent. */
  readonly times?: readonly [string, string];
}

/**
 * A box of the IT-1 (`1` … `68`), of its Anexo A (`A1` … `A56`; `A45.1` its column of local purchases, `.2` services, `.3`
 * imports) or a control total (`C…`). Without feed and formula it is filled by hand.
 */
export interface Box {
  readonly id: string;
  readonly label: string;
  readonly feed?: SaleFeed | PurchaseFeed;
  /** With a feed, what the formula says is added to it. */
  readonly formula?: Formula;
}

/** A box that rows feed. */
export type FedBox = Box & { readonly feed: SaleFeed | PurchaseFeed };

/** Whether a person fills a box. */
export const isManual = ({ feed, formula }: Box): boolean => feed === undefined && formula === undefined;

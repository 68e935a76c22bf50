import { add, compare, type Decimal, isLateNote, neg, zero } from '@timbre/values';
import { isCompras, isNota, isNotaCredito, type TipoNCF, tipoOfNCF } from '../layout/ncf.ts';
import { type PurchaseEntry, purchaseAmounts, type SaleEntry, saleAmounts } from './amounts.ts';
import type { Box, FedBox, PurchaseFeed, SaleFeed, WithheldFrom } from './box.ts';
import { boxes } from './it1-boxes.ts';

/** Total of the rows that feed a box. */
export interface Fed {
  /** RD$. */
  amount: Decimal;
  /** Rows with an amount other than zero. */
  count: number;
}

/** Aggregated rows: for each fed box, its amount and the number of rows that fed it. No row is stored. */
export type IT1Facts = Map<string, Fed>;

const isFed = (box: Box): box is FedBox => box.feed !== undefined;
const fedBoxes = [...boxes.values()].filter(isFed);
const saleBoxes = fedBoxes.filter((box): box is FedBox & { feed: SaleFeed } => box.feed.format === '607');
const purchaseBoxes = fedBoxes.filter((box): box is FedBox & { feed: PurchaseFeed } => box.feed.format === '606');

/** No rows yet. */
export const noFacts = (): IT1Facts => new Map();

/** Adds a row of the 607, complete or not, to the facts, and returns them. The order of rows does not matter. */
export function addSale(facts: IT1Facts, entry: SaleEntry): IT1Facts {
  const isCredit = isNotaCredito(entry.row.ncf ?? '');
  for (const { id, feed } of saleBoxes)
    if (saleFeeds(feed, entry))
      put(facts, id, saleAmounts[feed.amount](entry), isCredit && feed.unsigned === undefined);
  return facts;
}

/** Adds a row of the 606, complete or not, to the facts, and returns them. The order of rows does not matter. */
export function addPurchase(facts: IT1Facts, entry: PurchaseEntry): IT1Facts {
  const isCredit = isNotaCredito(entry.row.ncf ?? '');
  for (const { id, feed } of purchaseBoxes)
    if (purchaseFeeds(feed, entry)) put(facts, id, purchaseAmounts[feed.amount](entry), isCredit);
  return facts;
}

function put(facts: IT1Facts, id: string, amount: Decimal | undefined, isNegative: boolean): void {
  if (amount === undefined || amount.units === 0) return;
  const signed = isNegative ? neg(amount) : amount;
  const fed = facts.get(id);
  if (fed === undefined) facts.set(id, { amount: signed, count: 1 });
  else {
    fed.amount = add(fed.amount, signed);
    fed.count++;
  }
}

/** The facts of two sets of rows together. Neither is changed. */
export function mergeFacts(a: IT1Facts, b: IT1Facts): IT1Facts {
  const merged = new Map([...a].map(([id, fed]) => [id, { ...fed }]));
  for (const [id, { amount, count }] of b) {
    const fed = merged.get(id);
    merged.set(
      id,
      fed === undefined ? { amount, count } : { amount: add(fed.amount, amount), count: fed.count + count },
    );
  }
  return merged;
}

/** A row of one of the two reports, as input of the IT-1. */
export type Entry = ({ readonly format: '606' } & PurchaseEntry) | ({ readonly format: '607' } & SaleEntry);

/** True if a row feeds a box with an amount. A screen lists these rows for the figure, as many as the box counts. */
export function gives({ feed }: Box, entry: Entry): boolean {
  const amount =
    feed?.format === '607' && entry.format === '607' && saleFeeds(feed, entry)
      ? saleAmounts[feed.amount](entry)
      : feed?.format === '606' && entry.format === '606' && purchaseFeeds(feed, entry)
        ? purchaseAmounts[feed.amount](entry)
        : undefined;
  return amount !== undefined && amount.units !== 0;
}

/** Whether a sale is among the rows of a feed; used by a screen that lists the rows of a box. */
export function saleFeeds({ where }: SaleFeed, { row, facts }: SaleEntry): boolean {
  const tipo = tipoOfNCF(row.ncf ?? '');
  if (where.tipos !== undefined && (tipo === undefined || !where.tipos.includes(tipo))) return false;
  if (where.notTipos !== undefined && tipo !== undefined && where.notTipos.includes(tipo)) return false;
  if (where.noteOver !== undefined && !isNoteOver(where.noteOver, row)) return false;
  if (where.notNoteOver !== undefined && isNoteOver(where.notNoteOver, row)) return false;
  if (where.tipoIngreso !== undefined && row.tipo_ingreso !== where.tipoIngreso) return false;
  return where.lateNote === undefined || where.lateNote === isLate(row, facts);
}

function isNoteOver(tipos: readonly TipoNCF[], { ncf = '', ncf_modificado = '' }: SaleEntry['row']): boolean {
  const modified = tipoOfNCF(ncf_modificado);
  return isNota(ncf) && modified !== undefined && tipos.includes(modified);
}

/** True if a sale is a late credit note, by its own statement or by its dates. @source Código Tributario, art. 338 */
function isLate({ ncf = '', fecha_comprobante: fecha }: SaleEntry['row'], facts: SaleEntry['facts']): boolean {
  if (!isNotaCredito(ncf)) return false;
  const { fecha_ncf_modificado: modificado, notaTardia = false } = facts ?? {};
  return notaTardia || (fecha !== undefined && modificado !== undefined && isLateNote(modificado, fecha));
}

/** Whether a purchase is among the rows of a feed. */
export function purchaseFeeds({ where }: PurchaseFeed, entry: PurchaseEntry): boolean {
  const { row, momento } = entry;
  const tipo = tipoOfNCF(row.ncf ?? '');
  if (where.firstReport !== undefined && momento === 'pago') return false;
  if (where.tipos !== undefined && (tipo === undefined || !where.tipos.includes(tipo))) return false;
  if (where.notTipos !== undefined && tipo !== undefined && where.notTipos.includes(tipo)) return false;
  if (where.tipoBienes !== undefined && row.tipo_bienes_servicios !== where.tipoBienes) return false;
  if (where.notTipoBienes !== undefined && row.tipo_bienes_servicios === where.notTipoBienes) return false;
  return where.withheldFrom === undefined || withheldFrom(entry) === where.withheldFrom;
}

/**
 * Kind of withholding of the ITBIS of a purchase, which decides its box; undefined if none was withheld. For a company
 * it depends on how much was withheld: all of the ITBIS (NG 07-09) or part of it (NG 02-05 and 07-07).
 */
export function withheldFrom({ row }: PurchaseEntry): WithheldFrom | undefined {
  const { itbis_retenido: withheld = zero, itbis_facturado = zero, ncf = '', rnc_cedula = '' } = row;
  if (compare(withheld, zero) <= 0) return undefined;
  if (isCompras(ncf)) return 'compras';
  if (rnc_cedula.length === 11) return 'persona';
  return compare(withheld, itbis_facturado) === 0 ? 'sociedad-total' : 'sociedad-parcial';
}

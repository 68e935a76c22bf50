import type { ReceiptKey } from '../receipts-repo.ts';
import type { Sentido } from '../tables.ts';
import type { QuickBooksKey, QuickBooksRow } from './documents-repo.ts';

/** The name of a document: its entity and id. */
export const nameOf = ({ entidad, qb_id }: QuickBooksKey): string => `${entidad}:${qb_id}`;

/** The key of the receipt that a document makes. */
export interface KeyOfReceipt extends ReceiptKey {
  readonly sentido: Sentido;
}

/** The key of a receipt as a text: its side, issuer and number. */
export const keyOf = ({ sentido, emisor, ncf }: Pick<QuickBooksRow, 'sentido' | 'emisor' | 'ncf'>): string =>
  `${sentido}|${emisor}|${ncf}`;

import type { Tx } from '../../db/transactions.ts';
import type { FedDocument } from '../quickbooks-receipt.ts';
import type { RealmScope } from '../quickbooks-repo.ts';
import { prepareQuickBooks, type QuickBooksEnd, type QuickBooksOptions, storeQuickBooks } from '../store-quickbooks.ts';

/** Stores documents as QuickBooks gives them. */
export async function storeFed(
  tx: Tx,
  scope: RealmScope,
  fed: readonly FedDocument[],
  options: QuickBooksOptions,
  now: Date,
): Promise<QuickBooksEnd[]> {
  return storeQuickBooks(tx, scope, await prepareQuickBooks(scope, fed, options, now), options, now);
}

import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';

/**
 * Updates the database's statistics of the documents: a plan made for a small table would take minutes on one that
 * grew.
 */
export async function analyzeDocuments(tx: Tx): Promise<void> {
  await sql`select analiza_documento()`.execute(tx);
}

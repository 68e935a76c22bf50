import { sql } from 'kysely';
import type { Tx } from './transactions.ts';

/** Takes an advisory lock of the database until the transaction ends; other processes that take it wait. */
export async function lockUntilCommit(tx: Tx, key: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key.toString()}::bigint)`.execute(tx);
}

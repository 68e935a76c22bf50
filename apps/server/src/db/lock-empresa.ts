import { sql } from 'kysely';
import type { Tx } from './transactions.ts';

/** Has other transactions that change the settings of this company wait for this one; those that issue go on. */
export async function lockEmpresa(tx: Tx, empresaId: string): Promise<void> {
  await sql`select from empresa where id = ${empresaId} for no key update`.execute(tx);
}

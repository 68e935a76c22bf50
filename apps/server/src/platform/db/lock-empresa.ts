import { sql } from 'kysely';
import type { Tx } from './transactions.ts';

/** Locks a company's settings: other transactions that change them wait; emission continues. */
export async function lockEmpresa(tx: Tx, empresaId: string): Promise<void> {
  await sql`select from empresa where id = ${empresaId} for no key update`.execute(tx);
}

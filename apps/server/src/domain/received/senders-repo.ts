import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** Number of expired seeds deleted with each redeemed one: more than can be redeemed meanwhile. */
const swept = 100;

/** Records that a seed was redeemed. Returns false if it was redeemed before. */
export async function redeemOnce(tx: Tx, marca: Buffer, vence: Date, now: Date): Promise<boolean> {
  await sql`
    delete from receptor_semilla where marca in (
      select marca from receptor_semilla where vence < ${now}::timestamptz order by vence limit ${swept}
      for update skip locked)`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    insert into receptor_semilla (marca, vence) values (${marca}, ${vence}::timestamptz) on conflict do nothing`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

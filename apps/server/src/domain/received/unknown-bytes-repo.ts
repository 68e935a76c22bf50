import { sql } from 'kysely';
import type { Db } from '../../platform/db/transactions.ts';
import { forgetSpending, releaseBytes } from './budget-repo.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Number of documents of one transaction. */
const batch = 100;

/**
 * Removes the bytes of received documents that the DGII does not know after so many days. Their rows stay: the signers,
 * the digests, the times of arrival, and the acknowledgements that were sent.
 *
 * @returns how many
 */
export async function forgetUnknown(db: Db, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs);
  await db.system((tx) => forgetSpending(tx, now));
  for (let total = 0; ; ) {
    const removed = await db.system(async (tx) => {
      const { rows } = await sql<{ empresa_id: string; bytes: number }>`
        with viejo as materialized (
          select empresa_id, id, case when red is null then 0 else octet_length(xml) end as bytes from recibido
          where not confirmado and estado_dgii = 'no_encontrado' and not sin_bytes and recibido < ${before}::timestamptz
          order by recibido limit ${batch} for update skip locked)
        update recibido r set xml = ''::bytea, sin_bytes = true, red = null from viejo v
        where r.empresa_id = v.empresa_id and r.id = v.id returning v.empresa_id, v.bytes`.execute(tx);
      const byCompany = new Map<string, number>();
      for (const { empresa_id, bytes } of rows) byCompany.set(empresa_id, (byCompany.get(empresa_id) ?? 0) + bytes);
      for (const [empresaId, bytes] of [...byCompany].sort()) await releaseBytes(tx, empresaId, bytes);
      return rows.length;
    });
    total += removed;
    if (removed < batch) return total;
  }
}

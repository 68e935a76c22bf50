import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transactions.ts';
import { statesSql } from '../states.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** How long an Idempotency-Key returns its document, as the contract states. */
const keysRetentionMs = 30 * dayMs;
/** Attempts are consulted within months of the delivery; the verdict itself remains on the document for ever. */
const attemptsRetentionMs = 365 * dayMs;
/** A rehearsal shows what the authority would have answered at that time. */
const rehearsalsRetentionMs = 30 * dayMs;
const batch = 5_000;

/**
 * Deletes expired Idempotency-Keys, the attempts of documents decided long ago, and old rehearsals. Each batch is its
 * own transaction, so locks are short.
 *
 * @returns the number of rows deleted of each kind
 */
export async function prune(
  db: Db,
  now: Date,
): Promise<{ readonly claves: number; readonly intentos: number; readonly ensayos: number }> {
  const claves = await inBatches((limit) =>
    db.system((tx) =>
      sql`
        delete from idempotencia where (empresa_id, clave) in (
          select empresa_id, clave from idempotencia where creada < ${new Date(now.getTime() - keysRetentionMs)}
          order by creada limit ${limit} for update skip locked)`.execute(tx),
    ),
  );
  const intentos = await inBatches((limit) =>
    db.system((tx) =>
      sql`
        delete from intento where (empresa_id, documento_id, numero) in (
          select i.empresa_id, i.documento_id, i.numero from intento i
          join documento d on d.empresa_id = i.empresa_id and d.id = i.documento_id
          where i.iniciado < ${new Date(now.getTime() - attemptsRetentionMs)}
            and d.estado in (${statesSql.final})
          limit ${limit} for update of i skip locked)`.execute(tx),
    ),
  );
  const ensayos = await inBatches((limit) =>
    db.system((tx) =>
      sql`
        delete from ensayo where (empresa_id, documento_id) in (
          select empresa_id, documento_id from ensayo where cambiado < ${new Date(now.getTime() - rehearsalsRetentionMs)}
          limit ${limit} for update skip locked)`.execute(tx),
    ),
  );
  return { claves, intentos, ensayos };
}

async function inBatches(remove: (limit: number) => Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await remove(batch);
    total += Number(numAffectedRows);
    if (numAffectedRows < batch) return total;
  }
}

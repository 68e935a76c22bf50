import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Respuestas } from './answer-keys.ts';

/** The suggestions learned for some suppliers. */
export async function learnedFrom(
  tx: Tx,
  empresaId: string,
  suppliers: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Respuestas>> {
  if (suppliers.size === 0) return new Map();
  const rows = await tx
    .selectFrom('sugerencia')
    .select(['emisor', 'respuestas'])
    .where('empresa_id', '=', empresaId)
    .where('emisor', '=', sql<string>`any(${[...suppliers]}::text[])`)
    .execute();
  return new Map(rows.map(({ emisor, respuestas }) => [emisor, JSON.parse(respuestas)]));
}

/** Adds learned suggestions to those of the suppliers; the last answer of each key remains. */
export async function learn(
  tx: Tx,
  empresaId: string,
  learned: ReadonlyMap<string, Respuestas>,
  now: Date,
): Promise<void> {
  if (learned.size === 0) return;
  // In a fixed order, which prevents deadlocks between two transactions.
  const rows = [...learned].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into sugerencia as s (empresa_id, emisor, respuestas, cambiada)
    select ${empresaId}::uuid, emisor, respuestas, ${now}::timestamptz
    from unnest(${rows.map(([emisor]) => emisor)}::text[], ${rows.map(([, each]) => JSON.stringify(each))}::text[])
      as l (emisor, respuestas)
    on conflict (empresa_id, emisor) do update set
      respuestas = (s.respuestas::jsonb || excluded.respuestas::jsonb)::text, cambiada = excluded.cambiada`.execute(tx);
}

import { sql } from 'kysely';
import type { Scope } from '../../../domain/reports/scope.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

/** The boxes of the IT-1 of a month that a person filled, with their amounts. */
export async function findManual(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  periodo: number,
): Promise<Readonly<Record<string, string>>> {
  const row = await tx
    .selectFrom('it1_manual')
    .select('casillas')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('periodo', '=', periodo)
    .executeTakeFirst();
  return row?.casillas ?? {};
}

/** Fills boxes, and empties others. Boxes in neither list stay. */
export async function changeManual(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  periodo: number,
  filled: Readonly<Record<string, string>>,
  emptied: readonly string[],
): Promise<void> {
  const casillas = JSON.stringify(filled);
  await sql`
    insert into it1_manual (empresa_id, ambiente, periodo, casillas)
    values (${empresaId}, ${ambiente}, ${periodo}, ${casillas}::jsonb)
    on conflict (empresa_id, ambiente, periodo) do update
    set casillas = (it1_manual.casillas || excluded.casillas) - ${emptied}::text[]`.execute(tx);
}

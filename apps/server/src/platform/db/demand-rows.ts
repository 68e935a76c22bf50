import { refuse } from '@timbre/refusal';
import { sql } from 'kysely';
import type { Tx } from './transactions.ts';

/** Tables whose rows callers name in lists of ids. */
type Named = 'documento' | 'fecha_vencimiento' | 'aprobacion_libro';

/**
 * Throws Problem `recurso/no-encontrado` with the first of some ids that no row with these values has: of the company
 * and, of a document, also of an import.
 */
export async function demandRows(
  tx: Tx,
  table: Named,
  of: { readonly empresa_id: string; readonly importacion_id?: string },
  ids: readonly string[] | undefined,
): Promise<void> {
  if (ids === undefined || ids.length === 0) return;
  const matches = Object.entries(of).map(([column, value]) => sql`r.${sql.ref(column)} = ${value}`);
  const { rows } = await sql<{ id: string }>`
    select named.id from unnest(${ids}::uuid[]) with ordinality named (id, place) where not exists (
      select from ${sql.table(table)} r where r.id = named.id and ${sql.join(matches, sql` and `)})
    order by place limit 1`.execute(tx);
  if (rows[0] !== undefined) refuse('recurso/no-encontrado', `El id «${rows[0].id}» de la lista no existe`);
}

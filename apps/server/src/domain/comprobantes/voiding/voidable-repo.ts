import { formatENCF, type TipoECF } from '@timbre/values';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { SecuenciaRow } from '../numbers/ranges-repo.ts';

/** A run of numbers, both ends included. */
export interface Run {
  readonly desde: number;
  readonly hasta: number;
}

/** The numbers of a range that may be voided. */
export interface Voidable {
  readonly runs: readonly Run[];
  /** Number of numbers in all runs, including those beyond the limit. */
  readonly total: number;
}

/**
 * The numbers of a range that may be voided, in runs: its numbers from the next one on that no document of the issuer
 * has, ever had, or brings unsigned; that were not lost and looked up; and that are not voided. Each number below the
 * next one has its document, or was declared as used outside of the platform.
 *
 * @param limit maximum number of runs
 * @param within only the numbers of this run
 * @source Formato Anulación de e-NCF v1.0, §1: sequences that were not used
 */
export async function listVoidable(
  tx: Tx,
  range: SecuenciaRow,
  rncEmisor: string,
  limit: number,
  within: Run = range,
): Promise<Voidable> {
  const { empresa_id, ambiente, tipo } = range;
  const first = Math.max(range.siguiente, within.desde);
  const last = Math.min(range.hasta, within.hasta);
  if (first > last) return { runs: [], total: 0 };
  const own = sql`empresa_id = ${empresa_id} and ambiente = ${ambiente} and rnc_emisor = ${rncEmisor}`;
  const encf = (numero: number) => formatENCF(String(tipo) as TipoECF, numero);
  const { rows } = await sql<Run & { total: number }>`
    with taken as (
      select numero as desde, numero as hasta from documento
      where ${own} and encf between ${encf(first)} and ${encf(last)}
      union all
      select numero, numero from numero_conciliado where ${own} and tipo = ${tipo} and numero between ${first} and ${last}
      union all
      select desde, hasta from anulacion
      where ${own} and tipo = ${tipo} and estado <> 'rechazado' and desde <= ${last} and hasta >= ${first}
      union all
      select ${last}::bigint + 1, ${last}::bigint + 1
    ), gaps as (
      select coalesce(max(hasta) over (order by desde, hasta rows between unbounded preceding and 1 preceding) + 1,
        ${first}::bigint) as desde, desde - 1 as hasta from taken
    )
    select greatest(desde, ${first}::bigint) as desde, hasta,
      (sum(hasta - greatest(desde, ${first}::bigint) + 1) over ())::bigint as total
    from gaps where hasta >= greatest(desde, ${first}::bigint) order by 1 limit ${limit}`.execute(tx);
  return { runs: rows.map(({ desde, hasta }) => ({ desde, hasta })), total: rows[0]?.total ?? 0 };
}

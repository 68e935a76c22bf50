import { consumerFields } from '@timbre/reports';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import { ofMonths } from './rows-repo.ts';
import type { Scope } from './scope.ts';

/** Sums of the sales to consumers that the summary reports, by their series. Amounts with two decimals, as text. */
export interface ConsumerSums {
  readonly tipo: 'B02' | 'E32';
  readonly cantidad: number;
  readonly montos: Readonly<Record<string, string>>;
}

/** Adds up the sales to consumers of a month that are not detailed in the 607. */
export async function consumerSums(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  periodo: number,
): Promise<readonly ConsumerSums[]> {
  const sums = consumerFields.map(
    (key) => sql`${sql.lit(key)}, coalesce(sum((datos ->> ${sql.lit(key)})::numeric), 0)::numeric(18, 2)::text`,
  );
  const { rows } = await sql<ConsumerSums>`
    select left(ncf, 3) as tipo, count(*)::integer as cantidad, json_build_object(${sql.join(sums)}) as montos
    from (
      select r.ncf, r.fila::jsonb as datos from renglon r
      where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.reporte = '607' and ${ofMonths}
        and r.periodo = ${periodo} and r.destino = 'resumen'
    ) r group by 1 order by 1`.execute(tx);
  return rows;
}

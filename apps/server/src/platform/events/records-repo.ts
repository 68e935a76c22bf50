import { sql } from 'kysely';
import type { Tx } from '../db/transactions.ts';
import { platformRecord } from './events.ts';

/**
 * Every record that exists or existed: the platform's, each company's, those of deleted companies, and those in the
 * anchors.
 */
export async function listRecords(tx: Tx, remembered: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(e.rnc, case when id = ${platformRecord} then 'plataforma' else id::text end) as name
    from (select ${platformRecord}::uuid as id union select id from empresa
      union select empresa_id from evento_cabeza union select unnest(${remembered}::uuid[])) records
    left join empresa e using (id) order by e.rnc nulls first, name`.execute(tx);
  return rows;
}

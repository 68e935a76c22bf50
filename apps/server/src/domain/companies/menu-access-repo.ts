import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** The menu items that a company may use. */
export interface AccesosRow {
  readonly id: string;
  readonly rnc: string;
  readonly razon_social: string;
  readonly accesos: Readonly<Record<string, boolean>>;
  readonly accesos_por: string | null;
  readonly accesos_en: Date | null;
}

/**
 * The company of that RNC.
 *
 * @param held whether to lock it: other transactions that change it then wait until this one ends
 */
export async function findAccesos(tx: Tx, rnc: string, held: boolean): Promise<AccesosRow | undefined> {
  const { rows } = await sql<AccesosRow>`
    select id, rnc, razon_social, accesos, accesos_por, accesos_en from empresa
    where rnc = ${rnc} ${held ? sql`for no key update` : sql``}`.execute(tx);
  return rows[0];
}

export async function saveAccesos(
  tx: Tx,
  empresaId: string,
  accesos: Readonly<Record<string, boolean>>,
  by: { readonly por: string; readonly en: Date },
): Promise<void> {
  await tx
    .updateTable('empresa')
    .set({ accesos: JSON.stringify(accesos), accesos_por: by.por, accesos_en: by.en })
    .where('id', '=', empresaId)
    .execute();
}

/** The fields that identify a company to outsiders. */
type ExternalRow = Pick<AccesosRow, 'id' | 'rnc' | 'razon_social'>;

/** The companies, ordered by name. */
export const listExternal = (tx: Tx, limit: number): Promise<ExternalRow[]> =>
  tx
    .selectFrom('empresa')
    .select(['id', 'rnc', 'razon_social'])
    .orderBy('razon_social')
    .orderBy('id')
    .limit(limit)
    .execute();

import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The company's data for Inicio; `logo` is the version of its logo. */
export interface ProfileRow {
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente: Ambiente;
  readonly logo: string | null;
}

export async function findProfile(tx: Tx, empresaId: string): Promise<ProfileRow> {
  const { rows } = await sql<ProfileRow>`
    select e.rnc, e.razon_social, e.ambiente, l.version as logo
    from empresa e left join logo l on l.empresa_id = e.id where e.id = ${empresaId}`.execute(tx);
  return rows[0]!;
}

/** Stores a logo, replacing any earlier one. */
export async function replaceLogo(tx: Tx, row: NewRow<'logo'>): Promise<void> {
  const { empresa_id: _, ...columns } = row;
  await tx
    .insertInto('logo')
    .values(row)
    .onConflict((conflict) => conflict.column('empresa_id').doUpdateSet(columns))
    .execute();
}

/** The logo of the company of that RNC. */
export async function findLogo(tx: Tx, rnc: string): Promise<Row<'logo'> | undefined> {
  const { rows } = await sql<Row<'logo'>>`
    select l.* from logo l join empresa e on e.id = l.empresa_id where e.rnc = ${rnc}`.execute(tx);
  return rows[0];
}

/** The company's own logo. */
export const findOwnLogo = (tx: Tx, empresaId: string): Promise<Row<'logo'> | undefined> =>
  tx.selectFrom('logo').selectAll().where('empresa_id', '=', empresaId).executeTakeFirst();

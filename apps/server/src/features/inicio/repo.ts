import type { Ambiente } from '@timbre/contract';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The company's data for Inicio; `logo` is the version of its logo. */
export interface ProfileRow {
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente: Ambiente;
  readonly logo: string | null;
}

export const findProfile = (tx: Tx, empresaId: string): Promise<ProfileRow> =>
  tx
    .selectFrom('empresa as e')
    .leftJoin('logo as l', 'l.empresa_id', 'e.id')
    .select(['e.rnc', 'e.razon_social', 'e.ambiente', 'l.version as logo'])
    .where('e.id', '=', empresaId)
    .executeTakeFirstOrThrow();

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
export const findLogo = (tx: Tx, rnc: string): Promise<Row<'logo'> | undefined> =>
  tx
    .selectFrom('logo as l')
    .innerJoin('empresa as e', 'e.id', 'l.empresa_id')
    .selectAll('l')
    .where('e.rnc', '=', rnc)
    .executeTakeFirst();

/** The company's own logo. */
export const findOwnLogo = (tx: Tx, empresaId: string): Promise<Row<'logo'> | undefined> =>
  tx.selectFrom('logo').selectAll().where('empresa_id', '=', empresaId).executeTakeFirst();

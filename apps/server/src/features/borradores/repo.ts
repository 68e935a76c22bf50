import { borradores } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** A draft as the list shows it. */
export type BorradorRow = Omit<Row<'borrador'>, 'empresa_id' | 'documento'>;

const shown = ['id', 'version', 'tipo', 'comprador', 'monto', 'por', 'modificado'] as const;

export const listBorradores = (tx: Tx, empresaId: string): Promise<BorradorRow[]> =>
  tx
    .selectFrom('borrador')
    .select(shown)
    .where('empresa_id', '=', empresaId)
    .orderBy('modificado', 'desc')
    .limit(borradores.limitesDeBorradores.cantidad)
    .execute();

export const findBorrador = (tx: Tx, empresaId: string, id: string) =>
  tx
    .selectFrom('borrador')
    .select([...shown, 'documento'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The draft of this id, if it is of this version and has the same content. */
export const findSame = (
  tx: Tx,
  { empresa_id, id, version, tipo, comprador, monto, documento }: NewRow<'borrador'>,
): Promise<BorradorRow | undefined> =>
  tx
    .selectFrom('borrador')
    .select(shown)
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('tipo', '=', tipo)
    .where('comprador', '=', comprador)
    .where('monto', '=', monto)
    .where('documento', '=', sql<never>`${documento}::jsonb`)
    .executeTakeFirst();

export async function countBorradores(tx: Tx, empresaId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('borrador')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('empresa_id', '=', empresaId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Stores a new draft; undefined if there is one of that id. */
export const insertBorrador = (tx: Tx, row: NewRow<'borrador'>): Promise<BorradorRow | undefined> =>
  tx
    .insertInto('borrador')
    .values(row)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'id']).doNothing())
    .returning(shown)
    .executeTakeFirst();

/** Replaces a draft; undefined if it has another version, or does not exist. @param version the one that is replaced */
export const replaceBorrador = (
  tx: Tx,
  { empresa_id, id, ...row }: NewRow<'borrador'>,
  version: number,
): Promise<BorradorRow | undefined> =>
  tx
    .updateTable('borrador')
    .set(row)
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(shown)
    .executeTakeFirst();

/** Deletes a draft. Returns whether there was one. */
export async function deleteBorrador(tx: Tx, empresaId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('borrador')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

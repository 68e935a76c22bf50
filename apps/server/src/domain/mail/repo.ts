import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { porClave } from '../../platform/input/caller.ts';

export type CorreoRow = Row<'correo'>;

export const insertCorreos = async (tx: Tx, rows: readonly NewRow<'correo'>[]): Promise<void> => {
  await tx.insertInto('correo').values(rows).execute();
};

/** A pending message; undefined if it was delivered. */
export const findPending = (tx: Tx, empresaId: string, id: string): Promise<CorreoRow | undefined> =>
  tx
    .selectFrom('correo')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('estado', '=', 'pendiente')
    .executeTakeFirst();

/** Records how a delivery ended. Deletes the text. */
export async function endCorreo(
  tx: Tx,
  { empresa_id, id }: Pick<CorreoRow, 'empresa_id' | 'id'>,
  end: {
    readonly estado: 'enviado' | 'guardado' | 'fallido';
    readonly detalle: string | null;
    readonly terminado: Date;
  },
): Promise<void> {
  await tx
    .updateTable('correo')
    .set({ ...end, cuerpo: null })
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .execute();
}

/** Records why a delivery must be tried again. */
export async function noteCorreo(
  tx: Tx,
  { empresa_id, id }: Pick<CorreoRow, 'empresa_id' | 'id'>,
  detalle: string,
): Promise<void> {
  await tx.updateTable('correo').set({ detalle }).where('empresa_id', '=', empresa_id).where('id', '=', id).execute();
}

const shown = ['id', 'para', 'asunto', 'por', 'creado', 'estado', 'detalle', 'terminado'] as const;

/** The messages that carried a document, newest first. */
export const correosOf = (tx: Tx, empresaId: string, documentoId: string, limit: number) =>
  tx
    .selectFrom('correo')
    .select(shown)
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .orderBy('creado', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Those of the addresses to which people of the company sent documents, in lower case. */
export async function mailedByPeople(tx: Tx, empresaId: string, para: readonly string[]): Promise<ReadonlySet<string>> {
  const address = sql<string>`lower(para)`;
  const rows = await tx
    .selectFrom('correo')
    .select(address.as('para'))
    .distinct()
    .where('empresa_id', '=', empresaId)
    .where('documento_id', 'is not', null)
    .where('por', '<>', porClave)
    .where(address, 'in', para)
    .execute();
  return new Set(rows.map((row) => row.para));
}

/** Deletes messages that ended before then, except those that carried a document. */
export async function pruneCorreos(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('correo').where('documento_id', 'is', null).where('terminado', '<', before).execute();
}

export const findPlantilla = (tx: Tx, empresaId: string) =>
  tx.selectFrom('correo_plantilla').select(['asunto', 'cuerpo']).where('empresa_id', '=', empresaId).executeTakeFirst();

export async function storePlantilla(tx: Tx, row: NewRow<'correo_plantilla'>): Promise<void> {
  const { asunto, cuerpo } = row;
  await tx
    .insertInto('correo_plantilla')
    .values(row)
    .onConflict((conflict) => conflict.column('empresa_id').doUpdateSet({ asunto, cuerpo }))
    .execute();
}

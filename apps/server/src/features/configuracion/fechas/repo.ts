import type { Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

/** A date assigned to the sequences of one type. */
export type FechaRow = Row<'fecha_vencimiento'>;

/** Which dates are listed: of a serie, of a type, or of all. */
export interface Which {
  readonly serie?: FechaRow['serie'] | undefined;
  readonly tipo?: string | undefined;
}

/** By serie and type; with a type the active dates come first. Then the latest first. */
export const listFechas = (tx: Tx, empresaId: string, { serie, tipo }: Which): Promise<FechaRow[]> =>
  tx
    .selectFrom('fecha_vencimiento')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .$if(serie !== undefined, (query) => query.where('serie', '=', serie!))
    .$if(tipo !== undefined, (query) => query.where('tipo', '=', tipo!))
    .orderBy('serie', 'desc')
    .orderBy('tipo')
    .$if(tipo !== undefined, (query) => query.orderBy('activo', 'desc'))
    .orderBy('fecha', 'desc')
    .orderBy('creada', 'desc')
    .limit(1_000)
    .execute();

export const findFecha = (tx: Tx, empresaId: string, id: string): Promise<FechaRow | undefined> =>
  tx
    .selectFrom('fecha_vencimiento')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The entries of those ids, in the order of the list. */
export const findFechas = (tx: Tx, empresaId: string, ids: readonly string[]): Promise<FechaRow[]> =>
  tx
    .selectFrom('fecha_vencimiento')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .orderBy('serie', 'desc')
    .orderBy('tipo')
    .orderBy('id')
    .execute();

/** The active entries with that date. */
export const activeAt = (tx: Tx, empresaId: string, fecha: string): Promise<FechaRow[]> =>
  tx
    .selectFrom('fecha_vencimiento')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .where('fecha', '=', fecha)
    .execute();

export async function setDate(tx: Tx, empresaId: string, ids: readonly string[], fecha: string): Promise<void> {
  await tx
    .updateTable('fecha_vencimiento')
    .set({ fecha })
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .execute();
}

/** The fields that make two entries equal; `fecha` yyyy-MM-dd. */
export type Assigned = Pick<FechaRow, 'serie' | 'tipo' | 'fecha'>;

/** The entries of that serie, tipo and date: the active one first, if any; then newest first. */
export const findEqual = (tx: Tx, empresaId: string, { serie, tipo, fecha }: Assigned): Promise<FechaRow[]> =>
  tx
    .selectFrom('fecha_vencimiento')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('serie', '=', serie)
    .where('tipo', '=', tipo)
    .where('fecha', '=', fecha)
    .orderBy('activo', 'desc')
    .orderBy('creada', 'desc')
    .limit(2)
    .execute();

export async function insertFecha(tx: Tx, row: FechaRow): Promise<void> {
  await tx.insertInto('fecha_vencimiento').values(row).execute();
}

export async function setActive(tx: Tx, empresaId: string, id: string, activo: boolean): Promise<void> {
  await tx
    .updateTable('fecha_vencimiento')
    .set({ activo })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute();
}

/** Returns the removed entry; undefined if there was none. */
export const deleteFecha = (tx: Tx, empresaId: string, id: string): Promise<FechaRow | undefined> =>
  tx
    .deleteFrom('fecha_vencimiento')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

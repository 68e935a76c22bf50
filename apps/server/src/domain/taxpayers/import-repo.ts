import { sql } from 'kysely';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Batch, Ending } from './read-register.ts';

/** The number of one of the two tables. */
export type Tabla = 0 | 1;

/** The active register. */
export type Registro = Row<'contribuyente_registro'>;
/** The import that is under way. */
export type Importacion = Row<'contribuyente_importacion'>;

const importacion = 'contribuyente_importacion';
const archivo = 'contribuyente_archivo';

export const readRegistro = (tx: Tx): Promise<Registro> =>
  tx.selectFrom('contribuyente_registro').selectAll().executeTakeFirstOrThrow();

export const readImportacion = (tx: Tx): Promise<Importacion> =>
  tx.selectFrom(importacion).selectAll().executeTakeFirstOrThrow();

/** The import that is under way, locked until the transaction ends. */
export const holdImportacion = (tx: Tx): Promise<Importacion> =>
  tx.selectFrom(importacion).selectAll().forUpdate().executeTakeFirstOrThrow();

/** Records the import that begins or, without `ficha`, waits. */
export async function setImportacion(
  tx: Tx,
  values: { readonly sujeto: string; readonly ficha: string | null; readonly archivo: string; readonly now: Date },
): Promise<void> {
  const { now: latido, ...rest } = values;
  const fase = values.ficha === null ? ('en_espera' as const) : ('leyendo' as const);
  const none = { leidos: 0, total: 0, filas: 0, fallo: null, fallo_en: null };
  await tx
    .updateTable(importacion)
    .set({ ...rest, ...none, fase, latido })
    .execute();
}

/** The progress of an import. */
export interface Progress {
  readonly leidos?: number;
  readonly total?: number;
  readonly filas?: number;
  readonly fase?: 'leyendo' | 'ordenando';
}

/** Records progress of the run. Returns whether it may still write: another run may have replaced it. */
export async function advance(tx: Tx, ficha: string, progress: Progress, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(importacion)
    .set({ ...progress, latido: now })
    .where('ficha', '=', ficha)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends the import of the run, or of a waiting file; of a failed one, the failure remains. Returns as {@link advance}.
 */
export async function endImportacion(
  tx: Tx,
  of: { readonly ficha: string } | { readonly sujeto: string },
  fallo: string | null,
  now: Date,
): Promise<boolean> {
  const ended = { sujeto: null, ficha: null, latido: null, fase: null };
  const { numUpdatedRows } = await tx
    .updateTable(importacion)
    .set({ ...ended, fallo, fallo_en: fallo === null ? null : now })
    .where((where) => where.and(of))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Empties a table and removes its indexes except that of the numbers. */
export async function empty(tx: Tx, tabla: Tabla): Promise<void> {
  await sql`select contribuyente_vacia(${tabla}::smallint)`.execute(tx);
}

/** Creates the indexes of a filled table. */
export async function order(tx: Tx, tabla: Tabla): Promise<void> {
  await sql`select contribuyente_ordena(${tabla}::smallint)`.execute(tx);
}

/** Adds taxpayers to a table. If a number is already there, its first taxpayer stays. Returns how many were added. */
export async function addBatch(tx: Tx, tabla: Tabla, { columns }: Batch): Promise<number> {
  const arrays = sql.join(columns.map((column) => sql`${column}::text[]`));
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(`contribuyente_${tabla}`)}
      (rnc, nombre, nombre_comercial, actividad, inicio, estado, regimen, activo, busca, palabras)
    select rnc, nombre, comercial, actividad, nullif(inicio, '')::date, estado, regimen, estado = 'ACTIVO', busca,
      array_to_tsvector(string_to_array(palabras, ' '))
    from unnest(${arrays}) as t (rnc, nombre, comercial, actividad, inicio, estado, regimen, busca, palabras)
    on conflict (rnc) do nothing`.execute(tx);
  return Number(numAffectedRows);
}

/** Makes a filled table the active register. */
export async function switchTo(
  tx: Tx,
  tabla: Tabla,
  facts: { readonly archivo: string; readonly filas: number; readonly repetidas: number; readonly now: Date },
  { refused, motivos, comunes }: Ending,
): Promise<void> {
  const { now: importado, ...rest } = facts;
  const results = { rechazadas: refused, motivos: JSON.stringify(motivos), comunes: JSON.stringify(comunes) };
  await tx
    .updateTable('contribuyente_registro')
    .set({ ...rest, ...results, tabla, importado })
    .execute();
}

const partBytes = 1024 * 1024;

/** Stores an uploaded file in parts, in place of earlier ones. */
export async function storeFile(tx: Tx, sujeto: string, bytes: Buffer): Promise<void> {
  await tx.deleteFrom(archivo).execute();
  for (let parte = 0; parte * partBytes < bytes.length; parte++) {
    const contenido = bytes.subarray(parte * partBytes, (parte + 1) * partBytes);
    await tx.insertInto(archivo).values({ sujeto, parte, contenido }).execute();
  }
}

/** An uploaded file; undefined once it was deleted. */
export async function readFile(tx: Tx, sujeto: string): Promise<Buffer | undefined> {
  const parts = await tx
    .selectFrom(archivo)
    .select('contenido')
    .where('sujeto', '=', sujeto)
    .orderBy('parte')
    .execute();
  return parts.length === 0 ? undefined : Buffer.concat(parts.map(({ contenido }) => contenido));
}

/** Deletes an uploaded file. */
export async function dropFile(tx: Tx, sujeto: string): Promise<void> {
  await tx.deleteFrom(archivo).where('sujeto', '=', sujeto).execute();
}

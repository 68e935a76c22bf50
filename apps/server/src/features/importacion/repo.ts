import type { importacion } from '@timbre/contract';
import { sql } from 'kysely';
import type { ImportScope } from '../../domain/comprobantes/imports/conditions.ts';
import type { Tx } from '../../platform/db/transactions.ts';

type Importacion = importacion.Importacion;

/** An import with the data of its row: the first of its errors and notices, and how many more there are. */
type ImportRow = Pick<
  Importacion,
  'id' | 'archivo' | 'estado' | 'pasos' | 'errores' | 'avisos' | 'masErrores' | 'masAvisos'
> & { readonly creada: Date };

const mostOfBook = 50;
const firsts = sql.lit(`$[0 to ${mostOfBook - 1}]`);

/** An uploaded workbook that was not read yet. */
interface NewImport {
  readonly id: string;
  readonly archivo: string;
  readonly contenido: Buffer;
  readonly pasos: readonly importacion.Paso[];
  readonly usuarioId: string | null;
  readonly creada: Date;
  readonly dePiloto: boolean;
}

/** How many workbooks of the company are being read or wait for it; counted up to `most`. */
export async function countUnread(tx: Tx, empresaId: string, most: number): Promise<number> {
  const { rows } = await sql`
    select from importacion where empresa_id = ${empresaId} and estado = 'procesando' limit ${most}`.execute(tx);
  return rows.length;
}

/** Stores a workbook. */
export async function insertImport(
  tx: Tx,
  empresaId: string,
  { id, archivo, contenido, pasos, usuarioId, creada, dePiloto }: NewImport,
): Promise<void> {
  const row = { empresa_id: empresaId, id, archivo, contenido, usuario_id: usuarioId, creada, de_piloto: dePiloto };
  await tx
    .insertInto('importacion')
    .values({ ...row, estado: 'procesando', pasos: JSON.stringify(pasos) })
    .execute();
}

/** Stores an import of a simulation: no workbook fills it, and its documents may be signed at once. */
export async function insertOwnImport(
  tx: Tx,
  empresaId: string,
  { id, archivo, creada }: Pick<NewImport, 'id' | 'archivo' | 'creada'>,
): Promise<void> {
  const row = { empresa_id: empresaId, id, archivo, creada, de_simulacion: true };
  await tx
    .insertInto('importacion')
    .values({ ...row, estado: 'listo', pasos: '[]' })
    .execute();
}

/** One import of the company; undefined when there is none with that id. */
export async function findImport(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select id, archivo, estado, pasos, creada, jsonb_path_query_array(errores, ${firsts}) as errores,
      jsonb_path_query_array(avisos, ${firsts}) as avisos,
      greatest(jsonb_array_length(errores) - ${sql.lit(mostOfBook)}, 0) as "masErrores",
      greatest(jsonb_array_length(avisos) - ${sql.lit(mostOfBook)}, 0) as "masAvisos"
    from importacion
    where empresa_id = ${empresaId} and id = ${importacionId}`.execute(tx);
  return rows[0];
}

/** Imports that count as the latest. */
const mostRecent = 20;

/** The company's latest imports of workbooks, newest first. */
export async function latestImports(
  tx: Tx,
  empresaId: string,
): Promise<readonly Pick<ImportRow, 'id' | 'archivo' | 'estado' | 'pasos' | 'creada'>[]> {
  return tx
    .selectFrom('importacion')
    .select(['id', 'archivo', 'estado', 'pasos', 'creada'])
    .where('empresa_id', '=', empresaId)
    .where('de_simulacion', '=', false)
    .orderBy('creada', 'desc')
    .limit(mostRecent)
    .execute();
}

/** The ids of the company's latest imports of workbooks that were read, and of its simulations. */
export async function importsToReview(tx: Tx, empresaId: string): Promise<readonly string[]> {
  const latest = await latestImports(tx, empresaId);
  const simulated = await tx
    .selectFrom('importacion')
    .select(['id', 'estado'])
    .where('empresa_id', '=', empresaId)
    .where('de_simulacion', '=', true)
    .limit(mostRecent)
    .execute();
  return [...latest, ...simulated].filter(({ estado }) => estado === 'listo').map(({ id }) => id);
}

const importOf = (tx: Tx, empresaId: string, id: string) =>
  tx.selectFrom('importacion').where('empresa_id', '=', empresaId).where('id', '=', id);

/** The state of an import, locked until the transaction ends; undefined if the company has none with that id. */
export async function holdImport(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
): Promise<Importacion['estado'] | undefined> {
  const row = await importOf(tx, empresaId, importacionId).select('estado').forShare().executeTakeFirst();
  return row?.estado;
}

/** The bytes of a workbook to be read, locked; undefined if it was read already. */
export async function lockContent(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<Buffer | undefined> {
  const row = await importOf(tx, empresaId, importacionId)
    .select('contenido')
    .where('estado', '=', 'procesando')
    .forUpdate()
    .executeTakeFirst();
  return row?.contenido ?? undefined;
}

/** Stores the progress of reading a workbook. */
export async function storePasos(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  pasos: readonly importacion.Paso[],
): Promise<void> {
  await tx
    .updateTable('importacion')
    .set({ pasos: JSON.stringify(pasos) })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', importacionId)
    .execute();
}

/** Concludes the reading of a workbook and deletes its bytes. */
export async function concludeImport(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { errores, avisos, deSet }: Pick<Importacion, 'errores' | 'avisos'> & { readonly deSet: boolean },
): Promise<void> {
  await tx
    .updateTable('importacion')
    .set({
      estado: errores.length > 0 ? 'error' : 'listo',
      contenido: null,
      errores: JSON.stringify(errores),
      avisos: JSON.stringify(avisos),
      de_set: deSet,
    })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', importacionId)
    .execute();
}

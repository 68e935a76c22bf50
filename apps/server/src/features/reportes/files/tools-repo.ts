import type { NewRow, Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

/** Data of an uploaded tool, without its contents. */
export type ToolRow = Pick<Row<'reporte_herramienta'>, 'tipo' | 'nombre' | 'subida' | 'por'> & {
  readonly bytes: number;
};

/** The tools of a company, without their contents. */
export const listTools = (tx: Tx, empresaId: string): Promise<ToolRow[]> =>
  tx
    .selectFrom('reporte_herramienta')
    .select(['tipo', 'nombre', 'subida', 'por', (eb) => eb.fn<number>('octet_length', ['contenido']).as('bytes')])
    .where('empresa_id', '=', empresaId)
    .execute();

/** The contents of the tool of a format; undefined if the company has none. */
export async function contentOfTool(tx: Tx, empresaId: string, tipo: '606' | '607'): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('reporte_herramienta')
    .select('contenido')
    .where('empresa_id', '=', empresaId)
    .where('tipo', '=', tipo)
    .executeTakeFirst();
  return row && Buffer.from(row.contenido);
}

/** Stores the tool of a format, in place of the previous one. */
export async function storeTool(tx: Tx, row: NewRow<'reporte_herramienta'>): Promise<void> {
  const { nombre, contenido, subida, por } = row;
  await tx
    .insertInto('reporte_herramienta')
    .values(row)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'tipo']).doUpdateSet({ nombre, contenido, subida, por }))
    .execute();
}

/** Removes the tool of a format. Returns whether there was one. */
export async function deleteTool(tx: Tx, empresaId: string, tipo: '606' | '607'): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reporte_herramienta')
    .where('empresa_id', '=', empresaId)
    .where('tipo', '=', tipo)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

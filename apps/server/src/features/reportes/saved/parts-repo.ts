import type { Row } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transactions.ts';

type Part = Row<'reporte_parte'>;

/** Stores a part of a report. */
export async function insertPart(tx: Tx, part: Part): Promise<void> {
  await tx.insertInto('reporte_parte').values(part).execute();
}

/** Deletes the stored parts of a report. */
export async function deleteParts(tx: Tx, empresaId: string, reporteId: string): Promise<void> {
  await tx
    .deleteFrom('reporte_parte')
    .where('empresa_id', '=', empresaId)
    .where('reporte_id', '=', reporteId)
    .execute();
}

/** Parts of a report in their order, from a part on. */
export async function findParts(
  tx: Tx,
  empresaId: string,
  reporteId: string,
  from: number,
  count: number,
): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('reporte_parte')
    .select('filas')
    .where('empresa_id', '=', empresaId)
    .where('reporte_id', '=', reporteId)
    .where('parte', '>=', from)
    .where('parte', '<', from + count)
    .orderBy('parte')
    .execute();
  return rows.map(({ filas }) => filas);
}

/** The first part of each of some reports. */
export const firstParts = (
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
): Promise<Pick<Part, 'reporte_id' | 'filas'>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('reporte_parte')
        .select(['reporte_id', 'filas'])
        .where('empresa_id', '=', empresaId)
        .where('reporte_id', 'in', ids)
        .where('parte', '=', 0)
        .execute();

import { refuse } from '@timbre/refusal';
import type { ImportScope } from '../../domain/comprobantes/imports/conditions.ts';
import { demandRows } from '../../platform/db/demand-rows.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { holdImport } from './repo.ts';

/**
 * Throws Problem `recurso/no-encontrado` unless the import is the company's, and each of the named documents is the
 * import's; `archivo/en-lectura` or `archivo/rechazado` unless it was read completely. Its state is locked until the
 * transaction ends.
 */
export async function demandRead(tx: Tx, of: ImportScope, ids?: readonly string[]): Promise<void> {
  const estado = (await holdImport(tx, of)) ?? refuse('recurso/no-encontrado');
  await demandRows(tx, 'documento', { empresa_id: of.empresaId, importacion_id: of.importacionId }, ids);
  if (estado === 'procesando') refuse('archivo/en-lectura');
  if (estado === 'error') refuse('archivo/rechazado');
}

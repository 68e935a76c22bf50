import type { NewRow } from '../db/schema.ts';
import type { Tx } from '../db/transactions.ts';

/** A buyer's answer to an invoice of the company. */
export interface ApprovalRow {
  readonly aprobada: boolean;
  readonly motivo: string | null;
  readonly fecha_hora: string;
  readonly titular: string;
  readonly recibida: Date;
}

/** Answers that are kept of one invoice; a buyer has one to give. */
export const mostApprovals = 20;

/** The answers to an invoice, the newest first. */
export const approvalsOf = (tx: Tx, empresaId: string, documentoId: string): Promise<ApprovalRow[]> =>
  tx
    .selectFrom('aprobacion_recibida')
    .select(['aprobada', 'motivo', 'fecha_hora', 'titular', 'recibida'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .orderBy('recibida', 'desc')
    .limit(mostApprovals)
    .execute();

/** Stores an answer. False if the same bytes came before. */
export async function storeApproval(tx: Tx, row: NewRow<'aprobacion_recibida'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('aprobacion_recibida')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

import type { Tx } from '../../platform/db/transactions.ts';
import type { Changing } from './changed-months.ts';
import { excluidoPor } from './pending-repo.ts';
import { receiptsOfDocuments } from './receipts-repo.ts';
import type { Scope } from './scope.ts';
import { demandMayChange, deriveStored } from './store-rows.ts';

/** A commercial answer to a received document. */
interface AnswerToReceived {
  readonly recibidoId: string;
  readonly aprobada: boolean;
}

/**
 * Requires that commercial answers are allowed: a rejection excludes its receipt from the reports, and another answer
 * includes it again.
 *
 * @returns whether that changes a month that was filed
 * @throws Problem `reportes/presentado`
 */
export async function demandMayAnswer(
  tx: Tx,
  scope: Scope,
  answers: readonly AnswerToReceived[],
  changing: Changing,
): Promise<boolean> {
  const approved = new Map(answers.map(({ recibidoId, aprobada }) => [recibidoId, aprobada]));
  const receipts = await receiptsOfDocuments(tx, scope, [...approved.keys()]);
  const automatic = receipts.filter(({ excluido }) => excluido === null || excluido === excluidoPor.rechazada);
  const after = automatic.map((receipt) => ({
    ...receipt,
    excluido: approved.get(receipt.documento_id!) ? null : excluidoPor.rechazada,
  }));
  return demandMayChange(tx, scope, automatic, await deriveStored(tx, scope, after), changing);
}

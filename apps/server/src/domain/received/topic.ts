import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import type { Core } from '../comprobantes/core.ts';

/** Topic of the signal that something received, answered or delivered of a company changed. */
export const receivedTopic = (empresaId: string): string => `recibidas:${empresaId}`;

/** Notifies the company's open screens, once the transaction has committed. */
export function tellChange({ signals }: Pick<Core, 'signals'>, tx: Tx, empresaId: string): void {
  afterCommit(tx, () => signals.emit(receivedTopic(empresaId)));
}

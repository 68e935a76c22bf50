import type { Tx } from '../../../platform/db/transactions.ts';
import type { NewEvent } from '../../../platform/events/events.ts';
import { documentEvent } from '../document-event.ts';
import type { Done } from './send-begin.ts';
import { storeNotice, troubleNotice } from './sender-repo.ts';

/** Failed tries after which a document shows why it is not delivered. */
const TOLD_AFTER = 3;

/**
 * Why a document is not delivered, as a text for people; undefined if the failures are few and may be transient, or if
 * there are none.
 */
function noticeOf({ outcome, job }: Done): string | undefined {
  if (outcome.kind === 'no_enviado' && !outcome.retryable)
    return `${outcome.crudo}. Revise el certificado y su delegación en la Oficina Virtual; al autenticarse de nuevo se reintenta.`;
  const isLost = outcome.kind === 'desconocido' || (outcome.kind === 'no_enviado' && !outcome.held);
  if (!isLost || job.intentos < TOLD_AFTER) return undefined;
  return `${outcome.crudo}. Se sigue intentando.`;
}

/**
 * Adds a notice with the answer to documents whose delivery keeps failing, and removes it from those that made
 * progress.
 *
 * @returns the events of the documents whose notice is new
 */
export async function tellTrouble(tx: Tx, empresaId: string, done: readonly Done[]): Promise<NewEvent[]> {
  const notices = done.flatMap((each) => {
    const mensaje = noticeOf(each);
    const isOpen = each.outcome.kind === 'no_enviado' || each.outcome.kind === 'desconocido';
    if (mensaje === undefined && (isOpen || !each.row.avisado)) return [];
    return [{ id: each.row.id, aviso: mensaje === undefined ? null : { codigo: troubleNotice, mensaje, aviso: true } }];
  });
  const changed = await storeNotice(tx, empresaId, troubleNotice, notices);
  return done.flatMap(({ row, outcome }) => {
    const errores = changed.get(row.id);
    // A change of state has its own event.
    if (errores === undefined || (outcome.kind !== 'no_enviado' && outcome.kind !== 'desconocido')) return [];
    const { id, importacion_id: importacionId, encf: eNCF, estado, track_id: trackId, espera_a: esperaA } = row;
    return [documentEvent({ id, importacionId, eNCF, estado, trackId, esperaA, errores })];
  });
}

import { type Estado, isResendable } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { sendJob } from '../../domain/comprobantes/issue/store.ts';
import { type DocumentoRow, findDocumento, findSummary } from '../../domain/comprobantes/queries/documento.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/**
 * Makes the delivery of a document due now. The sender decides what to do, as always: it posts what was never posted,
 * asks about what was, and posts again only what the authority has not received.
 *
 * @returns the state in which it was
 * @throws Problem `recurso/no-encontrado`, `documento/sin-firmar`; `documento/no-reenviable` with what to do instead
 */
export const resendDocumento = (
  { db, queue, events }: Context,
  empresaId: string,
  id: string,
  by: Actor,
): Promise<Estado> =>
  db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id, 'for update')) ?? refuse('recurso/no-encontrado');
    const { encf, estado } = row;
    if (estado === 'pendiente' || estado === 'error') refuse('documento/sin-firmar');
    if (!isResendable(estado)) refuse('documento/no-reenviable', insteadOf(row));
    demandSendable(row);
    const summary = await findSummary(tx, empresaId, id);
    await queue.enqueue(tx, [sendJob(empresaId, summary ?? row)]);
    await events.append(tx, empresaId, [{ tipo: 'documento.reenviado', sujeto: id, datos: { eNCF: encf, ...by } }]);
    return estado;
  });

/** @throws Problem `documento/no-reenviable` for a note whose invoice the authority rejected: it would not be sent */
export function demandSendable({
  estado,
  encf,
  modificado,
}: Pick<DocumentoRow, 'estado' | 'encf' | 'modificado'>): void {
  if (estado === 'firmado' && modificado?.estado === 'rechazado')
    refuse(
      'documento/no-reenviable',
      `La DGII rechazó ${modificado.eNCF}: corríjalo y envíelo antes de enviar ${encf}.`,
    );
}

/** The advice for a document that the authority has already decided. */
function insteadOf({ encf, estado, secuencia_utilizada }: Decided): string {
  if (estado !== 'rechazado') return `La DGII ya aceptó ${encf}: no hay nada que reenviar.`;
  return secuencia_utilizada === false
    ? `La DGII rechazó ${encf} sin gastar su número: corríjalo y envíelo con él.`
    : `La DGII rechazó ${encf} y su número quedó utilizado: emita otro comprobante en su lugar.`;
}

interface Decided {
  readonly encf: string;
  readonly estado: Estado;
  readonly secuencia_utilizada: boolean | null;
}

import { refuse } from '@timbre/refusal';
import { sendJob } from '../../domain/comprobantes/issue/store.ts';
import { findDocumento, findSummary } from '../../domain/comprobantes/queries/documento.ts';
import type { Context } from '../context.ts';
import { demandSendable } from './resend.ts';

/**
 * Queues a signed document for sending.
 *
 * @throws Problem `documento/sin-firmar`, `documento/ya-enviado`, `documento/no-reenviable`
 */
export async function sendDocumento(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  empresaId: string,
  id: string,
): Promise<number> {
  return db.tenant(empresaId, async (tx) => {
    // Locked: a concurrent edit either ends before, or sees the document queued.
    const row = (await findDocumento(tx, empresaId, id, 'for update')) ?? refuse('recurso/no-encontrado');
    if (row.estado === 'pendiente' || row.estado === 'error') refuse('documento/sin-firmar');
    if (row.estado !== 'firmado') refuse('documento/ya-enviado');
    demandSendable(row);
    const summary = await findSummary(tx, empresaId, id);
    await queue.enqueue(tx, [sendJob(empresaId, summary ?? row)]);
    return 1;
  });
}

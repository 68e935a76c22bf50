import type { documentos, MotivoDeAnulacion } from '@timbre/contract';
import { findAnnulling, whyNotAnnullable } from '../../comprobantes/issue/annulments.ts';
import type { Emitter } from '../../comprobantes/issue/emit.ts';
import { findDocumento } from '../../comprobantes/queries/documento.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/caller.ts';
import { Problem, refuse } from '../../http/problem.ts';

/**
 * Annuls an accepted document: issues the credit note for the whole of it. While a note that annuls it is accepted or
 * on its way, that note is returned and no other is issued.
 *
 * @throws Problem `recurso/no-encontrado`, `documento/no-anulable`; the problems of an emission: no number is taken
 */
export async function annulDocumento(
  ctx: Context,
  emitter: Emitter,
  empresaId: string,
  id: string,
  motivo: MotivoDeAnulacion,
  by: Actor,
): Promise<documentos.Anulacion> {
  const { ambiente } = await ctx.issuers.of(empresaId);
  const { row, note } = await ctx.db.tenant(empresaId, async (tx) => ({
    row: await findDocumento(tx, empresaId, id),
    note: await findAnnulling(tx, empresaId, id),
  }));
  if (row === undefined) return refuse('recurso/no-encontrado');
  if (note !== undefined) return { nota: { id: note.id, eNCF: note.encf, estado: note.estado } };
  const reason = whyNotAnnullable(row, ambiente);
  if (reason !== undefined || row.xml === null) return refuse('documento/no-anulable', reason);
  const now = ctx.clock.now().getTime();
  const body = await ctx.desk.run('annulmentOf', row.xml.length, { xml: row.xml, motivo, now });
  try {
    const { emitida } = await emitter.emit(empresaId, body, {
      idempotencyKey: undefined,
      estricto: false,
      anula: { id, motivo, by },
    });
    return { nota: { id: emitida.id, eNCF: emitida.eNCF, estado: emitida.estado } };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'documento/ya-anulado') throw error;
    // Another request annulled it between the two transactions: its note is the answer.
    const first = await ctx.db.tenant(empresaId, (tx) => findAnnulling(tx, empresaId, id));
    if (first === undefined) throw error;
    return { nota: { id: first.id, eNCF: first.encf, estado: first.estado } };
  }
}

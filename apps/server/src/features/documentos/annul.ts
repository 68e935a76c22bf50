import type { documentos, MotivoDeAnulacion } from '@timbre/contract';
import { creditedBy, linksOf, readNotes, whyNotAnnullable } from '../../comprobantes/issue/annulments.ts';
import type { Emitter } from '../../comprobantes/issue/emit.ts';
import { findDocumento } from '../../comprobantes/queries/documento.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/caller.ts';
import { Problem, refuse } from '../../http/problem.ts';

/** How often the note is made again after another note took a part of its document meanwhile. */
const attempts = 4;

/**
 * Annuls an accepted document: issues the credit note for what other notes leave of it, or for the whole of it. While
 * the notes of the document, accepted or on their way, reach its total, the one that annuls it is returned and no other
 * is issued.
 *
 * @throws Problem `recurso/no-encontrado`, `documento/no-anulable`; `documento/ya-anulado` where notes that do not say
 * that they annul took all of it; the problems of an emission: no number is taken
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
  for (let attempt = 1; ; attempt++) {
    const { row, notas } = await ctx.db.tenant(empresaId, async (tx) => ({
      row: await findDocumento(tx, empresaId, id),
      notas: await readNotes(tx, empresaId, id),
    }));
    if (row === undefined) return refuse('recurso/no-encontrado');
    const { anuladaPor } = linksOf(row);
    if (anuladaPor !== null) {
      if (row.creditos?.anula) return { nota: anuladaPor };
      return refuse('documento/ya-anulado', `Las notas de crédito de ${row.encf} ya suman su total: no queda nada.`);
    }
    const reason = whyNotAnnullable(row, ambiente);
    if (reason !== undefined || row.xml === null) return refuse('documento/no-anulable', reason);
    const characters = notas.reduce((sum, { length }) => sum + length, row.xml.length);
    const now = ctx.clock.now().getTime();
    const body = await ctx.desk.run('annulmentOf', characters, { xml: row.xml, notas, motivo, now });
    try {
      const { emitida } = await emitter.emit(empresaId, body, {
        idempotencyKey: undefined,
        estricto: false,
        anula: { id, motivo, acreditado: creditedBy(row.creditos), by },
      });
      return { nota: { id: emitida.id, eNCF: emitida.eNCF, estado: emitida.estado } };
    } catch (error) {
      if (attempt === attempts || !isOvertaken(error)) throw error;
    }
  }
}

/** Whether another note took a part of the document between the reading of it and the emission. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.code === 'documento/ya-anulado' || (error.errores ?? []).some(({ codigo }) => codigo === 'ECF-NOTA-SUMA'));

import { codigosDeRango } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { formatFecha, formatISODate } from '@timbre/values';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import { unsignedState } from '../../domain/comprobantes/judge/complete-draft.ts';
import { isoDate } from '../../domain/comprobantes/judge/draft.ts';
import { inheritErrores, nextWithFault, replaceErrores } from '../../domain/comprobantes/queries/imported.ts';
import type { Context } from '../context.ts';
import { judgeBrought } from './numbers.ts';
import { findImport } from './repo.ts';

/** Documents compared in one transaction. */
const batchSize = 500;
const codigos: readonly string[] = Object.values(codigosDeRango);

/**
 * Compares the numbers of an import's documents that had no range, or an expired one, with the present ranges.
 *
 * @returns how many were compared, and how many of them can be signed
 * @throws Problem `recurso/no-encontrado`
 */
export async function reviewNumbers(context: Context, empresaId: string, id: string) {
  const { db, clock, events } = context;
  const issuer = await context.issuers.of(empresaId);
  const today = formatISODate(formatFecha(clock.now().getTime()));
  const reviewed = { revisados: 0, listos: 0 };
  if ((await db.tenant(empresaId, (tx) => findImport(tx, empresaId, id))) === undefined)
    refuse('recurso/no-encontrado');
  for (let after = 0; ; ) {
    const batch = await db.tenant(empresaId, async (tx) => {
      const rows = await nextWithFault(tx, empresaId, id, codigos, after, batchSize);
      const brought = rows.map(({ encf, rnc_emisor, fila, vence }) => ({
        eNCF: encf,
        rncEmisor: rnc_emisor,
        fila,
        vence: isoDate(vence ?? undefined),
      }));
      const faults = await judgeBrought(tx, issuer, brought, today);
      const judged = rows.map((row, i) => {
        const errores = [...row.errores.filter(({ codigo }) => !codigos.includes(codigo)), ...faults[i]!];
        return { id: row.id, eNCF: row.encf, errores, estado: unsignedState(errores) };
      });
      await replaceErrores(tx, empresaId, judged);
      const summaries = await inheritErrores(
        tx,
        empresaId,
        judged.map((one) => one.id),
      );
      const moved = [...judged, ...summaries].map((one) => documentEvent({ ...one, importacionId: id }));
      await events.append(tx, empresaId, moved);
      return { last: rows.at(-1)?.orden, judged };
    });
    if (batch.last === undefined) return reviewed;
    after = batch.last;
    reviewed.revisados += batch.judged.length;
    reviewed.listos += batch.judged.filter(({ estado }) => estado === 'pendiente').length;
  }
}

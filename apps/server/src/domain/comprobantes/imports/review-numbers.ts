import { formatFecha, formatISODate } from '@timbre/values';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import { unsignedState } from '../judge/complete-draft.ts';
import { isoDate } from '../judge/draft.ts';
import type { ImportScope } from './conditions.ts';
import { inheritErrores, nextWithFault, ofRanges, replaceErrores } from './errors-repo.ts';
import { judgeBrought } from './judge-numbers.ts';

/** Documents compared in one transaction. */
const batchSize = 500;

/** Documents whose numbers were compared again. */
export interface ReviewedNumbers {
  readonly revisados: number;
  /** Those that can be signed. */
  readonly listos: number;
}

/**
 * Compares the numbers of an import's documents that had no range, or an expired one, with the present ranges.
 */
export async function judgeNumbersAgain(
  { db, clock, events, issuers }: Pick<Core, 'clock' | 'db' | 'events' | 'issuers'>,
  { empresaId, importacionId }: ImportScope,
): Promise<ReviewedNumbers> {
  const issuer = await issuers.of(empresaId);
  const today = formatISODate(formatFecha(clock.now().getTime()));
  const reviewed = { revisados: 0, listos: 0 };
  for (let after = 0; ; ) {
    const batch = await db.tenant(empresaId, async (tx) => {
      const rows = await nextWithFault(tx, { empresaId, importacionId }, ofRanges, { after, most: batchSize });
      const brought = rows.map(({ encf, rnc_emisor, fila, vence }) => ({
        eNCF: encf,
        rncEmisor: rnc_emisor,
        fila,
        vence: isoDate(vence ?? undefined),
      }));
      const faults = await judgeBrought(tx, issuer, brought, today);
      const judged = rows.map((row, i) => {
        const errores = [...row.errores.filter(({ codigo }) => !ofRanges.includes(codigo)), ...faults[i]!];
        return { id: row.id, eNCF: row.encf, errores, estado: unsignedState(errores) };
      });
      await replaceErrores(tx, empresaId, judged);
      const summaries = await inheritErrores(
        tx,
        empresaId,
        judged.map((one) => one.id),
      );
      const moved = [...judged, ...summaries].map((one) => documentEvent({ ...one, importacionId }));
      await events.append(tx, empresaId, moved);
      return { last: rows.at(-1)?.orden, judged };
    });
    if (batch.last === undefined) return reviewed;
    after = batch.last;
    reviewed.revisados += batch.judged.length;
    reviewed.listos += batch.judged.filter(({ estado }) => estado === 'pendiente').length;
  }
}

import type { ErrorDeDocumento } from '@timbre/contract';
import { formatFecha, formatISODate } from '@timbre/values';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { Core } from '../core.ts';
import { unsignedState } from '../judge/complete-draft.ts';
import { isoDate } from '../judge/draft.ts';
import { adoptIssued } from './adopt-issued.ts';
import type { ImportScope } from './conditions.ts';
import { duplicado, isSameFaults, nextWithFault, ofNumbers, otroContenido } from './errors-repo.ts';
import { reviewNotes } from './judge-notes.ts';
import { judgeBrought } from './judge-numbers.ts';
import { reviewCompanyFaults } from './review-company.ts';
import { storeFaults } from './store-faults.ts';

/** Documents compared in one transaction. */
const batchSize = 500;

/** Documents whose numbers were compared again. */
export interface ReviewedNumbers {
  readonly revisados: number;
  /** Those that can be signed. */
  readonly listos: number;
}

type Reviewing = Pick<Core, 'clock' | 'db' | 'desk' | 'events' | 'issuers'>;

/**
 * Judges again what an import's unsigned rows depend on besides their content: the company's data, the present ranges,
 * the documents issued since, and the invoices of their notes. A row that was issued meanwhile with the same content
 * adopts that document. Each change notifies the screens. Repeating it changes nothing more.
 */
export async function reviewImport(ctx: Reviewing, of: ImportScope): Promise<ReviewedNumbers> {
  const issuer = await ctx.issuers.of(of.empresaId);
  await reviewCompanyFaults(ctx, issuer, of);
  const reviewed = await reviewNumbers(ctx, issuer, of);
  failpoint('review-judged');
  await adoptIssued(ctx, { ...of, ambiente: issuer.ambiente });
  failpoint('review-adopted');
  await reviewNotes(ctx, of, 'faulty');
  return reviewed;
}

async function reviewNumbers(
  ctx: Reviewing,
  issuer: Issuer,
  { empresaId, importacionId }: ImportScope,
): Promise<ReviewedNumbers> {
  const scope = { empresaId, importacionId, ambiente: issuer.ambiente };
  const today = formatISODate(formatFecha(ctx.clock.now().getTime()));
  const reviewed = { revisados: 0, listos: 0 };
  for (let after = 0; ; ) {
    const batch = await ctx.db.tenant(empresaId, async (tx) => {
      const rows = await nextWithFault(tx, scope, ofNumbers, { after, most: batchSize });
      const brought = rows.map(({ encf, rnc_emisor, fila, vence }) => ({
        eNCF: encf,
        rncEmisor: rnc_emisor,
        fila,
        vence: isoDate(vence ?? undefined),
      }));
      const faults = await judgeBrought(tx, issuer, brought, today);
      const judged = rows.map((row, i) => {
        const earlier = row.errores.filter(({ codigo }) => ofNumbers.includes(codigo));
        const own = row.errores.filter(({ codigo }) => !ofNumbers.includes(codigo));
        const errores = [...own, ...(isStillSo(earlier, faults[i]!) ? earlier : faults[i]!)];
        return { before: row.errores, id: row.id, eNCF: row.encf, errores, estado: unsignedState(errores) };
      });
      const moved = judged.flatMap(({ before, ...row }) => (isSameFaults(before, row.errores) ? [] : [row]));
      await storeFaults(tx, ctx, scope, moved);
      return { last: rows.at(-1)?.orden, judged };
    });
    if (batch.last === undefined) return reviewed;
    after = batch.last;
    reviewed.revisados += batch.judged.length;
    reviewed.listos += batch.judged.filter(({ estado }) => estado === 'pendiente').length;
  }
}

const held: readonly string[] = [duplicado, otroContenido];

/**
 * Whether what was found before still applies. Of a number that is issued the contents were compared since; the lack of
 * a range may have become an error when the row was to be signed for real.
 */
const isStillSo = (before: readonly ErrorDeDocumento[], now: readonly ErrorDeDocumento[]): boolean =>
  [before, now].every((faults) => faults.some(({ codigo }) => held.includes(codigo))) ||
  (now.length > 0 && now.every(({ mensaje }, i) => mensaje === before[i]?.mensaje));

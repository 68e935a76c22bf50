import type { ErrorDeDocumento } from '@timbre/contract';
import { formatFecha, formatISODate, parseENCF } from '@timbre/values';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { Core } from '../core.ts';
import { unsignedState } from '../judge/complete-draft.ts';
import { isoDate } from '../judge/draft.ts';
import { numberFault } from '../numbers/number-faults.ts';
import { adoptIssued } from './adopt-issued.ts';
import type { ImportScope } from './conditions.ts';
import { duplicado, isSameFaults, ofNumbers, otroContenido, type UnnumberedRow } from './errors-repo.ts';
import { reviewNotes } from './judge-notes.ts';
import { judgeBrought } from './judge-numbers.ts';
import { nextToCompare } from './numbers-repo.ts';
import { reviewFacts } from './review-facts.ts';
import { storeFaults } from './store-faults.ts';

/** Documents compared in one transaction. */
const batchSize = 500;

/** Documents whose numbers were compared again. */
export interface ReviewedNumbers {
  readonly revisados: number;
  /** Those that can be signed. */
  readonly listos: number;
}

type Reviewing = Pick<Core, 'clock' | 'db' | 'desk' | 'events' | 'issuers' | 'quarantine'>;

/**
 * Judges an import's unsigned rows again, those without faults too, by the facts outside their content: the day, the
 * company's data, the excise, the present ranges, the documents issued since, and the invoices of their notes. A row
 * that was issued meanwhile with the same content adopts that document. Each change notifies the screens. Repeating it
 * changes nothing more.
 */
export async function reviewImport(ctx: Reviewing, of: ImportScope): Promise<ReviewedNumbers> {
  const issuer = await ctx.issuers.asStored(of.empresaId);
  await reviewFacts(ctx, issuer, of);
  const reviewed = await reviewNumbers(ctx, issuer, of);
  failpoint('review-judged');
  await adoptIssued(ctx, { ...of, ambiente: issuer.ambiente });
  failpoint('review-adopted');
  await reviewNotes(ctx, issuer, of.importacionId, 'all');
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
      const rows = await nextToCompare(tx, scope, today, { after, most: batchSize });
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
        const errores = [
          ...own,
          ...(isHeld(ctx, issuer, row, earlier) || isStillSo(earlier, faults[i]!) ? earlier : faults[i]!),
        ];
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

/** Whether the number was refused because its series is in quarantine, and it still is. */
function isHeld(
  { quarantine }: Pick<Core, 'quarantine'>,
  { ambiente }: Issuer,
  { encf, rnc_emisor: rncEmisor }: UnnumberedRow,
  earlier: readonly ErrorDeDocumento[],
): boolean {
  const { mensaje } = numberFault('secuencia/cuarentena', encf, ambiente);
  const tipo = Number(parseENCF(encf)?.tipo ?? 0);
  return earlier.some((fault) => fault.mensaje === mensaje) && quarantine.holds({ ambiente, rncEmisor, tipo });
}

const held: readonly string[] = [duplicado, otroContenido];

/**
 * Whether what was found before still applies. Of a number that is issued the contents were compared since; the lack of
 * a range may have become an error when the row was to be signed for real.
 */
const isStillSo = (before: readonly ErrorDeDocumento[], now: readonly ErrorDeDocumento[]): boolean =>
  [before, now].every((faults) => faults.some(({ codigo }) => held.includes(codigo))) ||
  (now.length > 0 && now.every(({ mensaje }, i) => mensaje === before[i]?.mensaje));

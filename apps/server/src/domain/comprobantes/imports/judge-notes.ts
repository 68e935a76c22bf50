import type { ErrorDeDocumento } from '@timbre/contract';
import { checkRules, type Draft } from '@timbre/ecf';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import { type Credited, judgeReferences, ofReferences } from '../issue/references.ts';
import { isRefused, unsignedState } from '../judge/complete-draft.ts';
import { inCell } from '../workbooks/in-cell.ts';
import { isSameFaults, replaceErrores, type UnsignedRow } from './errors-repo.ts';
import { type NoteRow, nextNotes, type WhichNotes } from './notes-repo.ts';

/** Notes judged in one transaction, which takes some milliseconds. */
const batchSize = 100;

/** Done in each transaction, before the notes are read and after some of them changed. */
interface Around {
  readonly hold?: (tx: Tx) => Promise<void>;
  readonly changed?: (tx: Tx, notes: readonly UnsignedRow[]) => Promise<void>;
}

/**
 * Compares the unsigned notes of a completely read workbook with their invoices, in the workbook or issued before, in
 * place of an earlier comparison. They are compared again when they are signed; this check shows each fault in its
 * cell.
 */
export async function judgeNotes(
  { db }: Pick<Core, 'db'>,
  { id: empresaId, ambiente }: Issuer,
  importacionId: string,
  which: WhichNotes,
  { hold = async () => {}, changed = async () => {} }: Around = {},
): Promise<void> {
  const scope = { empresaId, ambiente, importacionId };
  let credited: Credited = new Map();
  let after = 0;
  for (;;) {
    const judged = await db.tenant(empresaId, async (tx) => {
      await hold(tx);
      const rows = await nextNotes(tx, scope, { after, most: batchSize }, which);
      // A copy, because the transaction may run again.
      const sums = new Map(credited);
      const own = rows.map(ownFaults);
      const notes = rows.map(({ id, head, contradictory }, i) => ({
        id,
        head,
        refused: isRefused(own[i]!),
        contradictory,
      }));
      const judgements = await judgeReferences(tx, scope, notes, sums);
      const moved = rows.flatMap(({ id, eNCF, fila, errores: before }, i): UnsignedRow[] => {
        const errores: ErrorDeDocumento[] = [...own[i]!, ...judgements[i]!.map((error) => inCell(error, fila))];
        return isSameFaults(before, errores) ? [] : [{ id, eNCF, errores, estado: unsignedState(errores) }];
      });
      await replaceErrores(tx, empresaId, moved);
      if (moved.length > 0) await changed(tx, moved);
      return { last: rows.at(-1), sums };
    });
    if (judged.last === undefined) return;
    credited = judged.sums;
    after = judged.last.orden;
  }
}

/** The faults of a note that do not come from its comparison with its invoice. */
function ownFaults({ head, errores }: NoteRow): ErrorDeDocumento[] {
  const byItself = new Set(checkRules('ECF', head as Draft).map(({ code }) => code));
  return errores.filter(({ codigo }) => !ofReferences.includes(codigo) || byItself.has(codigo));
}

/** Compares unsigned notes of an import anew, after its invoices changed, and notifies the screens. */
export async function reviewNotes(
  ctx: Pick<Core, 'db' | 'events'>,
  issuer: Issuer,
  importacionId: string,
  which: WhichNotes,
): Promise<void> {
  await judgeNotes(ctx, issuer, importacionId, which, {
    changed: (tx, notes) =>
      ctx.events.append(
        tx,
        issuer.id,
        notes.map((note) => documentEvent({ ...note, importacionId })),
      ),
  });
}

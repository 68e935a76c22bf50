import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import { type Credited, judgeReferences } from '../issue/references.ts';
import { inCell } from '../workbooks/in-cell.ts';
import type { ImportScope } from './conditions.ts';
import { addErrores } from './errors-repo.ts';
import { dropNoteErrores, nextNotes, unsignedStates } from './notes-repo.ts';

/** Notes judged in one transaction, which takes some milliseconds. */
const batchSize = 100;

/** Which notes are compared. */
interface Which {
  readonly importacionId: string;
  /** Only the notes of this invoice. */
  readonly invoice?: string;
}

/**
 * Compares the notes of a completely read workbook with their invoices, in the workbook or issued before. They are
 * compared again when they are signed; this early check shows each fault in its cell.
 *
 * @param hold done first in each transaction
 */
export async function judgeNotes(
  { db }: Pick<Core, 'db'>,
  { id: empresaId, ambiente }: Issuer,
  { importacionId, invoice }: Which,
  hold: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const scope = { empresaId, ambiente, importacionId };
  let credited: Credited = new Map();
  let after = 0;
  for (;;) {
    const judged = await db.tenant(empresaId, async (tx) => {
      await hold(tx);
      const rows = await nextNotes(tx, scope, { after, most: batchSize }, invoice);
      // A copy, because the transaction may run again.
      const sums = new Map(credited);
      const notes = rows.map(({ id, head, estado, contradictory }) => ({
        id,
        head,
        refused: estado === 'error',
        contradictory,
      }));
      const judgements = await judgeReferences(tx, scope, notes, sums);
      const faulty = judgements.flatMap((own, i) => {
        const { id, fila } = rows[i]!;
        return own.length === 0 ? [] : [{ id, errores: own.map((error) => inCell(error, fila)) }];
      });
      await addErrores(tx, empresaId, faulty);
      return { last: rows.at(-1), sums };
    });
    if (judged.last === undefined) return;
    credited = judged.sums;
    after = judged.last.orden;
  }
}

/** Compares the unsigned notes of an invoice of an import anew, after the invoice was edited. */
export async function reviewNotes(
  ctx: Pick<Core, 'db' | 'issuers' | 'events'>,
  { empresaId, importacionId }: ImportScope,
  invoice: string,
): Promise<void> {
  const issuer = await ctx.issuers.of(empresaId);
  const dropped = await ctx.db.tenant(empresaId, (tx) => dropNoteErrores(tx, { empresaId, importacionId }, invoice));
  if (dropped.length === 0) return;
  await judgeNotes(ctx, issuer, { importacionId, invoice });
  await ctx.db.tenant(empresaId, async (tx) => {
    const notes = await unsignedStates(tx, empresaId, dropped);
    await ctx.events.append(
      tx,
      empresaId,
      notes.map((note) => documentEvent({ ...note, importacionId })),
    );
  });
}

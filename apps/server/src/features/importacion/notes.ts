import type { Issuer } from '../../domain/companies/issuers.ts';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import { type Credited, judgeReferences } from '../../domain/comprobantes/issue/references.ts';
import { addErrores, dropNoteErrores, nextNotes, unsignedStates } from '../../domain/comprobantes/queries/imported.ts';
import { inCell } from '../../domain/comprobantes/workbooks/in-cell.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';

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
  { db }: Pick<Context, 'db'>,
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
      const rows = await nextNotes(tx, empresaId, importacionId, after, batchSize, invoice);
      // A copy, because the transaction may run again.
      const sums = new Map(credited);
      const notes = rows.map(({ id, head, estado, contradictory }) => ({
        id,
        head,
        refused: estado === 'error',
        contradictory,
      }));
      const told = await judgeReferences(tx, scope, notes, sums);
      const faulty = told.flatMap((own, i) => {
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
  ctx: Pick<Context, 'db' | 'issuers' | 'events'>,
  empresaId: string,
  importacionId: string,
  invoice: string,
): Promise<void> {
  const issuer = await ctx.issuers.of(empresaId);
  const dropped = await ctx.db.tenant(empresaId, (tx) => dropNoteErrores(tx, empresaId, importacionId, invoice));
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

import { type Credited, judgeReferences } from '../../comprobantes/issue/references.ts';
import { addErrores, nextNotes } from '../../comprobantes/queries/imported.ts';
import type { Context } from '../../context.ts';
import type { Issuer } from '../../cuentas/issuers.ts';
import type { Job } from '../../jobs/queue.ts';
import { inCell } from './libro/in-cell.ts';

/** Notes judged in one transaction, which takes some milliseconds. */
const batchSize = 100;

/**
 * Compares the notes of a completely read workbook with their invoices, in the workbook or issued before. They are
 * compared again when they are signed; this early check shows each fault in its cell.
 *
 * @param job the reading, whose subject is the import
 */
export async function judgeNotes({ db, queue }: Context, issuer: Issuer, job: Job): Promise<void> {
  const { id: empresaId, ambiente } = issuer;
  const scope = { empresaId, ambiente, importacionId: job.sujeto };
  let credited: Credited = new Map();
  let after = 0;
  for (;;) {
    const judged = await db.tenant(empresaId, async (tx) => {
      await queue.hold(tx, [job]);
      const rows = await nextNotes(tx, empresaId, job.sujeto, after, batchSize);
      // A copy, because the transaction may run again.
      const sums = new Map(credited);
      const notes = rows.map(({ id, head, estado }) => ({ id, head, refused: estado === 'error' }));
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

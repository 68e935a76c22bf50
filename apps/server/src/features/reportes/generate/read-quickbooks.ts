import { refuse } from '@timbre/refusal';
import type { Scope } from '../../../domain/reports/scope.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Context } from '../../context.ts';
import { mapeoOf } from '../../mapeo/service.ts';
import { openBooks } from '../../quickbooks/books/service.ts';
import { estadoDe } from '../../quickbooks/service.ts';
import type { ReporteRow } from '../repo.ts';
import { progressOf, type Write } from './progress.ts';

/** A report that the books in QuickBooks feed. */
type ReporteDeLibros = '606' | '607';

export const isOfBooks = (tipo: string): tipo is ReporteDeLibros => tipo === '606' || tipo === '607';

/**
 * Whether a report must also include the books in QuickBooks: if the company has connected them.
 *
 * @throws Problem `reportes/sin-conexion`, `reportes/sin-mapeo` where they are connected and cannot be read
 * @source specification 002 §5, "Reports filters"
 */
export async function demandBooks(ctx: Context, { empresaId }: Scope, tipo: ReporteDeLibros): Promise<boolean> {
  const { conectado, realmId, motivo } = await estadoDe(ctx, empresaId);
  if (realmId === null) return false;
  if (!conectado) refuse('reportes/sin-conexion', motivo ?? undefined);
  if (tipo === '606') {
    const { mapping606 } = await ctx.db.reading(empresaId, (tx) => mapeoOf(tx, empresaId));
    if (!Object.values(mapping606).some((accounts) => accounts.length > 0)) refuse('reportes/sin-mapeo');
  }
  return true;
}

/**
 * Reads the documents of the books into receipts, before a report is made from these.
 *
 * @returns notices in Spanish about documents and records that never arrived
 * @throws Problem `quickbooks/…`
 */
export async function readQuickBooks(
  ctx: Context,
  scope: Scope,
  { desde, hasta, creado }: ReporteRow,
  tipo: ReporteDeLibros,
  write: Write,
): Promise<readonly string[]> {
  await write(progressOf(tipo, 'books'));
  const mapeo = await ctx.db.reading(scope.empresaId, (tx) => mapeoOf(tx, scope.empresaId));
  const books = await openBooks(ctx, scope, {
    reportes: [tipo],
    days: { desde, hasta },
    since: creado,
    mapeo,
  });
  const total = await books.count();
  let done = 0;
  for await (const { documents } of books.pages()) {
    done += documents.length;
    await write(progressOf(tipo, 'books', Math.min(done, total), total), async (tx) => {
      await books.store(tx, documents, ctx.clock.now());
    });
    failpoint('report-books');
  }
  return books.summary.avisos;
}

import type { reportes } from '@timbre/contract';
import { partsOfModified, readReceipt, type SaleFacts } from '@timbre/reports';
import { type Fecha, isLateNote, parseISODate } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import { findReceipts } from '../../domain/reports/receipts-repo.ts';
import { rowOf, saleFactsOf } from '../../domain/reports/row.ts';
import { rowPages } from '../../domain/reports/rows-repo.ts';
import type { Days, Scope } from '../../domain/reports/scope.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { type SavedRow, savedFacts } from './saved-row.ts';
import { voidedRows } from './voided-rows.ts';

/** A report that has rows. */
export type ReporteConFilas = Exclude<reportes.TipoDeReporte, 'it1'>;

/** The rows that a report has now, page by page. Rows that change meanwhile are as they are when their page is read. */
export async function* liveRows(
  db: Db,
  scope: Scope,
  tipo: ReporteConFilas,
  days: Days,
): AsyncGenerator<readonly reportes.FilaDeReporte[]> {
  if (tipo === '608') yield* voidedRows(db, scope, days);
  else for await (const rows of rowPages(db, scope, tipo, days)) yield await inSlices(rows, rowOf);
}

/** The same as they are saved: a sale takes with it what the IT-1 asks of its receipt, and then needs nothing else. */
export async function* rowsToSave(
  db: Db,
  scope: Scope,
  tipo: ReporteConFilas,
  days: Days,
): AsyncGenerator<readonly SavedRow[]> {
  if (tipo !== '607') return yield* liveRows(db, scope, tipo, days);
  for await (const rows of rowPages(db, scope, tipo, days)) {
    const sales = await inSlices(rows, (row) => ({ shown: rowOf(row), facts: saleFactsOf(row.recibo!, scope.rnc) }));
    const modified = await modifiedOf(db, scope, sales);
    yield sales.map(({ shown, facts }) =>
      facts === undefined
        ? shown
        : { ...shown, hechos: savedFacts(completed(shown, facts, modified.get(shown.ncf_modificado ?? ''))) },
    );
  }
}

interface ShownSale {
  readonly shown: reportes.FilaDeReporte;
  readonly facts: SaleFacts | undefined;
}

/** A sale that a note modifies. */
interface Modified {
  readonly fecha: Fecha;
  readonly facts: SaleFacts | undefined;
}

/** What a note on paper or in books does not say, from what it modifies: its day and, where the note is late, its parts. */
function completed({ fecha }: reportes.FilaDeReporte, facts: SaleFacts, modified: Modified | undefined): SaleFacts {
  if (modified === undefined) return facts;
  const dated = { ...facts, fecha_ncf_modificado: modified.fecha };
  const isLate = isLateNote(modified.fecha, parseISODate(fecha)!);
  return isLate && modified.facts !== undefined ? partsOfModified(dated, modified.facts) : dated;
}

/** The sales that credit notes modify, where the note does not say their day: on paper it never does. By their number. */
async function modifiedOf(db: Db, scope: Scope, sales: readonly ShownSale[]): Promise<ReadonlyMap<string, Modified>> {
  const wanted = sales.flatMap(({ shown: { notaCredito, ncf_modificado: ncf }, facts }) =>
    notaCredito && ncf !== null && facts?.fecha_ncf_modificado === undefined ? [{ emisor: scope.rnc, ncf }] : [],
  );
  const found = await db.reading(scope.empresaId, (tx) => findReceipts(tx, scope, 'venta', wanted));
  return new Map(
    found.map(({ ncf, recibo }) => {
      const { fecha } = readReceipt(recibo);
      return [ncf, { fecha, facts: saleFactsOf(recibo, scope.rnc) }];
    }),
  );
}

import { setImmediate } from 'node:timers/promises';
import {
  noReconciledTotals,
  type ReconciledEntry,
  type ReconciledFinding,
  type ReconciledSource,
  type ReconciledTotals,
  reconcile,
  reconciledSources,
} from '@timbre/reports';
import { decimal, type Periodo, parseISODate } from '@timbre/values';
import type { Db } from '../../../platform/db/transactions.ts';
import { sentidoDe } from '../answer-keys.ts';
import type { QuickBooksKey } from '../quickbooks/documents-repo.ts';
import { idOfRow } from '../row.ts';
import { rowPages } from '../rows-repo.ts';
import { type Days, daysOf, type Scope } from '../scope.ts';
import { lastSeen, quickbooksPages } from './books-repo.ts';

/** Number of entries compared before the event loop gets its turn. */
const sliceSize = 2_000;

/** A source's data of a receipt, and the receipt's ids in that source. */
interface SourceEntry extends ReconciledEntry {
  /** Id of its row in the report. */
  readonly fila?: string;
  readonly ecf?: { readonly fuente: 'emitido' | 'recibido'; readonly documentoId: string };
  readonly quickbooks?: QuickBooksKey;
}

/** A TXT that was filed. */
export interface FiledTxt {
  readonly entries: readonly ReconciledEntry[];
  /** It has no decimals. */
  readonly inPesos: boolean;
}

/** The comparison of the sources for a month: totals, and the first receipts that differ. */
export interface ReconciledMonth {
  /** When a document of QuickBooks last arrived; without any, QuickBooks is not compared. */
  readonly booksSeen: Date | null;
  readonly totals: ReconciledTotals;
  readonly findings: readonly ReconciledFinding<SourceEntry>[];
}

type Sides = Partial<Record<ReconciledSource, SourceEntry[]>>;

/**
 * Compares QuickBooks, the e-CF of the platform, receipts on paper and a TXT for a month.
 *
 * @param most maximum number of findings returned; the totals count them all
 * @param filed the TXT; left out: the present lines
 */
export async function reconcileMonth(
  db: Db,
  scope: Scope,
  reporte: '606' | '607',
  periodo: Periodo,
  most: number,
  filed?: FiledTxt,
): Promise<ReconciledMonth> {
  const days = daysOf(periodo);
  const booksSeen = await db.reading(scope.empresaId, (tx) => lastSeen(tx, scope, sentidoDe(reporte), days));
  const sides: Sides = {
    ...(booksSeen !== null && { quickbooks: await booksOf(db, scope, reporte, days) }),
    ...(await rowsOf(db, scope, reporte, days)),
    ...(filed && { txt: [...filed.entries] }),
  };
  for (const side of Object.values(sides)) side.sort(byNumber);
  const totals = noReconciledTotals();
  const findings: ReconciledFinding<SourceEntry>[] = [];
  for (const slice of slicesOf(sides)) {
    for (const finding of reconcile(reporte, slice, totals, filed?.inPesos))
      if (findings.length < most) findings.push(finding);
    await setImmediate();
  }
  return { booksSeen, totals, findings };
}

const byNumber = (a: ReconciledEntry, b: ReconciledEntry): number => (a.ncf < b.ncf ? -1 : a.ncf > b.ncf ? 1 : 0);

/** The documents of QuickBooks. A waiting one has no row yet, or a row from its previous version. */
async function booksOf(db: Db, scope: Scope, reporte: '606' | '607', days: Days): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for await (const page of quickbooksPages(db, scope, sentidoDe(reporte), days))
    for (const { entidad, qb_id, estado, emisor, ncf, rnc, fecha, monto, itbis } of page)
      entries.push({
        ncf: ncf!,
        rnc,
        fecha: parseISODate(fecha),
        monto: decimal(monto),
        itbis: decimal(itbis),
        quickbooks: { entidad, qb_id },
        ...(estado !== 'espera' && { fila: idOfRow({ emisor: emisor ?? '', ncf: ncf!, momento: 'compra' }) }),
      });
  return entries;
}

/** The rows of the e-CF, those loaded from paper, and those that are at present lines of the TXT. */
async function rowsOf(db: Db, scope: Scope, reporte: '606' | '607', days: Days) {
  const [ecf, papel, txt]: [SourceEntry[], SourceEntry[], SourceEntry[]] = [[], [], []];
  for await (const page of rowPages(db, scope, reporte, days))
    for (const row of page) {
      const { ncf, momento, fecha, subtotal, itbis, fila, fuente, documento_id: documentoId, linea } = row;
      if (momento === 'pago') continue;
      const { rnc_cedula: rnc = '' } = JSON.parse(fila) as { rnc_cedula?: string };
      const entry = {
        ncf,
        rnc,
        fecha: parseISODate(fecha),
        monto: decimal(subtotal),
        itbis: decimal(itbis),
        fila: idOfRow(row),
      };
      if ((fuente === 'emitido' || fuente === 'recibido') && documentoId !== null)
        ecf.push({ ...entry, ecf: { fuente, documentoId } });
      if (fuente === 'cargado') papel.push(entry);
      if (linea !== null) txt.push(entry);
    }
  return { ecf, papel, txt };
}

/** The sides in slices of the same numbers; one empty slice if they have none. */
function* slicesOf(sides: Sides): Generator<Sides> {
  const taking = reconciledSources.filter((source) => sides[source] !== undefined);
  const from = { quickbooks: 0, ecf: 0, papel: 0, txt: 0 };
  do {
    const ends = taking.flatMap((source) => sides[source]![from[source] + sliceSize]?.ncf ?? []);
    const last = ends.sort()[0];
    const slice: Sides = {};
    for (const source of taking) {
      const side = sides[source]!;
      const start = from[source];
      while (from[source] < side.length && (last === undefined || side[from[source]]!.ncf <= last)) from[source]++;
      slice[source] = side.slice(start, from[source]);
    }
    yield slice;
  } while (taking.some((source) => from[source] < sides[source]!.length));
}

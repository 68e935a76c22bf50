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
import type { Db } from '../db/transactions.ts';
import { sentidoDe } from './answer-keys.ts';
import { quickbooksPages } from './quickbooks-repo.ts';
import { rowPages } from './rows-repo.ts';
import { daysOf, type Scope } from './scope.ts';

/** Entries that are compared before the event loop gets its turn. */
const sliceSize = 2_000;

/** What the sources say of a month: totals, and the first receipts that they do not say alike. */
export interface ReconciledMonth {
  readonly totals: ReconciledTotals;
  readonly findings: readonly ReconciledFinding[];
}

type Sides = Record<ReconciledSource, ReconciledEntry[]>;

/**
 * Compares what QuickBooks, the e-CF of the platform and the lines of the TXT as they are now say of a month.
 *
 * @param most findings that are kept; the totals count them all
 */
export async function reconcileMonth(
  db: Db,
  scope: Scope,
  reporte: '606' | '607',
  periodo: Periodo,
  most: number,
): Promise<ReconciledMonth> {
  const sides = await sidesOf(db, scope, reporte, periodo);
  const totals = noReconciledTotals();
  const findings: ReconciledFinding[] = [];
  for (const slice of slicesOf(sides)) {
    for (const finding of reconcile(reporte, slice, totals)) if (findings.length < most) findings.push(finding);
    await setImmediate();
  }
  return { totals, findings };
}

const byNumber = (a: ReconciledEntry, b: ReconciledEntry): number => (a.ncf < b.ncf ? -1 : a.ncf > b.ncf ? 1 : 0);

/** The entries of each source, in the order of their numbers. */
async function sidesOf(db: Db, scope: Scope, reporte: '606' | '607', periodo: Periodo): Promise<Sides> {
  const days = daysOf(periodo);
  const sides: Sides = { quickbooks: [], ecf: [], txt: [] };
  for await (const page of quickbooksPages(db, scope, sentidoDe(reporte), days))
    for (const { ncf, rnc, fecha, monto, itbis } of page)
      sides.quickbooks.push({
        ncf: ncf!,
        rnc,
        fecha: parseISODate(fecha),
        monto: decimal(monto),
        itbis: decimal(itbis),
      });
  for await (const page of rowPages(db, scope, reporte, days))
    for (const { ncf, momento, fecha, subtotal, itbis, fila, fuente, linea } of page) {
      if (momento === 'pago') continue;
      const { rnc_cedula: rnc = '' } = JSON.parse(fila) as { rnc_cedula?: string };
      const entry = { ncf, rnc, fecha: parseISODate(fecha), monto: decimal(subtotal), itbis: decimal(itbis) };
      if (fuente === 'emitido' || fuente === 'recibido') sides.ecf.push(entry);
      if (linea !== null) sides.txt.push(entry);
    }
  for (const source of reconciledSources) sides[source].sort(byNumber);
  return sides;
}

/** The sides in parts of the same numbers; one part where they have none. */
function* slicesOf(sides: Sides): Generator<Sides> {
  const from = { quickbooks: 0, ecf: 0, txt: 0 };
  do {
    const ends = reconciledSources.flatMap((source) => sides[source][from[source] + sliceSize]?.ncf ?? []);
    const last = ends.sort()[0];
    const slice: Sides = { quickbooks: [], ecf: [], txt: [] };
    for (const source of reconciledSources) {
      const start = from[source];
      while (from[source] < sides[source].length && (last === undefined || sides[source][from[source]]!.ncf <= last))
        from[source]++;
      slice[source] = sides[source].slice(start, from[source]);
    }
    yield slice;
  } while (reconciledSources.some((source) => from[source] < sides[source].length));
}

import { checkLedger, type Evidence } from '../../domain/comprobantes/ledger/ledger-check.ts';
import { promises } from '../../domain/comprobantes/ledger/ledger-rules.ts';
import type { Db } from '../../platform/db/transactions.ts';

/** The time for the check was used up. */
class OutOfTime extends Error {}

/** The result of the check, without what it found: only how often each promise is broken. */
interface Checked {
  readonly completa: boolean;
  /** Signed documents; null if the check did not end. */
  readonly comprobantes: number | null;
  readonly hallazgos: Readonly<Record<string, { readonly promesa: string; readonly veces: number }>>;
}

/**
 * Runs the check of `verificar`, and stops it at its next query when its time is used up.
 *
 * @param anchorProblems faults of the anchors, which count as broken records
 */
export async function checkInTime(
  db: Db,
  evidence: Evidence,
  anchorProblems: number,
  withinMs: number,
): Promise<Checked> {
  const counts = new Map<keyof typeof promises, number>();
  const add = (promise: keyof typeof promises, times: number) =>
    counts.set(promise, (counts.get(promise) ?? 0) + times);
  if (anchorProblems > 0) add('I9', anchorProblems);
  const comprobantes = await checkLedger(stoppedAfter(db, withinMs), evidence, ({ promise }) => add(promise, 1)).catch(
    (error: unknown) => {
      if (error instanceof OutOfTime) return null;
      throw error;
    },
  );
  const hallazgos = [...counts].map(([code, veces]) => [code, { promesa: promises[code], veces }]);
  return { completa: comprobantes !== null, comprobantes, hallazgos: Object.fromEntries(hallazgos) };
}

/** The database, whose transactions are refused after a time. */
function stoppedAfter(db: Db, withinMs: number): Db {
  const deadline = performance.now() + withinMs;
  const demandTime = () => {
    if (performance.now() > deadline) throw new OutOfTime();
  };
  return {
    ...db,
    tenant: async (empresaId, work) => {
      demandTime();
      return db.tenant(empresaId, work);
    },
    reading: async (empresaId, work) => {
      demandTime();
      return db.reading(empresaId, work);
    },
    system: async (work) => {
      demandTime();
      return db.system(work);
    },
  };
}

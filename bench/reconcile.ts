// The reconciliation of 100,000 receipts in the books, as many e-CF and as many lines of a TXT, compared with walking
// the three lists and comparing only their numbers. In the books and in the TXT one amount in fifty differs. It may
// take a second.
import { noReconciledTotals, type ReconciledEntry, reconcile } from '@timbre/reports';
import { decimal, type Fecha } from '@timbre/values';
import { type BenchResult, measureInTurns } from './measure.ts';

const each = 100_000;
const mostSeconds = 1;
/** Longest time allowed, as a multiple of the time of the walk. */
const mayTake = 300;

const entries = (off: number): ReconciledEntry[] =>
  Array.from({ length: each }, (_, i) => ({
    ncf: `E31${String(i).padStart(10, '0')}`,
    rnc: String(130_000_000 + (i % 500)),
    fecha: '14-08-2026' as Fecha,
    monto: decimal(i % 50 === off ? '900.00' : '1000.00'),
    itbis: decimal('180.00'),
  }));

export default async function reconciliation(): Promise<BenchResult> {
  const sides = { quickbooks: entries(7), ecf: entries(-1), txt: entries(11) };
  let findings = 0;
  const rateOf = (work: () => number) => () => {
    const start = performance.now();
    findings = work();
    return (3 * each * 1_000) / (performance.now() - start);
  };
  const { value, limit } = await measureInTurns(
    rateOf(() => [...reconcile('606', sides, noReconciledTotals())].length),
    rateOf(() => {
      let alike = 0;
      for (const [i, { ncf }] of sides.ecf.entries())
        if (sides.quickbooks[i]!.ncf === ncf && sides.txt[i]!.ncf === ncf) alike++;
      return alike;
    }),
  );
  const seconds = (3 * each) / value;
  return {
    name: 'reconcile',
    value,
    unit: 'entries/s',
    limit,
    ratio: value / limit,
    target: 1 / mayTake,
    missed: seconds > mostSeconds ? [`it took ${seconds.toFixed(2)} s`] : [],
    detail: { 'receipts of each': each, seconds, 'found in the last round': findings },
  };
}

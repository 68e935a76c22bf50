// The TXT of 100,000 derived rows of the 606, generated and written to a file, compared with only writing the same
// bytes. Rows are read one by one and none is retained. The memory still held during the work is measured too.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { derivePurchase, type Row606, writeTxt } from '@timbre/reports';
import { companyYear } from '@timbre/reports/testing';
import type { Periodo } from '@timbre/values';
import { type BenchResult, measureInTurns, median } from './measure.ts';

const rows = 100_000;
const header = { rnc: '132000005', periodo: '202608' as Periodo, cantidad: rows };
/** Longest time allowed to generate the file, as a multiple of only writing its bytes. */
const mayTake = 150;
/** Most memory that may be retained while the file is written, in MB. */
const mayKeepMB = 8;

export default async function reportTxt(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-report-'));
  try {
    return await compare(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(folder: string): Promise<BenchResult> {
  const { declarant, purchases } = companyYear(1, 100);
  function* derived(): Generator<Row606> {
    for (let i = 0; i < rows; i++) {
      const { receipt, answers } = purchases[i % purchases.length]!;
      yield derivePurchase(receipt, declarant, answers)[0]!.row as Row606;
    }
  }
  const ready = repeated(derived());
  const pieces = [...writeTxt('606', header, ready)];
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const rateOf = (work: () => Iterable<string>) => () => {
    const file = openSync(join(folder, '606.txt'), 'w');
    const start = performance.now();
    for (const piece of work()) writeSync(file, piece, null, 'latin1');
    const seconds = (performance.now() - start) / 1_000;
    closeSync(file);
    return rows / seconds;
  };
  const withDerivation: number[] = [];
  const { value, limit } = await measureInTurns(
    () => {
      withDerivation.push(rateOf(() => writeTxt('606', header, derived()))());
      return rateOf(() => writeTxt('606', header, ready))();
    },
    rateOf(() => pieces),
  );
  const heldMB = heldBy(() => writeTxt('606', header, derived())) / 1e6;
  return {
    name: 'report-txt',
    value,
    unit: 'rows/s',
    limit,
    ratio: value / limit,
    target: 1 / mayTake,
    missed: heldMB > mayKeepMB ? [`${heldMB.toFixed(1)} MB were kept`] : [],
    detail: {
      rows,
      'file, MB': bytes / 1e6,
      'seconds for the file': rows / value,
      'rows/s with their derivation': median(withDerivation),
      'kept in the middle of the file, MB': heldMB,
    },
  };
}

/** The first thousand of the rows, repeated. */
function repeated(derived: Iterable<Row606>): Iterable<Row606> {
  const some: Row606[] = [];
  for (const row of derived) if (some.push(row) === 1_000) break;
  return {
    *[Symbol.iterator]() {
      for (let i = 0; i < rows; i++) yield some[i % some.length]!;
    },
  };
}

/** Most bytes by which the heap after a garbage collection during the work exceeds the heap before the work. */
function heldBy(work: () => Iterable<string>): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  let heldBytes = 0;
  let piece = 0;
  for (const _ of work())
    if (++piece % 50 === 0) {
      collect();
      heldBytes = Math.max(heldBytes, process.memoryUsage().heapUsed - before);
    }
  return heldBytes;
}

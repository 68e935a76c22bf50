// A benchmark's own process, started by run.ts: runs the one named and hands its result to the parent.
import type { BenchResult } from './measure.ts';

const bench: { default: () => Promise<BenchResult> } = await import(`./${process.argv[2]}.ts`);
const result = await bench.default();
process.send?.(result, () => process.exit());

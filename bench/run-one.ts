// Process of one benchmark, started by run.ts. Runs the named benchmark and sends its result to the parent process.
import type { BenchResult } from './measure.ts';

const bench: { default: () => Promise<BenchResult> } = await import(`./${process.argv[2]}.ts`);
const result = await bench.default();
process.send?.(result, () => process.exit());

// Documents from the API to their acceptance on the embedded engine, with an authority that answers at once. The limit is
// what the parts of that work cost when measured alone, the database's on the one thread that does it, with transactions
// shared as emission shares them.
import { boundedEmission, measureEmission } from './emission.ts';
import { embeddedParts, nodeParts } from './emission-bound.ts';
import type { BenchResult } from './measure.ts';

export default async function emitEmbedded(): Promise<BenchResult> {
  const bounds = { server: await nodeParts(), database: await embeddedParts(), databaseThreads: 1 };
  const emission = await measureEmission('');
  return { name: 'emit-embedded', ...boundedEmission(emission, bounds, { shared: 0.2, alone: 0.35 }) };
}

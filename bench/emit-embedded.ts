// Documents from the API to their acceptance on the embedded engine, with an authority that answers at once. The limit
// is the cost of the parts of that work, each measured alone: those of the database on its one thread, with as many
// documents in a transaction as emission puts there.
import { boundedEmission, measureEmission } from './emission.ts';
import { embeddedParts, nodeParts } from './emission-bound.ts';
import type { BenchResult } from './measure.ts';

export default async function emitEmbedded(): Promise<BenchResult> {
  const bounds = { server: await nodeParts(), database: await embeddedParts(), databaseThreads: 1 };
  const emission = await measureEmission('');
  return { name: 'emit-embedded', ...boundedEmission(emission, bounds, { shared: 0.2, alone: 0.35 }) };
}

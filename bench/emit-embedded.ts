// Documents from the API to their acceptance on the embedded engine, with an authority that answers at once. The limit is
// what the database's part of that work costs on the one thread that does it, with transactions shared as emission shares
// them.
import { boundedEmission, measureEmission } from './emission.ts';
import { embeddedParts } from './emission-bound.ts';
import type { BenchResult } from './measure.ts';

export default async function emitEmbedded(): Promise<BenchResult> {
  const bounds = { ...(await embeddedParts()), cores: 1 };
  const emission = await measureEmission('');
  return { name: 'emit-embedded', ...boundedEmission(emission, bounds, { shared: 0.2, alone: 0.35 }) };
}

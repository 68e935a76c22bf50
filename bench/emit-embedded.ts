// Documents from the API to their acceptance on the embedded engine, with an authority that answers at once. The limit is
// what the database's part of that work costs on the one thread that does it.
import { emissionDetail, measureEmission } from './emission.ts';
import { embeddedParts, totalMs } from './emission-bound.ts';
import type { BenchResult } from './measure.ts';

export default async function emitEmbedded(): Promise<BenchResult> {
  const parts = await embeddedParts();
  const emission = await measureEmission({ DATABASE_URL: '' });
  const value = emission.perSecond;
  const limit = 1000 / totalMs(parts);
  const detail = { ...parts, 'all parts, ms': totalMs(parts), ...emissionDetail(emission) };
  return { name: 'emit-embedded', value, unit: 'documents/s', limit, ratio: value / limit, target: 0.35, detail };
}

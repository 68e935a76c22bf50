// Documents from the API to their acceptance on PostgreSQL, with an authority that answers at once. The limit is what the
// parts of that work cost when measured alone on the same cores.
import { emissionDetail, measureEmission } from './emission.ts';
import { cores, nodeParts, postgresParts, totalMs } from './emission-bound.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

export default async function emitPg(): Promise<BenchResult> {
  const parts = { ...(await nodeParts()), ...(await withDatabase(postgresParts)) };
  const emission = await withDatabase((DATABASE_URL) => measureEmission({ DATABASE_URL }));
  const value = emission.perSecond;
  const limit = (1000 * cores) / totalMs(parts);
  const detail = { cores, ...parts, 'all parts, ms': totalMs(parts), ...emissionDetail(emission) };
  return { name: 'emit-pg', value, unit: 'documents/s', limit, ratio: value / limit, target: 0.35, detail };
}

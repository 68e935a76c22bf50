// Documents from the API to their acceptance on PostgreSQL, with an authority that answers at once. The limit is the
// cost of the parts of that work, each measured alone on the same cores, with as many documents in a transaction as
// emission puts there.
import { boundedEmission, measureEmission } from './emission.ts';
import { cores, nodeParts, postgresParts } from './emission-bound.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

export default async function emitPg(): Promise<BenchResult> {
  const server = await nodeParts();
  const database = await withDatabase(postgresParts);
  const emission = await withDatabase(measureEmission);
  const bounds = { server, database, databaseThreads: cores };
  return { name: 'emit-pg', ...boundedEmission(emission, bounds, { shared: 0.45, alone: 0.6 }) };
}

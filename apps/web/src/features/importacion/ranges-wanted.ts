import type { importacion } from '@timbre/contract';
import { formatCount } from '../../lib/format.ts';

type Faltas = importacion.Importacion['faltas'];

/**
 * Counts the documents affected by one fault of ranges.
 *
 * @returns the total, and the count of each type: `E31 (8), E32 (7)`
 */
export function rangesWanted(faltas: Faltas, codigo: string): { count: number; types: string } {
  const byType = new Map<string, number>();
  for (const { tipo, cuenta } of ofRange(faltas, codigo)) byType.set(tipo, (byType.get(tipo) ?? 0) + cuenta);
  const counts = [...byType].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    count: counts.reduce((sum, [, count]) => sum + count, 0),
    types: counts.map(([tipo, count]) => `E${tipo} (${formatCount(count)})`).join(', '),
  };
}

/** The type affected by one fault of ranges; undefined for several types. */
export function onlyTypeOf(faltas: Faltas, codigo: string): string | undefined {
  const types = new Set(ofRange(faltas, codigo).map(({ tipo }) => tipo));
  return types.size === 1 ? [...types][0] : undefined;
}

/** Whether all documents with one fault of ranges can be rehearsed without correcting it. */
export const areRehearsable = (faltas: Faltas, codigo: string): boolean =>
  ofRange(faltas, codigo).every(({ aviso }) => aviso);

const ofRange = (faltas: Faltas, codigo: string) => faltas.filter((falta) => falta.codigo === codigo);

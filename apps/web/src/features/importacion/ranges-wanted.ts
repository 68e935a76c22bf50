import type { importacion } from '@timbre/contract';
import { formatCount } from '../../lib/format.ts';

/**
 * Counts the documents that one fault of ranges blocks.
 *
 * @returns how many, and how many of each type: `E31 (8), E32 (7)`
 */
export function rangesWanted(
  faltas: importacion.Importacion['faltas'],
  codigo: string,
): { count: number; types: string } {
  const own = faltas.filter((falta) => falta.codigo === codigo).sort((a, b) => (a.tipo < b.tipo ? -1 : 1));
  return {
    count: own.reduce((sum, { cuenta }) => sum + cuenta, 0),
    types: own.map(({ tipo, cuenta }) => `E${tipo} (${formatCount(cuenta)})`).join(', '),
  };
}

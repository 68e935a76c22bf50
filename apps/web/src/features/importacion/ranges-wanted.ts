import type { ResumenDocumento } from '@timbre/contract';
import { formatCount } from '../../lib/format.ts';

/**
 * Counts the documents that one fault of ranges blocks.
 *
 * @returns how many, and how many of each type: `E31 (8), E32 (7)`
 */
export function rangesWanted(
  documentos: readonly ResumenDocumento[],
  codigo: string,
): { count: number; types: string } {
  const byType = new Map<string, number>();
  let count = 0;
  for (const { tipo, errores } of documentos) {
    if (!errores.some((fault) => fault.codigo === codigo)) continue;
    count += 1;
    byType.set(tipo, (byType.get(tipo) ?? 0) + 1);
  }
  const types = [...byType].sort().map(([tipo, of]) => `E${tipo} (${formatCount(of)})`);
  return { count, types: types.join(', ') };
}

import { formatCount, formatCounted, formatSpan } from '../../lib/format.ts';
import type { Ejecucion } from './api.ts';

/** The progress of a run. */
export function progressText({
  RegistrosProcesados: done,
  TotalRegistros: total,
  restanteSegundos: left,
}: Pick<Ejecucion, 'RegistrosProcesados' | 'TotalRegistros' | 'restanteSegundos'>): string {
  const documents =
    total === null ? formatCounted(done, 'documento') : `${formatCount(done)} de ${formatCounted(total, 'documento')}`;
  return left === null ? documents : `${documents} · quedan ${formatSpan(left * 1_000)}`;
}

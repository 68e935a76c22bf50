import { displayFecha } from '@timbre/values';
import type { EjecucionRow } from './repo.ts';

/** An execution as the record of the company names it. */
export const toldOf = ({ tipo, desde, hasta }: Pick<EjecucionRow, 'tipo' | 'desde' | 'hasta'>) => ({
  tipo,
  desde: displayFecha(desde),
  hasta: displayFecha(hasta),
});

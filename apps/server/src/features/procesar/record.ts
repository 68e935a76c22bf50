import { displayFecha } from '@timbre/values';
import type { EjecucionRow } from './repo.ts';

/** The fields that identify an execution in the record of the company. */
export const recordedFields = ({ tipo, desde, hasta }: Pick<EjecucionRow, 'tipo' | 'desde' | 'hasta'>) => ({
  tipo,
  desde: displayFecha(desde),
  hasta: displayFecha(hasta),
});

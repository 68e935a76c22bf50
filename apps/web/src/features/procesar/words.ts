import { featureMenu } from '@timbre/contract/tables';
import { displayFecha } from '@timbre/values';
import { messageOf, Refusal, wordsOf } from '../../lib/api.ts';
import type { Ejecucion } from './api.ts';

export const title = featureMenu.procesar.titulo;

/** @source specification 002 §5 */
export const unmet = 'Complete todos los requisitos antes de procesar';

/** Why a run did not start, or why it failed. @source specification 002 §8 */
export const processFailure = (message: string): string => (message === unmet ? message : `Error: ${message}`);

/** Why a file was not downloaded: the server's message, or else the status. @source specification 002 §8 */
export const downloadFailure = (error: Error): string =>
  wordsOf(error) ?? (error instanceof Refusal ? `Error ${error.problem.status}` : messageOf(error));

/** The tones of the states. @source specification 002 §4 */
export const tones = { Completado: 'ok', 'En Proceso': 'info', Error: 'bad', Cancelado: 'mute' } as const;

/** The days of a run: `01/08/2026 al 31/08/2026`. */
export const daysText = ({ FechaInicio, FechaFin }: Pick<Ejecucion, 'FechaInicio' | 'FechaFin'>): string =>
  `${displayFecha(FechaInicio)} al ${displayFecha(FechaFin)}`;

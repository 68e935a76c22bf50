/** A step of the work, as the progress card shows it. */
export interface Step {
  readonly nombre: string;
  /** The text while it is in progress: `Enviando 19 de 29`. */
  readonly verbo: string;
  readonly estado: 'pendiente' | 'procesando' | 'completado' | 'error';
  readonly hechos: number;
  readonly total: number;
}

/** The fraction of a step that is done, from 0 to 1. */
export const ratioOf = ({ estado, hechos, total }: Step): number =>
  total > 0 ? hechos / total : estado === 'completado' ? 1 : 0;

/** The progress at an instant. */
export interface Sample {
  readonly at: number;
  readonly done: number;
}

/**
 * Computes the speed of the last samples and the time left.
 *
 * @param samples oldest first, instants in ms
 * @param remaining how many are left
 * @returns documents per second and the time left in ms; undefined while there are too few samples
 */
export function paceOf(
  samples: readonly Sample[],
  remaining: number,
): { perSecond: number; leftMs: number } | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 800 || last.done <= first.done) return undefined;
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  return { perSecond, leftMs: (remaining / perSecond) * 1000 };
}

import { refuse } from '@timbre/refusal';
import type { Core } from '../core.ts';

const noSpace = 'No hay espacio en el disco. No se tomó ningún número; vuelva a intentarlo más tarde.';
const noJournal = 'El diario de emisión no se puede escribir. No se tomó ningún número; vuelva a intentarlo más tarde.';

/**
 * Checks, before a number is taken, that the disk has room for documents and that the journal can record their numbers.
 *
 * @throws Problem `servidor/lleno`
 */
export async function demandSpace({ space, journal }: Pick<Core, 'space' | 'journal'>): Promise<void> {
  if (space.isFull()) refuse('servidor/lleno', noSpace);
  await journal.ready().catch(() => refuse('servidor/lleno', noJournal));
}

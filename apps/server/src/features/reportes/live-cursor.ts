import { refuse } from '@timbre/refusal';
import { parseISODate } from '@timbre/values';
import type { RowPlace } from '../../domain/reports/rows-repo.ts';

/** The place of a row as a cursor, opaque to callers. */
export const writePlace = ({ fecha, ncf, emisor, momento }: RowPlace): string =>
  Buffer.from([fecha, ncf, emisor, momento].join('|')).toString('base64url');

const written = /^(\d{4}-\d{2}-\d{2})\|([0-9A-Z]{1,19})\|([0-9A-Za-z-]{0,20})\|(compra|pago)$/;

/** Reads a cursor of {@link writePlace}. @throws Problem `peticion/invalida` for any other text */
export function readPlace(cursor: string): RowPlace {
  const [, fecha, ncf, emisor, momento] = written.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (fecha === undefined || ncf === undefined || emisor === undefined || parseISODate(fecha) === undefined)
    return refuse('peticion/invalida', 'El cursor no es de esta lista');
  return { fecha, ncf, emisor, momento: momento as RowPlace['momento'] };
}

import type { verificar as contract } from '@timbre/contract';
import { type Desk, isInterrupted } from '../../domain/desk/desk.ts';
import type { InputOf } from '../../domain/desk/tasks.ts';

/** The answer for a file that took too long or too much memory: it is damaged, or made to cause that. */
const unread: contract.Verificacion = {
  formato: null,
  detalle: 'No se pudo leer el archivo: pide demasiado tiempo o memoria. Puede estar dañado.',
  firmas: [],
  agregado: 0,
};

/** The signatures found in a file; {@link unread} if its child process could not read it to the end. */
export const verifyOn = (desk: Desk, wanted: InputOf<'verifyFile'>): Promise<contract.Verificacion> =>
  desk.verifyFile(wanted.bytes.length, wanted).catch((error) => {
    if (isInterrupted(error)) return unread;
    throw error;
  });

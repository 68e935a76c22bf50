import { refuse } from '@timbre/refusal';
import { isAlive } from '../../domain/taxpayers/import-register.ts';
import {
  holdImportacion,
  type Importacion,
  type Registro,
  readImportacion,
  readRegistro,
  setImportacion,
  storeFile,
} from '../../domain/taxpayers/import-repo.ts';
import { newId } from '../../platform/db/id.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { IMPORT } from './jobs.ts';

const longestName = 200;

/** The register, and its import. `importacion` also reports a failed import. */
export interface RegisterState {
  readonly registro: Registro;
  readonly importacion: Importacion;
  readonly isRunning: boolean;
}

/** The state of the register. */
export const readState = ({ db, clock }: Context): Promise<RegisterState> =>
  db.system(async (tx) => {
    const [registro, importacion] = await Promise.all([readRegistro(tx), readImportacion(tx)]);
    return { registro, importacion, isRunning: isAlive(importacion, clock.now()) };
  });

/**
 * Stores an uploaded file and queues its import.
 *
 * @throws Problem `contribuyentes/en-curso`
 */
export async function askToImport(
  { db, clock, queue }: Context,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
  by: Actor,
): Promise<void> {
  const now = clock.now();
  const sujeto = newId(now);
  const archivo = name.slice(0, longestName);
  await db.system(async (tx) => {
    if (isAlive(await holdImportacion(tx), now)) refuse('contribuyentes/en-curso');
    await setImportacion(tx, { sujeto, ficha: null, archivo, now });
    await storeFile(tx, sujeto, bytes);
    // The upload belongs to no company. It takes its turn in the queue as a company does.
    await queue.enqueue(tx, [{ clase: IMPORT, empresaId: sujeto, sujeto, datos: { archivo, ...by } }]);
  });
}

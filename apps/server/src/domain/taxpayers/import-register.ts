import { newId } from '../../platform/db/id.ts';
import type { Db, Tx } from '../../platform/db/transactions.ts';
import * as repo from './import-repo.ts';
import type { Reading } from './read-in-worker.ts';
import type { Ending } from './read-register.ts';
import { RegisterRefused } from './register-refused.ts';

/** The services needed to import a register. */
export interface ImportContext {
  readonly db: Db;
  readonly clock: { now(): Date };
}

/** An import: its source, and the callbacks that report it. */
interface Import {
  /** Id of the source. After a restart, an import with the same id may begin again at once. */
  readonly sujeto: string;
  /** Name of the file. */
  readonly archivo: string;
  /** Reads it, by `readInWorker` or otherwise. */
  read(reading: Reading): Promise<Ending>;
  /** Called with the number of bytes of the text read so far, and the total. */
  onProgress?(read: number, total: number): void;
  /** Called in the transaction that makes the import the active register. */
  onSwitched?(tx: Tx, imported: Imported): Promise<void>;
}

/** Figures of an import. */
export interface Imported {
  readonly filas: number;
  /** Lines whose number an earlier line already has. */
  readonly repetidas: number;
  readonly ending: Ending;
}

/** Another import is under way, or has replaced this one. */
export class ImportBusy extends Error {
  override readonly name = 'ImportBusy';
}

/** A run without a heartbeat for this long is considered dead. */
const deadAfterMs = 60_000;
/** If more than this part of the lines is refused, the file is not the DGII's. */
const maxRefusedPart = 0.1;
const lockUnavailable = '55P03';

/**
 * Imports a register and replaces the present one in one step. Until everything is stored and indexed, searches use the
 * old one; it stays if the new one fails or the process dies.
 *
 * @throws RegisterRefused when the file is not a register, ImportBusy; any error of the reading
 */
export async function importRegister(ctx: ImportContext, what: Import): Promise<Imported> {
  const { db, clock } = ctx;
  const ficha = newId(clock.now());
  const { tabla, old } = await db.system((tx) => begin(tx, what, ficha, clock.now()));
  try {
    const { ending, filas, sent } = await fill(ctx, what, ficha, tabla);
    judge(ending, filas);
    const imported = { filas, repetidas: sent - filas, ending };
    await db.system((tx) => mustAdvance(tx, ficha, { fase: 'ordenando' }, clock.now()));
    await db.patient((tx) => repo.order(tx, tabla));
    await db.system(async (tx) => {
      if (!(await repo.endImportacion(tx, { ficha }, null, clock.now()))) throw overtaken();
      const facts = { archivo: what.archivo, filas, repetidas: imported.repetidas, now: clock.now() };
      await repo.switchTo(tx, tabla, facts, ending);
      await what.onSwitched?.(tx, imported);
    });
    if (old !== null) await db.system((tx) => repo.empty(tx, old)).catch(leaveIfRead);
    return imported;
  } catch (error) {
    if (error instanceof RegisterRefused)
      await db.system((tx) => repo.endImportacion(tx, { ficha }, error.message, clock.now()));
    throw error;
  }
}

async function begin(tx: Tx, { sujeto, archivo }: Import, ficha: string, now: Date) {
  const current = await repo.holdImportacion(tx);
  if (isAlive(current, now) && current.sujeto !== sujeto)
    throw new ImportBusy('Another import of the register is under way');
  const { tabla: old } = await repo.readRegistro(tx);
  const tabla = old === 0 ? 1 : 0;
  await repo.setImportacion(tx, { sujeto, archivo, ficha, now });
  await repo.empty(tx, tabla);
  return { tabla, old } as const;
}

/** Whether an import is under way, or its file waits for one. */
export const isAlive = ({ sujeto, fase, latido }: repo.Importacion, now: Date): boolean =>
  sujeto !== null && (fase === 'en_espera' || now.getTime() - (latido?.getTime() ?? 0) < deadAfterMs);

/** Stores the batches that are read. Returns how many taxpayers were stored, and how many were read. */
async function fill({ db, clock }: ImportContext, what: Import, ficha: string, tabla: repo.Tabla) {
  let [total, filas, sent] = [0, 0, 0];
  const ending = await what.read({
    onTotal(bytes) {
      total = bytes;
    },
    async onBatch(batch) {
      const added = await db.system(async (tx) => {
        await mustAdvance(tx, ficha, { leidos: batch.read, total, filas }, clock.now());
        return repo.addBatch(tx, tabla, batch);
      });
      filas += added;
      sent += batch.rows;
      what.onProgress?.(batch.read, total);
    },
  });
  return { ending, filas, sent };
}

function judge({ lines, refused }: Ending, filas: number): void {
  if (filas === 0) throw new RegisterRefused('El archivo no tiene ningún contribuyente: no es el registro de la DGII.');
  if (refused > lines * maxRefusedPart)
    throw new RegisterRefused(
      `De ${lines} líneas, ${refused} no tienen la forma del registro de la DGII. Se conserva el registro anterior.`,
    );
}

const overtaken = () => new ImportBusy('Another import of the register has begun since');

async function mustAdvance(tx: Tx, ficha: string, progress: repo.Progress, now: Date): Promise<void> {
  if (!(await repo.advance(tx, ficha, progress, now))) throw overtaken();
}

/** Ignores that the old table is locked by readers: the next import empties it. */
function leaveIfRead(error: Error & { code?: string }): void {
  if (error.code !== lockUnavailable) throw error;
}

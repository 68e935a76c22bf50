import { openPlatformSecret } from '../../domain/companies/platform-secret-repo.ts';
import type { Config } from '../../domain/config.ts';
import { createKeyring, createWrapping, type Keyring, type Wrapping } from '../../platform/crypto/keyring.ts';
import { loadMasterKey } from '../../platform/crypto/master-key.ts';
import { connect } from '../../platform/db/connect.ts';
import { FolderInUse } from '../../platform/db/folder-lock.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { localSignals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { createEventLog, type EventLog } from '../../platform/events/events.ts';
import { createSeals, type Seals } from '../../platform/events/seals.ts';
import { createQueue } from '../../platform/jobs/queue.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { explain } from '../explain.ts';

/** The options passed to a command. */
export interface Options {
  readonly simulador?: string;
  readonly imprimir?: boolean;
  readonly usuario?: string;
  readonly latencia?: string;
  readonly plataforma?: string;
  readonly salida?: string;
}

/** A command for the operator, apart from running the server. */
export interface Command {
  /** One line in Spanish. */
  readonly does: string;
  /** The name of its argument in the usage: `ARCHIVO`; undefined if it takes none. */
  readonly takes?: string;
  /** Its options, each with the name of its value in the usage; empty for a switch. */
  readonly options?: Readonly<Partial<Record<keyof Options, string>>>;
  /**
   * @param options only those of this command, each with a value if it takes one
   * @param args the words after the command: one if it takes an argument, else none
   * @returns the exit code
   */
  run(config: Config, options: Options, args: readonly string[]): Promise<number>;
}

/** Commands by their name. */
export type Commands = Readonly<Record<string, Command>>;

/** Runs work on the configured database, with its schema migrated, and closes it. Returns the result of the work. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<number>): Promise<number> {
  const db = await connect(config, { onWarning: (error) => console.error(error.message), onLost: fail });
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The platform's secret, decrypted with the configured master key. */
async function openSecret(config: Config, db: Db): Promise<{ readonly wrapping: Wrapping; readonly secret: Buffer }> {
  const masterKey = loadMasterKey(config);
  const wrapping = createWrapping(masterKey);
  return { wrapping, secret: await openPlatformSecret(db, masterKey, wrapping) };
}

/** The seals of the event records. */
export const openSeals = async (config: Config, db: Db): Promise<Seals> =>
  createSeals((await openSecret(config, db)).secret);

/** The event records. */
export async function openEventLog(config: Config, db: Db): Promise<EventLog> {
  const signals = localSignals();
  const queue = createQueue({ clock: systemClock, signals });
  return createEventLog({ clock: systemClock, signals, seals: await openSeals(config, db), queue });
}

/** The keys of the companies. */
export async function openKeyring(config: Config, db: Db): Promise<Keyring> {
  const { wrapping, secret } = await openSecret(config, db);
  return createKeyring(wrapping, secret);
}

/** Ends the process with the error as a message for the operator. */
export function fail(error: Error): never {
  console.error(
    error instanceof FolderInUse
      ? 'El servidor está usando la carpeta de datos. Deténgalo y vuelva a intentarlo.'
      : explain(error),
  );
  process.exit(1);
}

import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../domain/config.ts';
import { anchorFolderOf, journalFileOf } from '../domain/own-files.ts';
import { describingFileErrors } from '../platform/process/file-fault.ts';

/** A folder of the configuration. */
interface Place {
  readonly folder: string;
  /** Its name in Spanish, with the setting that configures it. */
  readonly what: string;
  /** Names of the entries that this process must be able to write, and of those that it only reads. */
  readonly writes: RegExp;
  readonly reads?: RegExp;
}

type Placed = Pick<Config, 'dataDir' | 'databaseUrl' | 'journalFile' | 'anchorFolder'>;

/** The folders that the server writes to, the data folder first. */
export function placesOf(config: Placed): readonly Place[] {
  const journal = journalFileOf(config);
  const name = basename(journal).replace(/[^\w]/g, '\\$&');
  return [
    {
      folder: config.dataDir,
      what: 'la carpeta de datos de TIMBRE_DATA_DIR',
      writes:
        config.databaseUrl === undefined ? /^(\w+-?\w+\.ndjson|reserva|correo|db)$/ : /^(\w+-?\w+\.ndjson|correo)$/,
      reads: /^master\.key$/,
    },
    {
      folder: dirname(journal),
      what: 'la carpeta del diario de emisión de TIMBRE_JOURNAL',
      writes: new RegExp(`^${name}(\\.nuevo)?$`),
    },
    {
      folder: anchorFolderOf(config),
      what: 'la carpeta de las anclas de TIMBRE_ANCHORS',
      writes: /^$/,
      reads: /^\d{4}-\d\d-\d\d\.json$/,
    },
  ];
}

/**
 * Creates the configured folders that are missing, and requires that this process can write in them and use the files
 * stored there.
 *
 * @throws ConfigError naming the path, its setting, why it cannot be used and what to do
 */
export function preparePlaces(config: Placed): void {
  for (const { folder, what, writes, reads } of placesOf(config))
    describingFileErrors(`No se puede usar ${what}`, () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      demandFolder(folder);
      for (const name of readdirSync(folder)) {
        if (writes.test(name)) demandEntry(join(folder, name), 'r+');
        else if (reads?.test(name)) demandEntry(join(folder, name), 'r');
      }
    });
  const database = join(config.dataDir, 'db');
  if (config.databaseUrl === undefined && existsSync(database))
    describingFileErrors('No se puede usar la base de datos embebida de TIMBRE_DATA_DIR', () => demandTree(database));
}

function demandEntry(path: string, how: 'r' | 'r+'): void {
  if (statSync(path).isDirectory()) demandFolder(path);
  else closeSync(openSync(path, how));
}

/** Creates a file in the folder: only that proves that files can be created. */
function demandFolder(folder: string): void {
  const probe = join(folder, `.prueba-${process.pid}`);
  try {
    closeSync(openSync(probe, 'w', 0o600));
    rmSync(probe);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: folder });
  }
}

/** A command run by another user may have left files in the database that this user cannot write. */
function demandTree(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path).uid !== process.geteuid?.()) demandEntry(path, 'r+');
  }
}

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readJournal } from '../../domain/comprobantes/numbers/journal.ts';
import type { Config } from '../../domain/config.ts';
import { journalFileOf } from '../../domain/own-files.ts';
import { bundleName, makeFiles, packFiles, type Unread } from '../../features/soporte/bundle.ts';
import { kindOf } from '../../features/soporte/error-kind.ts';
import { connect } from '../../platform/db/connect.ts';
import { FolderInUse } from '../../platform/db/folder-lock.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { ConfigError } from '../../platform/process/config-error.ts';
import { type Commands, openSeals } from './command.ts';

const checkMs = 5 * 60_000;
const figuresWithinMs = 5_000;

/** The command that makes the bundle without the server's screen, and without its database if need be. */
export const supportCommands: Commands = {
  soporte: {
    does: 'hace el paquete de soporte (.zip): versiones, ajustes, cifras, trabajos y comprobaciones, sin claves ni datos de empresas',
    options: { salida: 'ARCHIVO' },
    async run(config, { salida }) {
      const now = new Date();
      const file = resolve(salida ?? bundleName(now));
      if (existsSync(file)) throw new ConfigError(`el archivo ${file} ya existe: elija otro con --salida`);
      const db = await open(config);
      try {
        const files = await makeFiles({
          config,
          env: process.env,
          now,
          where: 'por la orden de consola',
          db,
          figures: () => readFigures(config),
          failures: { noLeido: 'los tiene el servidor en su memoria: descárguelos desde su pantalla' },
          seals: () => ('noLeido' in db ? Promise.reject(new Error('No database')) : openSeals(config, db)),
          journal: async () => (await readJournal(journalFileOf(config))).highest(),
          checkMs,
        });
        const bytes = await packFiles(files, now);
        await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
        console.log(file);
        if ('noLeido' in db) console.error(`Sin la base de datos: ${db.noLeido}`);
        return 0;
      } finally {
        if (!('noLeido' in db)) await db.close();
      }
    },
  },
};

/** Opens the database as it is, without migrating it; or tells why it cannot be opened. */
async function open(config: Config): Promise<Db | Unread> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'db')))
    return { noLeido: 'no hay base de datos en la carpeta de datos' };
  const ignore = () => undefined;
  return connect(config, { onWarning: ignore, onLost: ignore }).catch((error: unknown) => ({
    noLeido: error instanceof FolderInUse ? 'la usa el servidor: descárguelo desde su pantalla' : kindOf(error),
  }));
}

/** The figures of the server of this machine, if it is running with these settings. */
async function readFigures({ port }: Config): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(figuresWithinMs) });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  return answer.text();
}

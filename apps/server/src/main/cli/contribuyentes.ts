import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Config } from '../../domain/config.ts';
import { ImportBusy, type Imported, importRegister } from '../../domain/taxpayers/import-register.ts';
import { readInWorker } from '../../domain/taxpayers/read-in-worker.ts';
import { RegisterRefused } from '../../domain/taxpayers/register-refused.ts';
import { newId } from '../../platform/db/id.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { ConfigError } from '../../platform/process/config-error.ts';
import { type Commands, openEventLog, withDatabase } from './command.ts';

/** Commands about the DGII's register of taxpayers. */
export const contribuyenteCommands: Commands = {
  'contribuyentes importar': {
    does: 'importa el registro de contribuyentes de la DGII (DGII_RNC.zip o DGII_RNC.TXT); el anterior se lee hasta el final',
    takes: 'ARCHIVO',
    run(config, _options, [path = '']) {
      const file = resolve(path);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new ConfigError(`no existe el archivo ${file}`);
      return withDatabase(config, (db) => importFile(config, db, file));
    },
  },
};

async function importFile(config: Config, db: Db, path: string): Promise<number> {
  const events = await openEventLog(config, db);
  const sujeto = newId(systemClock.now());
  const archivo = basename(path);
  let shown = 0;
  try {
    const imported = await importRegister(
      { db, clock: systemClock },
      {
        sujeto,
        archivo,
        read: (reading) => readInWorker({ path }, reading),
        onProgress(read, total) {
          const tenth = total === 0 ? 0 : Math.floor((10 * read) / total);
          if (tenth > shown) console.log(`${tenth * 10} % leído`);
          shown = tenth;
        },
        async onSwitched(tx, { filas, ending }) {
          const datos = { archivo, filas, rechazadas: ending.refused, por: 'consola', ip: '' };
          await events.append(tx, platformRecord, [{ tipo: 'contribuyentes.importado', sujeto, datos }]);
        },
      },
    );
    tell(imported);
    return 0;
  } catch (error) {
    if (error instanceof ImportBusy) console.error('Ya se está importando un registro de contribuyentes.');
    else if (error instanceof RegisterRefused) console.error(error.message);
    else throw error;
    return 1;
  }
}

function tell({ filas, repetidas, ending: { refused, motivos } }: Imported): void {
  console.log(`${filas} contribuyentes importados; ${refused} líneas rechazadas, ${repetidas} con un número repetido.`);
  for (const { linea, motivo } of motivos) console.log(`  línea ${linea}: ${motivo}`);
}

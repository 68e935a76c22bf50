import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { openPlatformSecret } from '../../domain/companies/platform-secret-repo.ts';
import { rotateMasterKey } from '../../domain/companies/rotate-master-key.ts';
import { type Config, masterKey } from '../../domain/config.ts';
import { createWrapping } from '../../platform/crypto/keyring.ts';
import { beginKeyChange, loadMasterKey } from '../../platform/crypto/master-key.ts';
import { parseHosts } from '../../platform/db/hosts.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { ConfigError } from '../../platform/process/config-error.ts';
import { type Place, placeOf, restoreBackup, writeBackup } from '../backup/backup.ts';
import { keepingOwners } from '../owners.ts';
import { type Commands, withDatabase } from './command.ts';
import { tellFindings } from './ledger.ts';

/** Commands about backups and the master key. */
export const backupCommands: Commands = {
  'copia crear': {
    does: 'escribe la base de datos en un archivo sellado con la llave maestra; en PostgreSQL, sin detener los servidores',
    takes: 'ARCHIVO',
    run: (config, _options, [path = '']) => backUp(config, resolve(path)),
  },
  'copia restaurar': {
    does: 'pone una copia en una base de datos vacía',
    takes: 'ARCHIVO',
    run: (config, _options, [path = '']) => restore(config, resolve(path)),
  },
  'copia ensayar': {
    does: 'restaura una copia aparte, comprueba todo lo que contiene y la borra',
    takes: 'ARCHIVO',
    run: (config, _options, [path = '']) =>
      rehearse(config, resolve(path), (restored) =>
        withDatabase(restored, async (db) => ((await tellFindings(restored, db, {})) === 0 ? 0 : 1)),
      ),
  },
  'llave rotar': {
    does: 'cambia la llave maestra por la de TIMBRE_NEW_MASTER_KEY, con los servidores detenidos',
    run: (config) => withDatabase(config, (db) => rotate(config, db)),
  },
};

/** Writes the configured database into an encrypted file. */
async function backUp(config: Config, path: string): Promise<number> {
  const masterKey = loadMasterKey(config);
  await keepingOwners([path], () => writeBackup(placeOf(config), masterKey, path));
  console.log(`Copia escrita y sellada con la llave maestra: ${path}`);
  return 0;
}

/** Restores an encrypted file into the empty configured database. */
async function restore(config: Config, path: string): Promise<number> {
  await restoreBackup(placeOf(config), loadMasterKey(config), path);
  console.log('Copia restaurada. Antes de iniciar los servidores ejecute: ./timbre reconciliar');
  return 0;
}

/**
 * Restores an encrypted file into a scratch database, checks everything in it, and deletes it.
 *
 * @param check checks the restored database; returns the exit code
 */
async function rehearse(config: Config, path: string, check: (restored: Config) => Promise<number>): Promise<number> {
  // The key of the installation, regardless of where the scratch database is.
  const masterKey = loadMasterKey(config);
  return withScratch(config, async (place) => {
    await restoreBackup(place, masterKey, path);
    const databaseUrl = place.engine === 'postgresql' ? place.databaseUrl : undefined;
    const dataDir = place.engine === 'embebida' ? place.dataDir : config.dataDir;
    return check({ ...config, databaseUrl, dataDir, masterKey, masterKeyFile: undefined });
  });
}

async function withScratch<T>(config: Config, work: (place: Place) => Promise<T>): Promise<T> {
  if (config.databaseUrl === undefined) {
    const dataDir = await mkdtemp(join(tmpdir(), 'timbre-ensayo-'));
    return work({ engine: 'embebida', dataDir }).finally(() => rm(dataDir, { recursive: true, force: true }));
  }
  const name = `timbre_ensayo_${process.pid}`;
  const address = new URL(parseHosts(config.databaseUrl).current());
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    address.pathname = `/${name}`;
    return await work({ engine: 'postgresql', databaseUrl: address.href });
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

/**
 * Replaces the master key by the one in TIMBRE_NEW_MASTER_KEY. Run again after an interruption, it completes the
 * change.
 */
async function rotate(config: Config, db: Db): Promise<number> {
  const requested = masterKey(process.env.TIMBRE_NEW_MASTER_KEY, 'TIMBRE_NEW_MASTER_KEY');
  if (requested === undefined)
    throw new ConfigError('falta TIMBRE_NEW_MASTER_KEY: la llave nueva, 32 bytes en base64 (openssl rand -base64 32)');
  const change = beginKeyChange(config, requested);
  const after = change?.key ?? requested;
  if (!after.equals(requested))
    console.log(`Un cambio anterior quedó a medias: se termina con su llave, no con la de ahora.`);
  if (!(await opens(db, after)))
    console.log(`Llaves de ${await rotateMasterKey(db, loadMasterKey(config), after)} empresas selladas de nuevo.`);
  change?.finish();
  console.log(
    change === undefined
      ? 'Fije TIMBRE_MASTER_KEY con la llave nueva e inicie los servidores.'
      : `La llave nueva está en ${change.path}. Inicie los servidores.`,
  );
  return 0;
}

/** Whether the data were encrypted with this key. */
const opens = (db: Db, key: Buffer): Promise<boolean> =>
  openPlatformSecret(db, key, createWrapping(key)).then(
    () => true,
    (error) => {
      if (error instanceof ConfigError) return false;
      throw error;
    },
  );

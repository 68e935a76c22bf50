import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { periodically } from '../process/periodically.ts';
import { Client, clientsOf } from './client.ts';
import { ensureEmbeddedFolder } from './embedded-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { parseHosts } from './hosts.ts';
import { type Pglite, startPglite } from './pglite.ts';
import { forgetSync, syncFolderOnce } from './sync-folder.ts';
import { DatabaseUnavailable, type Db, transactionsOver } from './transactions.ts';
import { createTidying, tidyEveryMs } from './upkeep.ts';

/** Events of the database for the code that opened it. */
export interface DbEvents {
  /** An idle connection broke; the pool opens another. */
  onWarning(error: Error): void;
  /** The embedded engine died: the process has to end. */
  onLost(error: Error): void;
}

/**
 * Opens the database: PostgreSQL if `databaseUrl` is set, otherwise the embedded engine in `dataDir`, locked for this
 * process. With `fsync` a commit confirmed by the embedded engine survives a power cut.
 *
 * @throws FolderInUse when another process uses the folder; the connection's error when PostgreSQL does not answer in
 * 10 s
 */
export async function connect(
  config: { readonly databaseUrl: string | undefined; readonly dataDir: string; readonly fsync: boolean },
  events: DbEvents,
): Promise<Db> {
  if (config.databaseUrl !== undefined) {
    const db = connectPostgres(config.databaseUrl, events);
    await answering(db);
    return db;
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(config.dataDir);
  try {
    const folder = join(config.dataDir, 'db');
    await ensureEmbeddedFolder(folder, config.fsync);
    if (config.fsync) await syncFolderOnce(folder);
    else await forgetSync(folder);
    const pglite = await startPglite({ folder, synced: config.fsync }, events);
    const db = connectPglite(pglite, events);
    return {
      ...db,
      async close() {
        await db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const patienceMs = 10_000;
const askAgainMs = 500;
/** Permanent errors: no such user, password or database. */
const forGood = /^(28|3D)/;

/**
 * Waits for a PostgreSQL that is starting, or a standby that is being promoted: after a crash that may take some
 * seconds.
 */
async function answering(db: Db): Promise<void> {
  for (const deadline = performance.now() + patienceMs; ; await delay(askAgainMs)) {
    try {
      return await db.owner(async () => undefined);
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : error;
      const code = String((cause as NodeJS.ErrnoException).code);
      if (cause !== error && !forGood.test(code) && performance.now() < deadline) continue;
      await db.close();
      throw cause;
    }
  }
}

/** A pool of connections to a PostgreSQL, on whichever of its hosts accepts writes. */
export function connectPostgres(databaseUrl: string, { onWarning }: Pick<DbEvents, 'onWarning'>): Db {
  const hosts = parseHosts(databaseUrl);
  const pool = new pg.Pool({
    Client: clientsOf(hosts),
    types,
    max: 16,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'timbre',
  });
  pool.on('error', onWarning);
  return { engine: 'postgresql', ...transactionsOver(pool, hosts.count), close: () => pool.end() };
}

/** The embedded engine has one session, so it runs one transaction at a time; the pool serves as its queue. */
export function connectPglite(pglite: Pglite, { onWarning }: Pick<DbEvents, 'onWarning'>): Db {
  const pool = new pg.Pool({
    Client,
    stream: () => pglite.connect(),
    user: 'postgres',
    database: 'postgres',
    types,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: startClean,
  });
  pool.on('error', onWarning);
  const tidy = createTidying(pool, () => performance.now());
  const stopTidying = periodically(tidyEveryMs, tidy, onWarning);
  return {
    engine: 'embebida',
    ...transactionsOver(pool, 1),
    engineMemory: pglite.memory,
    async close() {
      await stopTidying();
      await pool.end();
      await pglite.close();
    },
  };
}

/** The session of the embedded engine outlives its client: resets the state that the previous client left. */
const startClean = async (client: pg.ClientBase): Promise<void> => {
  await client.query('rollback');
  await client.query('deallocate all');
};

const { builtins } = pg.types;

/** How values are parsed: bigint as a number, refused if not exact; numeric and date as text; timestamptz as Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.INT8) return safeInteger;
    if (oid === builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit in a number`);
  return value;
}

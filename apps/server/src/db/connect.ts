import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ensureEmbeddedFolder } from './embedded-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { type Pglite, startPglite } from './pglite.ts';
import { type Db, transactionsOver } from './transactions.ts';
import { keepTidy } from './upkeep.ts';

/** What the database tells whoever opened it. */
export interface DbEvents {
  /** An idle connection broke; the pool makes another. */
  onWarning(error: Error): void;
  /** The embedded engine died: the process can only end. */
  onLost(error: Error): void;
}

/**
 * Opens the database: PostgreSQL where an address is given, else the embedded engine in `dataDir`, held for this process alone.
 *
 * @throws FolderInUse when another process uses the folder; the connection's error when PostgreSQL does not answer in 10 s
 */
export async function connect(
  config: { readonly databaseUrl: string | undefined; readonly dataDir: string },
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
    await ensureEmbeddedFolder(folder);
    const pglite = await startPglite({ folder }, events.onLost);
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
/** Not listening, and the ways in which PostgreSQL says that it is starting or stopping. */
const startingUp = new Set(['ECONNREFUSED', '57P03', '57P01']);

/** Waits for a PostgreSQL that is starting: after a crash it may refuse for some seconds. */
async function answering(db: Db): Promise<void> {
  for (const deadline = performance.now() + patienceMs; ; await delay(askAgainMs)) {
    try {
      return await db.owner(async () => undefined);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined || !startingUp.has(code) || performance.now() > deadline) {
        await db.close();
        throw error;
      }
    }
  }
}

/** A pool of connections to a PostgreSQL server. */
export function connectPostgres(connectionString: string, { onWarning }: Pick<DbEvents, 'onWarning'>): Db {
  const pool = new pg.Pool({
    connectionString,
    types,
    pipeline: true,
    max: 16,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'timbre',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on('error', onWarning);
  return { engine: 'postgresql', ...transactionsOver(pool), close: () => pool.end() };
}

/** The embedded engine: one session, so one transaction at a time; the pool is its queue. */
export function connectPglite(pglite: Pglite, { onWarning }: Pick<DbEvents, 'onWarning'>): Db {
  const pool = new pg.Pool({
    stream: () => pglite.connect(),
    user: 'postgres',
    database: 'postgres',
    types,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
  });
  pool.on('error', onWarning);
  const stopTidying = keepTidy(pool, onWarning);
  return {
    engine: 'embebida',
    ...transactionsOver(pool),
    async close() {
      await stopTidying();
      await pool.end();
      await pglite.close();
    },
  };
}

const { builtins } = pg.types;

/** How values come out: bigint as a number, refused when it is not exact; numeric and date as text; timestamptz as Date. */
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

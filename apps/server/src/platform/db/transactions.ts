import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type { QueryResult as PgResult, Pool, PoolClient } from 'pg';
import type { Client } from './client.ts';
import { isId } from './id.ts';
import type { EngineMemory } from './pglite.ts';
import type { Tables } from './schema.ts';

/**
 * A running transaction. Independent statements may be awaited together (`Promise.all`): they are sent in one round
 * trip.
 */
export type Tx = Transaction<Tables>;

/** The database, with either engine. All work is in transactions; none may wait for the network. */
export interface Db {
  readonly engine: 'postgresql' | 'embebida';
  /**
   * Work of one company: reads and writes only that company's rows (row-level security).
   * `work` may run more than once: after a deadlock, a serialization failure or a connection that broke before the
   * commit it is tried again, three times at most.
   * @param empresaId the company
   * @throws DatabaseUnavailable when no connection is available; CommitUnknown
   */
  tenant<T>(empresaId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Like {@link Db.tenant}, in a transaction in which the database refuses every write and every row lock. */
  reading<T>(empresaId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Reads over all companies of the person of a session: the database computes which by its policies, and refuses every
   * write. Nothing is seen with a session that was closed.
   */
  portfolio<T>(sesionId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Work across companies: log-in, the queue, the console. Repeated like {@link Db.tenant}'s. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Like {@link Db.system}, for a statement that may take minutes, such as one that creates an index. */
  patient<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Work with the connection's own rights: migrations and checks at start. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Memory used by the embedded engine's thread. */
  engineMemory?(): Promise<EngineMemory>;
  /** Closes the connections; with the embedded engine, closes the database and releases its folder. */
  close(): Promise<void>;
}

/** The connection broke during the commit: it is unknown whether the work is stored. Repeating it could do it twice. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/** No connection was available, or every one broke before its commit was sent: nothing was stored. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

const afterCommits = new WeakMap<Tx, (() => void)[]>();

/** Runs `action` after the transaction has committed; not at all if it does not commit. */
export function afterCommit(tx: Tx, action: () => void): void {
  const actions = afterCommits.get(tx);
  if (actions === undefined) afterCommits.set(tx, [action]);
  else actions.push(action);
}

/** A client taken from the pool. */
type Held = PoolClient & Client;

/**
 * The transactions of {@link Db} over a pool of connections.
 *
 * @param hosts number of hosts that a connection may have to try
 */
export function transactionsOver(
  pool: Pool,
  hosts: number,
): Pick<Db, 'tenant' | 'reading' | 'portfolio' | 'system' | 'patient' | 'owner'> {
  const run = <T>(setting: string, role: string, work: (tx: Tx) => Promise<T>, readOnly = false) =>
    transaction({ pool, hosts, setting, role, readOnly }, work);
  const asCompany = (empresaId: string): string => {
    if (!isId(empresaId)) throw new Error('Not the id of a company');
    return `; set local role timbre_app; set local app.empresa = '${empresaId}'`;
  };
  const asSession = (sesionId: string): string => {
    if (!isId(sesionId)) throw new Error('Not the id of a session');
    return `; set transaction read only; set local role timbre_cartera; set local app.sesion = '${sesionId}'`;
  };
  return {
    tenant: (empresaId, work) => run(asCompany(empresaId), 'a', work),
    reading: (empresaId, work) => run(`; set transaction read only${asCompany(empresaId)}`, 'a', work, true),
    portfolio: (sesionId, work) => run(asSession(sesionId), 'c', work, true),
    system: (work) => run('; set local role timbre_system', 's', work),
    patient: (work) =>
      transaction(
        { pool, hosts, setting: patientSetting, role: 's', readOnly: false, answerWithinMs: patienceMs },
        work,
      ),
    owner: (work) => run('', 'o', work),
  };
}

/** How long a statement of {@link Db.patient} may take. */
const patienceMs = 15 * 60_000;
const patientSetting = `; set local role timbre_system; set local statement_timeout = ${patienceMs}`;

interface Manner {
  readonly pool: Pool;
  readonly hosts: number;
  /** The statements sent after `begin`. */
  readonly setting: string;
  readonly role: string;
  /** The transaction was begun as read-only: a refused write is an error of the work, not of the server. */
  readonly readOnly: boolean;
  /** Limit for the answer to a statement, if not the client's own. */
  readonly answerWithinMs?: number;
}

const attempts = 4;

async function transaction<T>(manner: Manner, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (within.getStore()?.isRunning) {
    const nested = Object.assign(new Error('A transaction was begun inside another'), { name: 'NestedTransaction' });
    // Emitted even if the error is caught: this is a fault of the program, and tests fail on it.
    process.emitWarning(nested);
    throw nested;
  }
  for (let attempt = 1; ; attempt++) {
    const client = await acquire(manner);
    try {
      return await once(client, manner, work);
    } catch (error) {
      const again = isConflict(error) || error instanceof DatabaseUnavailable;
      if (!again || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * (5 + Math.random() * 20)));
    }
  }
}

/** Takes a connection. After a host fails, the next one is tried. */
async function acquire({ pool, hosts }: Manner): Promise<Held> {
  for (let tried = 1; ; tried++) {
    try {
      return (await pool.connect()) as Held;
    } catch (error) {
      if (tried >= hosts) throw new DatabaseUnavailable(error);
    }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
/**
 * Serialization failure, deadlock, a prepared plan invalidated by a migration: the whole transaction may be tried
 * again.
 */
const conflicts = new Set<unknown>(['40001', '40P01', '0A000']);
const isConflict = (error: unknown) => conflicts.has(codeOf(error));
/** The server no longer accepts writes: another is the primary now. */
const isReadOnly = (error: unknown) => codeOf(error) === '25006';

/**
 * The transaction whose work runs. One transaction must not wait for another: on the embedded engine, which has one
 * connection, it would wait for ever, and on PostgreSQL a full pool would cause the same.
 * Timers, listeners and promises begun during the work inherit the store, and may live longer: it is marked as ended.
 */
const within = new AsyncLocalStorage<{ isRunning: boolean } | undefined>();

/**
 * Begins work that the transaction around the call, if any, does not wait for. The work is not part of that transaction
 * and may begin its own. A promise that is begun in a transaction and not awaited there is begun through this function.
 *
 * @returns what `work` returns; a promise must not be awaited in the transaction
 */
export const beside = <T>(work: () => T): T => within.run(undefined, work);

async function once<T>(client: Held, manner: Manner, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { setting, readOnly } = manner;
  let broken: Error | undefined;
  const isStandby = (error: unknown) => isReadOnly(error) && !readOnly;
  const tx = transactionOn(client, manner);
  const running = { isRunning: true };
  try {
    gatherWrites(client);
    // Not awaited: it is sent with the first statement. If it fails, so does every statement after it.
    const begun = client.query(client.begin + setting);
    begun.catch(() => undefined);
    const result = await within.run(running, () => work(tx));
    running.isRunning = false;
    if (client.isLost) throw new Error('The connection broke before the commit');
    const ended = await client.query('commit').catch(refuseCommit);
    await begun;
    if (ended.command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed statement was swallowed');
    for (const action of afterCommits.get(tx) ?? []) action();
    return result;
  } catch (error) {
    if (isConflict(error) || isStandby(error)) broken = error as Error;
    const lost = await client.query('rollback').then(
      () => isStandby(error),
      (failure: Error) => {
        broken = failure;
        return true;
      },
    );
    throw lost && !(error instanceof CommitUnknown) ? new DatabaseUnavailable(error) : error;
  } finally {
    running.isRunning = false;
    client.release(broken);
  }
}

/** Only a conflict proves that nothing was stored. */
function refuseCommit(cause: Error): never {
  throw isConflict(cause) ? cause : new CommitUnknown('The commit was not confirmed', { cause });
}

/**
 * Buffers writes until the current operation of the event loop ends: statements made together are sent in one system
 * call.
 */
function gatherWrites(client: Held): void {
  const { stream } = (client as Held & { readonly connection: { readonly stream: Duplex } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const driver = new DummyDriver();
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db: ConstructorParameters<typeof PostgresIntrospector>[0]) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

function transactionOn(client: Held, { role, answerWithinMs }: Pick<Manner, 'role' | 'answerWithinMs'>): Tx {
  const connection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const values = query.parameters as unknown[];
      const name = values.length > 0 && client.prepares ? statementName(role, query.sql) : undefined;
      gatherWrites(client);
      const result: PgResult | PgResult[] = await client.query({
        text: query.sql,
        values,
        ...(name === undefined ? {} : { name }),
        // Read by `pg`, and missing from its types.
        ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
      });
      // A script of several statements returns several results.
      const last = Array.isArray(result) ? result.at(-1)! : result;
      return { rows: last.rows as R[], numAffectedRows: BigInt(last.rowCount ?? 0) };
    },
    streamQuery(): never {
      throw new Error('Streaming is not offered');
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(connection) });
  return new Transaction<Tables>({ config: { dialect }, driver, dialect, executor });
}

const statementNames = new Map<string, string>();
const maxStatements = 300;
const maxStatementLength = 4_000;

/**
 * The name under which a statement is prepared once per connection, so that repeated statements are parsed and planned
 * once. Each role has its own names, since row-level security is part of the plan. Long statements (an insert has a
 * different text for each number of rows) and those beyond the first 300 are not named.
 */
function statementName(role: string, sql: string): string | undefined {
  if (sql.length > maxStatementLength) return undefined;
  const key = role + sql;
  const known = statementNames.get(key);
  if (known !== undefined || statementNames.size >= maxStatements) return known;
  const name = `${role}${statementNames.size}`;
  statementNames.set(key, name);
  return name;
}

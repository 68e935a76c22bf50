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
import { isId } from './id.ts';
import type { Tables } from './schema.ts';

/** A transaction in course. Independent statements may be awaited together (`Promise.all`): they travel in one trip. */
export type Tx = Transaction<Tables>;

/** The database, whichever engine holds it. All work is in transactions; none may wait for the network. */
export interface Db {
  readonly engine: 'postgresql' | 'embebida';
  /**
   * Work of one company: sees and writes that company's rows only (row-level security).
   * `work` may run more than once: after a deadlock or a serialization failure it is tried again, three times at most.
   * @param empresaId the company
   */
  tenant<T>(empresaId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Work across companies: log-in, the queue, the console. Re-run as {@link Db.tenant}'s. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Work with the connection's own rights: migrations and checks at start. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Ends the connections; on the embedded engine, closes the database and lets go of its folder. */
  close(): Promise<void>;
}

/**
 * The connection broke while the commit was under way: nobody knows whether the work is stored. To do it again could do it
 * twice.
 */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

const afterCommits = new WeakMap<Tx, (() => void)[]>();

/** Has `action` run once the transaction has committed; never, when it does not. */
export function afterCommit(tx: Tx, action: () => void): void {
  const actions = afterCommits.get(tx);
  if (actions === undefined) afterCommits.set(tx, [action]);
  else actions.push(action);
}

/** The transactions of {@link Db} over a pool of connections. */
export function transactionsOver(pool: Pool): Pick<Db, 'tenant' | 'system' | 'owner'> {
  return {
    tenant(empresaId, work) {
      if (!isId(empresaId)) throw new Error('Not the id of a company');
      return transaction(pool, `begin; set local role timbre_app; set local app.empresa = '${empresaId}'`, 'a', work);
    },
    system: (work) => transaction(pool, 'begin; set local role timbre_system', 's', work),
    owner: (work) => transaction(pool, 'begin', 'o', work),
  };
}

const attempts = 4;

async function transaction<T>(pool: Pool, begin: string, role: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, begin, role, work);
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * (5 + Math.random() * 20)));
    }
  }
}

/** Serialization failure, deadlock, a prepared plan outlived by a migration: the whole transaction may be tried again. */
const conflicts = new Set<unknown>(['40001', '40P01', '0A000']);
const isConflict = (error: unknown) => error instanceof Error && 'code' in error && conflicts.has(error.code);

/** Set while a transaction's work runs. */
const within = new AsyncLocalStorage<true>();

/**
 * One transaction must not wait for another: on the embedded engine, which has one connection, it would wait for ever, and
 * on PostgreSQL a full pool would do the same.
 */
async function once<T>(pool: Pool, begin: string, role: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (within.getStore()) throw new Error('A transaction was begun inside another');
  const client = await pool.connect();
  let broken: Error | undefined;
  const tx = transactionOn(client, role);
  try {
    gatherWrites(client);
    // Not awaited: it travels with the first statement. Should it fail, so does every statement after it.
    const begun = client.query(begin);
    begun.catch(() => undefined);
    const result = await within.run(true, () => work(tx));
    const [, ended] = await Promise.all([begun, client.query('commit').catch(refuseCommit)]);
    if (ended.command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed statement was swallowed');
    for (const action of afterCommits.get(tx) ?? []) action();
    return result;
  } catch (error) {
    if (isConflict(error)) broken = error as Error;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Only a conflict says for sure that nothing was stored. */
function refuseCommit(cause: Error): never {
  throw isConflict(cause) ? cause : new CommitUnknown('The commit was not confirmed', { cause });
}

/** Holds back what is written until this turn of the loop ends: statements made together leave in one system call. */
function gatherWrites(client: PoolClient): void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Duplex } }).connection;
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

function transactionOn(client: PoolClient, role: string): Tx {
  const connection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const values = query.parameters as unknown[];
      const name = values.length > 0 ? statementName(role, query.sql) : undefined;
      gatherWrites(client);
      const result: PgResult | PgResult[] = await client.query(
        name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
      );
      // A script of several statements answers with several results.
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
 * The name under which a statement is prepared once per connection: repeated statements are parsed and planned once.
 * Each role has its own, since row-level security is part of the plan. Long ones (an insert of many rows has another text
 * for each number of rows) and those beyond the first 300 go unnamed.
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

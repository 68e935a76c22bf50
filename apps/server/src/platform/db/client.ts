import pg from 'pg';
import type { Hosts } from './hosts.ts';

/**
 * A `pg` client whose broken connection fails only the queries on it. `pg` also emits an `error` event, and its pool
 * handles that event only for idle clients: a client that breaks while in use, or while it is taken or returned, would
 * end the process.
 */
export class Client extends pg.Client {
  /** The connection is broken: queries made now are never sent. */
  isLost = false;
  /** The statement that begins a transaction. */
  begin = 'begin';
  /** Whether statements may be prepared under a name: only if the server's session lasts as long as the connection. */
  prepares = true;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {
      this.isLost = true;
    });
  }
}

/** The server answers but accepts no writes: a standby, perhaps about to be promoted. */
export class NotWritable extends Error {
  override readonly name = 'NotWritable';
}

/** Limits in milliseconds: of a statement, of its wait for a lock, and of an idle transaction. */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;
/** PostgreSQL compiles a statement that it expects to be long, which takes a second. Our statements end early. */
const settings = { ...limits, jit: 'off' };
const settingsAs = (set: string) =>
  Object.entries(settings)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ');

/** Time limit to connect to one host. The limit for an answer is longer than any of our statements may run. */
const connectWithinMs = 4_000;
const answerWithinMs = limits.statement_timeout + 5_000;
const keepAliveAfterMs = 10_000;

/**
 * Creates clients for a PostgreSQL. Each connects to the current host, and reports the host if that fails.
 *
 * A pooler such as pgbouncer may assign another session to each transaction, so nothing may be left in a session:
 * settings are made in each transaction, and statements have no names unless the address has `prepared=1` (pgbouncer
 * 1.21). A pooler is recognised by its process id, which differs from the server's.
 */
export function clientsOf(hosts: Hosts): new (config?: string | pg.ClientConfig) => HostClient {
  return class extends HostClient {
    constructor(config?: string | pg.ClientConfig) {
      super(hosts, typeof config === 'object' ? config : {});
    }
  };
}

/** A client of {@link clientsOf}. */
export class HostClient extends Client {
  /** Whether a pooler assigns another session to each transaction: settings made outside a transaction are lost. */
  isPooled = false;
  readonly #hosts: Hosts;
  readonly #address: string;

  constructor(hosts: Hosts, config: pg.ClientConfig) {
    const address = hosts.current();
    super({
      ...config,
      connectionString: address,
      pipeline: true,
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
    });
    this.#hosts = hosts;
    this.#address = address;
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback: (error: null, client: this) => void): void;
  override connect(callback?: (...outcome: [Error] & [null, this]) => void): Promise<this> | undefined {
    const opened = this.#open();
    if (callback === undefined) return opened;
    const tell = callback as (error: Error | null, client?: this) => void;
    opened.then(() => tell(null, this), tell);
    return undefined;
  }

  async #open(): Promise<this> {
    try {
      await super.connect();
      await this.#greet();
      return this;
    } catch (error) {
      this.#hosts.failed(this.#address);
      this.end().catch(() => undefined);
      throw error;
    }
  }

  async #greet(): Promise<void> {
    const { rows } = await this.query<{ pid: number; read_only: boolean }>(
      `select pg_backend_pid() as pid, pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`,
    );
    const { pid, read_only } = rows[0]!;
    if (read_only) throw new NotWritable('The server takes no writing');
    this.isPooled = (this as unknown as { readonly processID: number }).processID !== pid;
    const prepared = new URL(this.#address, 'postgres://x').searchParams.get('prepared');
    this.prepares = prepared === null ? !this.isPooled : prepared === '1';
    if (this.isPooled) this.begin = `begin; ${settingsAs('set local')}`;
    else await this.query(settingsAs('set'));
  }
}

import { clientsOf, type HostClient } from './client.ts';
import { parseHosts } from './hosts.ts';
import { beside } from './transactions.ts';

/**
 * Signals that something may have changed: there is work, a company has events. A signal has no data; the receiver
 * queries the database.
 */
export interface Signals {
  /** @param topic e.g. `trabajo`, `eventos:<empresaId>`; received here at once, in other processes within a moment */
  emit(topic: string): void;
  /** Calls `hear` for each signal of a topic until the returned function is called. */
  on(topic: string, hear: () => void): () => void;
  close(): Promise<void>;
}

/** Signals within the process. Enough for the embedded engine, which only one process uses. */
export function localSignals(): Signals & { emitAll(): void } {
  const listeners = new Map<string, Set<() => void>>();
  return {
    emit(topic) {
      for (const hear of listeners.get(topic) ?? []) beside(hear);
    },
    emitAll() {
      for (const heard of listeners.values()) for (const hear of heard) beside(hear);
    },
    on(topic, hear) {
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard.add(hear));
      return () => {
        heard.delete(hear);
        if (heard.size === 0) listeners.delete(topic);
      };
    },
    close: async () => undefined,
  };
}

const channel = 'timbre';
const relayEveryMs = 50;
const reconnectMs = 1_000;
const lookEveryMs = 1_000;
/** PostgreSQL refuses notifications of 8,000 bytes. */
const maxPayload = 7_000;

/**
 * Signals among all the processes of one PostgreSQL database.
 *
 * They are sent by a separate connection, gathered over 50 ms, and not by the transactions that cause them, because a
 * commit with `notify` takes a lock on the whole server. A signal can be lost with its process or its connection, so
 * every receiver also queries from time to time.
 *
 * While no signals of other processes can be received, all topics are signalled once a second. That is so while the
 * connection is broken, or behind a pooler that lends it to others between transactions, which does not preserve
 * `listen`.
 *
 * @param onWarning called when the connection breaks; it is opened again automatically
 */
export const sharedSignals = (databaseUrl: string, onWarning: (error: Error) => void): Signals =>
  new SharedSignals(databaseUrl, onWarning);

class SharedSignals implements Signals {
  readonly #local = localSignals();
  readonly #SignalClient: ReturnType<typeof clientsOf>;
  readonly #onWarning: (error: Error) => void;
  readonly #origin = crypto.randomUUID();
  readonly #pending = new Set<string>();
  #client: HostClient | undefined;
  #relayTimer: NodeJS.Timeout | undefined;
  #reconnectTimer: NodeJS.Timeout | undefined;
  readonly #looking: NodeJS.Timeout;
  #closed = false;

  constructor(databaseUrl: string, onWarning: (error: Error) => void) {
    this.#SignalClient = clientsOf(parseHosts(databaseUrl));
    this.#onWarning = onWarning;
    this.#looking = setInterval(() => {
      if (this.#client === undefined || this.#client.isPooled) this.#local.emitAll();
    }, lookEveryMs).unref();
    this.#retry(0);
  }

  on(topic: string, hear: () => void): () => void {
    return this.#local.on(topic, hear);
  }

  emit(topic: string): void {
    this.#local.emit(topic);
    this.#pending.add(topic);
    this.#relayTimer ??= setTimeout(() => this.#relay(), relayEveryMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#relayTimer);
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#looking);
    await this.#relay();
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const made = new this.#SignalClient({ application_name: 'timbre signals' });
    made.on('notification', ({ payload }) => {
      const [from, ...topics] = (payload ?? '').split(' ');
      if (from !== this.#origin) for (const topic of topics) this.#local.emit(topic);
    });
    await made.connect();
    made.on('end', () => {
      if (this.#closed || this.#client !== made) return;
      this.#client = undefined;
      this.#onWarning(new Error('The connection for signals ended'));
      this.#retry(0);
    });
    try {
      if (!made.isPooled) await made.query(`listen ${channel}`);
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    this.#client = made;
    if (this.#closed) await made.end();
    // Signals sent while disconnected were lost.
    else this.#local.emitAll();
  }

  #retry(afterMs: number): void {
    if (this.#closed) return;
    this.#reconnectTimer = setTimeout(() => {
      this.#connect().catch((error: Error) => {
        this.#onWarning(error);
        this.#retry(reconnectMs);
      });
    }, afterMs);
  }

  /** Sends the pending topics, in as few notifications as hold them. */
  async #relay(): Promise<void> {
    this.#relayTimer = undefined;
    const sent: Promise<unknown>[] = [];
    const topics = [...this.#pending];
    this.#pending.clear();
    for (let payload: string = this.#origin; topics.length > 0; payload = this.#origin) {
      while (topics.length > 0 && payload.length + topics[0]!.length < maxPayload) payload += ` ${topics.shift()}`;
      const notified = this.#client?.query('select pg_notify($1, $2)', [channel, payload]);
      if (notified !== undefined) sent.push(notified.catch(this.#onWarning));
    }
    await Promise.all(sent);
  }
}

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
export function sharedSignals(databaseUrl: string, onWarning: (error: Error) => void): Signals {
  const local = localSignals();
  const hosts = parseHosts(databaseUrl);
  const SignalClient = clientsOf(hosts);
  const origin = crypto.randomUUID();
  const pending = new Set<string>();
  let client: HostClient | undefined;
  let relayTimer: NodeJS.Timeout | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let closed = false;
  const looking = setInterval(() => {
    if (client === undefined || client.isPooled) local.emitAll();
  }, lookEveryMs).unref();

  async function connect(): Promise<void> {
    const made = new SignalClient({ application_name: 'timbre signals' });
    made.on('notification', ({ payload }) => {
      const [from, ...topics] = (payload ?? '').split(' ');
      if (from !== origin) for (const topic of topics) local.emit(topic);
    });
    await made.connect();
    made.on('end', () => {
      if (closed || client !== made) return;
      client = undefined;
      onWarning(new Error('The connection for signals ended'));
      retry(0);
    });
    try {
      if (!made.isPooled) await made.query(`listen ${channel}`);
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    client = made;
    if (closed) await made.end();
    // Signals sent while disconnected were lost.
    else local.emitAll();
  }

  function retry(afterMs: number): void {
    if (closed) return;
    reconnectTimer = setTimeout(() => {
      connect().catch((error: Error) => {
        onWarning(error);
        retry(reconnectMs);
      });
    }, afterMs);
  }

  async function relay(): Promise<void> {
    relayTimer = undefined;
    const sent: Promise<unknown>[] = [];
    const topics = [...pending];
    pending.clear();
    for (let payload = origin; topics.length > 0; payload = origin) {
      while (topics.length > 0 && payload.length + topics[0]!.length < maxPayload) payload += ` ${topics.shift()}`;
      if (client) sent.push(client.query('select pg_notify($1, $2)', [channel, payload]).catch(onWarning));
    }
    await Promise.all(sent);
  }

  retry(0);

  return {
    on: local.on,
    emit(topic) {
      local.emit(topic);
      pending.add(topic);
      relayTimer ??= setTimeout(relay, relayEveryMs);
    },
    async close() {
      closed = true;
      clearTimeout(relayTimer);
      clearTimeout(reconnectTimer);
      clearInterval(looking);
      await relay();
      await client?.end();
    },
  };
}

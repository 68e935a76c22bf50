import pg from 'pg';

/** Says that something may have changed: there is work, a company has events. Carries no data; whoever hears it looks. */
export interface Signals {
  /** @param topic e.g. `trabajo`, `eventos:<empresaId>`; heard here at once, in other processes within a moment */
  emit(topic: string): void;
  /** Hears a topic until the returned function is called. */
  on(topic: string, hear: () => void): () => void;
  close(): Promise<void>;
}

/** Signals within the process. Enough for the embedded engine, which only one process uses. */
export function localSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>();
  return {
    emit(topic) {
      for (const hear of listeners.get(topic) ?? []) hear();
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
/** PostgreSQL refuses notifications of 8,000 bytes. */
const maxPayload = 7_000;

/**
 * Signals among all the processes of one PostgreSQL database.
 *
 * They are relayed by a connection of their own, gathered over 50 ms, and not by the transactions that cause them: a
 * commit that notifies takes a lock on the whole server. A signal can be lost with its process or its connection, so
 * whoever hears them also looks from time to time.
 *
 * @param onWarning told when the connection breaks; it is made again by itself
 */
export function sharedSignals(connectionString: string, onWarning: (error: Error) => void): Signals {
  const local = localSignals();
  const origin = crypto.randomUUID();
  const pending = new Set<string>();
  let client: pg.Client | undefined;
  let relayTimer: NodeJS.Timeout | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const made = new pg.Client({
      connectionString,
      application_name: 'timbre signals',
      keepAlive: true,
      pipeline: true,
    });
    made.on('notification', ({ payload }) => {
      const [from, ...topics] = (payload ?? '').split(' ');
      if (from !== origin) for (const topic of topics) local.emit(topic);
    });
    const lost = (error: Error) => {
      if (closed || client === undefined) return;
      client = undefined;
      onWarning(error);
      retry();
    };
    made.on('error', lost);
    made.on('end', () => lost(new Error('The connection for signals ended')));
    await made.connect();
    await made.query(`listen ${channel}`);
    client = made;
    if (closed) await made.end();
  }

  function retry(): void {
    if (closed) return;
    reconnectTimer = setTimeout(() => {
      connect().catch((error: Error) => {
        onWarning(error);
        retry();
      });
    }, reconnectMs);
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

  connect().catch((error: Error) => {
    onWarning(error);
    retry();
  });

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
      await relay();
      await client?.end();
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { BuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice } from '../crash/client.ts';

/** Clients that issue documents without a pause until they are stopped. Failed requests are repeated with their key. */
export interface Load {
  readonly client: Client;
  /** Number of refusals by status and code; `0` if the server did not answer. */
  readonly refused: Map<string, number>;
  /** Waits until that many more documents are issued. */
  issued(more: number): Promise<void>;
  /** Stops the clients, after every requested document has been issued. */
  stop(): Promise<void>;
}

const programs = 6;
const patienceMs = 120_000;

/** Starts clients that issue documents at these servers in turn. */
export function startLoad(servers: readonly BuiltServer[]): Load {
  const client = new Client();
  const refused = new Map<string, number>();
  let stopping = false;
  let asked = 0;

  async function issue(n: number): Promise<void> {
    while (!stopping) {
      const key = `carga ${n} ${asked++}`;
      const document = asked % 4 === 0 ? consumerInvoice('50.00') : creditInvoice('100.00');
      for (let tries = 0; !client.answered.has(key); tries++) {
        if (tries > 0) await delay(50);
        const status = await client.issue(servers[(n + tries) % servers.length]!, key, document);
        if (status !== undefined) refused.set(status, (refused.get(status) ?? 0) + 1);
      }
    }
  }
  const running = Array.from({ length: programs }, (_, n) => issue(n));
  return {
    client,
    refused,
    async issued(more) {
      const deadline = performance.now() + patienceMs;
      for (const goal = client.answered.size + more; client.answered.size < goal; await delay(20)) {
        if (performance.now() < deadline) continue;
        const words = servers.map((server) => server.output().slice(-3_000)).join('\n');
        throw new Error(`Nothing is issued any more: ${JSON.stringify([...refused])}\n${words}`);
      }
    },
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * How the relay treats connections.
 *
 * - `pass`: forwards them
 * - `refuse`: does not listen
 * - `reset`: accepts and resets them at once
 * - `silent`: accepts them and never sends a byte
 */
export type WireMode = 'pass' | 'refuse' | 'reset' | 'silent';

/** A relay in front of a server, which can simulate network failures. */
export interface Wire {
  readonly address: string;
  /** Changes the treatment. Open connections break or become silent. */
  become(mode: WireMode): Promise<void>;
  close(): Promise<void>;
}

/** Starts a relay in front of a server. */
export async function relayTo(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let mode: WireMode = 'pass';
  let server = await listen(0);
  const own = (server.address() as AddressInfo).port;

  function take(socket: Socket): void {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    if (mode === 'reset') return void socket.resetAndDestroy();
    if (mode === 'silent') return void socket.resume();
    const onward = connect({ host: hostname, port: Number(port) });
    open.add(onward);
    onward.on('error', () => socket.destroy());
    onward.on('close', () => {
      open.delete(onward);
      socket.destroy();
    });
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  }

  function listen(at: number): Promise<Server> {
    const made = createServer(take);
    return new Promise((resolve, reject) => {
      made.once('error', reject);
      made.listen(at, '127.0.0.1', () => resolve(made));
    });
  }

  const shut = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };

  return {
    address: `http://127.0.0.1:${own}`,
    async become(next) {
      mode = next;
      if (next === 'refuse') return shut();
      if (!server.listening) server = await listen(own);
      if (next === 'silent') for (const socket of open) socket.unpipe().resume();
      if (next === 'reset') for (const socket of open) socket.resetAndDestroy();
      // A connection that became silent stays silent.
      if (next === 'pass') for (const socket of open) socket.destroy();
    },
    close: shut,
  };
}

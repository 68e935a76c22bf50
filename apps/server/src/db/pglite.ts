import { Duplex } from 'node:stream';
import { startWorker } from '@timbre/worker';

/** What a database is opened from: a folder that holds one, the dump of one, or nothing (empty, in memory). */
export interface PgliteSource {
  readonly folder?: string;
  readonly dump?: Uint8Array<ArrayBuffer>;
}

/** To the worker: protocol bytes, or a wish. */
export type PgliteRequest = Uint8Array<ArrayBuffer> | 'dump' | 'close';
/** From the worker: protocol bytes, or what came of the wish. */
export type PgliteReport = Uint8Array<ArrayBuffer> | { readonly dump: Uint8Array<ArrayBuffer> } | 'ready' | 'closed';

/** PostgreSQL inside the process, in a thread of its own, spoken to in PostgreSQL's own protocol. It has one session. */
export interface Pglite {
  /** The session, as the `stream` of a `pg` client. To be opened once. */
  connect(): Duplex;
  /** The whole database as a tar. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** Writes out and closes. */
  close(): Promise<void>;
}

/**
 * Starts the embedded engine.
 *
 * @param source what to open
 * @param onLost called when the thread ends without having been told to: nothing works any more
 * @throws Error when the database cannot be opened
 */
export async function startPglite(source: PgliteSource, onLost: (cause: Error) => void): Promise<Pglite> {
  const worker = startWorker(new URL('./pglite.worker.ts', import.meta.url), { workerData: source });
  const waiting = new Map<'ready' | 'closed' | 'dump', (report: PgliteReport) => void>();
  const next = (kind: 'ready' | 'closed' | 'dump') =>
    new Promise<PgliteReport>((resolve) => waiting.set(kind, resolve));
  const send = (request: PgliteRequest, transfer: ArrayBuffer[] = []) => worker.postMessage(request, transfer);

  let session: Duplex | undefined;
  let open = false;
  worker.on('message', (report: PgliteReport) => {
    if (report instanceof Uint8Array) {
      session?.push(Buffer.from(report.buffer, report.byteOffset, report.byteLength));
      return;
    }
    const kind = typeof report === 'string' ? report : 'dump';
    waiting.get(kind)?.(report);
    waiting.delete(kind);
  });

  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The embedded database's thread ended (${code})`)));
  });
  failed.catch((cause: Error) => {
    if (open) onLost(cause);
    session?.destroy(cause);
  });
  await Promise.race([next('ready'), failed]);
  open = true;

  return {
    connect() {
      session = new PgliteSession(send);
      return session;
    },
    async dump() {
      const dumped = next('dump');
      send('dump');
      const report = await Promise.race([dumped, failed]);
      return (report as { dump: Uint8Array<ArrayBuffer> }).dump;
    },
    async close() {
      open = false;
      const closed = next('closed');
      send('close');
      await Promise.race([closed, failed]);
      await worker.terminate();
    },
  };
}

const terminate = 'X'.charCodeAt(0);

/** What `pg` takes for a socket. Messages written in one turn travel to the thread together. */
class PgliteSession extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>, transfer: ArrayBuffer[]) => void;

  constructor(send: (bytes: Uint8Array<ArrayBuffer>, transfer: ArrayBuffer[]) => void) {
    super({ allowHalfOpen: false });
    this.#send = send;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#post([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#post(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  #post(chunks: Buffer[]): void {
    // The session outlives its client: `close` ends the engine, not the client's good-bye.
    const sent = chunks.filter((chunk) => chunk[0] !== terminate);
    const length = sent.reduce((total, chunk) => total + chunk.length, 0);
    if (length === 0) return;
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of sent) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#send(bytes, [bytes.buffer]);
  }
}

import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { startWorker } from '@timbre/worker';
import { asBuffer } from '@timbre/worker/as-buffer';

/** The source from which a database is opened: its folder, a dump, or nothing (an empty database in memory). */
export interface PgliteSource {
  readonly folder?: string;
  /** Each commit in the folder is on the disk before it is answered. */
  readonly synced?: boolean;
  readonly dump?: Uint8Array<ArrayBuffer>;
}

/** To the worker: protocol bytes, or a command. */
export type PgliteRequest = Uint8Array<ArrayBuffer> | 'dump' | 'memory' | 'close';
/** From the worker: protocol bytes, the result of a command, or a PANIC of PostgreSQL. */
export type PgliteReport =
  | Uint8Array<ArrayBuffer>
  | { readonly dump: Uint8Array<ArrayBuffer> }
  | { readonly memory: EngineMemory }
  | 'ready'
  | 'closed'
  | 'panic';

/** Memory used by the engine's thread, in bytes. */
export interface EngineMemory {
  /** The JavaScript heap. */
  readonly heap: number;
  /** The engine's WebAssembly memory. It grows and never shrinks; pages that were never touched are counted too. */
  readonly wasm: number;
  /** All memory that JavaScript holds outside its heap, including the engine's. */
  readonly external: number;
}

/** PostgreSQL inside the process, in its own thread, used through the PostgreSQL protocol. It has one session. */
export interface Pglite {
  /**
   * A stream to the session, as the `stream` of a `pg` client. Every stream uses the same PostgreSQL session: the state
   * left by the previous client remains. While the engine is being opened again, the stream fails with the code of a
   * server that is starting.
   */
  connect(): Duplex;
  /** The whole database as a tar archive. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  memory(): Promise<EngineMemory>;
  /** Writes all data to the disk and closes. */
  close(): Promise<void>;
}

/** Events of the engine for the code that started it. */
interface PgliteEvents {
  /** The thread ended unexpectedly: the database is unusable. */
  onLost(cause: Error): void;
  /** PostgreSQL had a PANIC and is being opened again; or that failed and is tried again. */
  onWarning?(cause: Error): void;
}

const reopenEveryMs = 1_000;

/**
 * Starts the embedded engine. A PANIC of PostgreSQL, for example when its log finds the disk full, ends the thread and
 * not the process. A database with a folder is then opened again, recovering from its log; this is retried until it
 * succeeds.
 *
 * @param source the database to open
 * @throws Error when the database cannot be opened
 */
export async function startPglite(source: PgliteSource, events: PgliteEvents): Promise<Pglite> {
  let engine: Engine | undefined = await new Engine(source, { onPanic, onLost: events.onLost }).open();
  let closing = false;
  let reopening: Promise<void> | undefined;

  function onPanic(): void {
    const gone = engine;
    engine = undefined;
    const cause = new Error('The embedded database gave up (PANIC); it is opened again');
    gone?.abandon(Object.assign(cause, { code: startingUp }));
    if (source.folder === undefined) events.onLost(cause);
    else {
      events.onWarning?.(cause);
      reopening = reopen();
    }
  }

  async function reopen(): Promise<void> {
    while (engine === undefined && !closing) {
      try {
        engine = await new Engine(source, { onPanic, onLost: events.onLost }).open();
      } catch (error) {
        events.onWarning?.(error as Error);
        await delay(reopenEveryMs);
      }
    }
  }

  return {
    connect: () => engine?.connect() ?? refusedSession(),
    dump: () => (engine === undefined ? Promise.reject(startingUpError()) : engine.dump()),
    memory: () => (engine === undefined ? Promise.reject(startingUpError()) : engine.memory()),
    async close() {
      closing = true;
      await reopening;
      await engine?.close();
    },
  };
}

/** PostgreSQL's code for a server that is starting. */
const startingUp = '57P03';
const startingUpError = () =>
  Object.assign(new Error('The embedded database is being opened again'), { code: startingUp });

function refusedSession(): Duplex {
  const session = new PgliteSession(() => undefined);
  setImmediate(() => session.destroy(startingUpError()));
  return session;
}

/** One run of the engine: a thread, from its opening to its end. */
class Engine implements Pglite {
  readonly #onPanic: () => void;
  readonly #worker: ReturnType<typeof startWorker>;
  /** Rejects when the thread ends. */
  readonly #failed: Promise<never>;
  readonly #waiting = new Map<Kind, (report: PgliteReport) => void>();
  #session: Duplex | undefined;
  /**
   * The session of each pending request, in the order of the answers. An answer for a session that is no longer current
   * is discarded.
   */
  readonly #asked: (Duplex | undefined)[] = [];
  #isOpen = false;

  constructor(source: PgliteSource, { onPanic, onLost }: { onPanic(): void; onLost(cause: Error): void }) {
    this.#onPanic = onPanic;
    const worker = startWorker(new URL('./pglite.worker.ts', import.meta.url), { workerData: source });
    worker.on('message', (report: PgliteReport) => this.#receive(report));
    this.#worker = worker;
    this.#failed = new Promise<never>((_, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The embedded database's thread ended (${code})`)));
    });
    this.#failed.catch((cause: Error) => {
      if (this.#isOpen) onLost(cause);
      this.#session?.destroy(cause);
    });
  }

  async open(): Promise<this> {
    try {
      await Promise.race([this.#next('ready'), this.#failed]);
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
    this.#isOpen = true;
    return this;
  }

  connect(): Duplex {
    const opened: PgliteSession = new PgliteSession((bytes, transfer) => {
      this.#asked.push(opened);
      this.#worker.postMessage(bytes satisfies PgliteRequest, transfer);
    });
    this.#session = opened;
    return opened;
  }

  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    return ((await this.#ask('dump', 'dump')) as { dump: Uint8Array<ArrayBuffer> }).dump;
  }

  async memory(): Promise<EngineMemory> {
    return ((await this.#ask('memory', 'memory')) as { memory: EngineMemory }).memory;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#ask('close', 'closed');
    await this.#worker.terminate();
  }

  /** Ends the thread without closing the database, and breaks the session. */
  abandon(cause: Error): void {
    this.#isOpen = false;
    this.#session?.destroy(cause);
    void this.#worker.terminate();
  }

  #receive(report: PgliteReport): void {
    if (report instanceof Uint8Array) {
      if (this.#asked.shift() === this.#session) this.#session?.push(asBuffer(report));
      return;
    }
    if (report === 'panic') {
      if (this.#isOpen) this.#onPanic();
      return;
    }
    const kind = typeof report === 'string' ? report : 'dump' in report ? 'dump' : 'memory';
    this.#waiting.get(kind)?.(report);
    this.#waiting.delete(kind);
  }

  #ask(request: PgliteRequest, kind: Kind): Promise<PgliteReport> {
    const answer = this.#next(kind);
    this.#worker.postMessage(request);
    return Promise.race([answer, this.#failed]);
  }

  #next(kind: Kind): Promise<PgliteReport> {
    return new Promise((resolve) => this.#waiting.set(kind, resolve));
  }
}

type Kind = 'ready' | 'closed' | 'dump' | 'memory';

const terminate = 'X'.charCodeAt(0);

/**
 * The stream that `pg` uses as a socket. Messages written in one turn of the event loop are sent to the thread
 * together.
 */
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
    // The session outlives its client: the client's Terminate message is not sent, because `close` ends the engine.
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

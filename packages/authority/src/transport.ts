import type { LookupFunction } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import type { RawAnswer } from './answer.ts';
import { AuthorityUnreachable } from './failure.ts';
import type { MultipartBody } from './multipart.ts';

/** Limits of one exchange. */
export interface TransportLimits {
  /** Maximum number of open connections to one host. */
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** Longest time from the first byte sent to the last byte read. */
  readonly answerTimeoutMs: number;
  /** Largest answer read, in bytes. */
  readonly maxAnswerBytes: number;
}

/** One request, complete. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: MultipartBody | undefined;
  readonly maxAnswerBytes: number | undefined;
  /** Longest time for the whole exchange, including connecting, if it differs from that of the limits. */
  readonly withinMs?: number | undefined;
}

/** Keep-alive connections to one host. */
export interface Transport {
  /**
   * Sends one request and reads the whole answer. Follows no redirects and does not retry.
   *
   * @throws AuthorityUnreachable if there is no answer; its outcome is as certain as the connection allows
   */
  send(request: TransportRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

/**
 * Opens the connections to one host.
 *
 * @param base address of the host, with or without a path before the services
 * @param limits bounds of each exchange
 * @param lookup replaces the system's resolver of host names
 */
export function createTransport(base: string, limits: TransportLimits, lookup?: LookupFunction): Transport {
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, '');
  const pool = new Pool(origin, {
    connections: limits.connections,
    pipelining: 1,
    connect: { timeout: limits.connectTimeoutMs, ...(lookup === undefined ? {} : { lookup }) },
    headersTimeout: limits.answerTimeoutMs,
    bodyTimeout: limits.answerTimeoutMs,
  });
  return {
    send: (request) => exchange(pool, prefix, request, limits),
    close: () => pool.destroy(),
  };
}

function exchange(pool: Pool, prefix: string, request: TransportRequest, limits: TransportLimits): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'application/json',
      'user-agent': 'Timbre',
      ...(request.authorization === undefined ? {} : { authorization: request.authorization }),
      ...(request.body === undefined ? {} : { 'content-type': request.body.contentType }),
    };
    const { method, path, body } = request;
    const options = { method, path: prefix + path, headers, body: body?.bytes ?? null };
    pool.dispatch(options, new Exchange(request, limits, resolve, reject));
  });
}

/** One request under way, and what has come of its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #answerWithinMs: number;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (error: AuthorityUnreachable) => void;
  readonly #impatience: NodeJS.Timeout | undefined;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** Set when a connection is ready and the request is about to be written. Until then nothing has left this machine. */
  #started = false;
  #status = 0;
  #headers: Record<string, string | string[] | undefined> = {};
  #deadline: NodeJS.Timeout | undefined;

  constructor(
    { maxAnswerBytes, withinMs }: TransportRequest,
    limits: TransportLimits,
    resolve: (answer: RawAnswer) => void,
    reject: (error: AuthorityUnreachable) => void,
  ) {
    this.#maxBytes = maxAnswerBytes ?? limits.maxAnswerBytes;
    this.#answerWithinMs = withinMs ?? limits.answerTimeoutMs;
    this.#resolve = resolve;
    this.#reject = reject;
    // Connecting cannot be cancelled, so its later result is ignored.
    if (withinMs !== undefined)
      this.#impatience = setTimeout(() => reject(unreachable(new TooLate(), this.#started)), withinMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#started = true;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => controller.abort(new TooLate()), this.#answerWithinMs);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) controller.abort(new TooLong());
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#stopTimers();
    this.#resolve({
      status: this.#status,
      contentType: String(this.#headers['content-type'] ?? '').toLowerCase(),
      text: Buffer.concat(this.#chunks)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
      retryAfterMs: retryAfter(this.#headers['retry-after']),
    });
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    this.#stopTimers();
    this.#reject(unreachable(cause, this.#started));
  }

  #stopTimers(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#impatience);
  }
}

class TooLate extends Error {}
class TooLong extends Error {}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function unreachable(cause: Error, started: boolean): AuthorityUnreachable {
  if (!started) return new AuthorityUnreachable({ reason: 'sin-conexion', outcome: 'not-sent', cause });
  const code = 'code' in cause ? String(cause.code) : '';
  const isLate = cause instanceof TooLate || timeoutCodes.has(code);
  const isGarbage = cause instanceof TooLong || cause.name === 'HTTPParserError';
  const reason = isLate ? 'tiempo' : isGarbage ? 'respuesta' : 'cortada';
  return new AuthorityUnreachable({ reason, outcome: 'unknown', cause });
}

/**
 * `Retry-After` in milliseconds, at most an hour. Only the form in seconds is read: a date depends on the clock of the
 * other side.
 */
function retryAfter(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Math.min(Number(header), 3600) * 1000 : undefined;
}

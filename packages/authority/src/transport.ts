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
    const maxBytes = request.maxAnswerBytes ?? limits.maxAnswerBytes;
    const chunks: Buffer[] = [];
    let bytes = 0;
    /** Set when a connection is ready and the request is about to be written. Until then nothing has left this machine. */
    let started = false;
    let status = 0;
    let headers: Record<string, string | string[] | undefined> = {};
    let deadline: NodeJS.Timeout | undefined;
    const { withinMs } = request;
    // Connecting cannot be cancelled, so its later result is ignored.
    const impatience =
      withinMs === undefined ? undefined : setTimeout(() => reject(unreachable(new TooLate(), started)), withinMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        started = true;
        clearTimeout(deadline);
        deadline = setTimeout(() => controller.abort(new TooLate()), withinMs ?? limits.answerTimeoutMs);
      },
      onResponseStart(_, statusCode, answerHeaders) {
        status = statusCode;
        headers = answerHeaders;
      },
      onResponseData(controller, chunk) {
        bytes += chunk.length;
        if (bytes > maxBytes) controller.abort(new TooLong());
        else chunks.push(chunk);
      },
      onResponseEnd() {
        clearTimeout(deadline);
        clearTimeout(impatience);
        resolve({
          status,
          contentType: String(headers['content-type'] ?? '').toLowerCase(),
          text: Buffer.concat(chunks)
            .toString('utf8')
            .replace(/^\uFEFF/, ''),
          retryAfterMs: retryAfter(headers['retry-after']),
        });
      },
      onResponseError(_, cause) {
        clearTimeout(deadline);
        clearTimeout(impatience);
        reject(unreachable(cause, started));
      },
    };

    pool.dispatch(
      {
        method: request.method,
        path: prefix + request.path,
        headers: {
          accept: 'application/json',
          'user-agent': 'Timbre',
          ...(request.authorization === undefined ? {} : { authorization: request.authorization }),
          ...(request.body === undefined ? {} : { 'content-type': request.body.contentType }),
        },
        body: request.body?.bytes ?? null,
      },
      handler,
    );
  });
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

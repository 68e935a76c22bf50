import { type Outcome, ok, type UnreachableReason } from './outcome.ts';

/** One request, complete. */
interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly withinMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer; `body` is undefined if it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
}

/**
 * Sends one request and reads the whole answer, within its bounds. Follows no redirects and does not retry.
 *
 * @param send `fetch`, or a replacement
 */
export async function exchange(send: typeof fetch, request: Request): Promise<Outcome<Answer>> {
  const { method, url, headers, body, withinMs, maxBytes, signal } = request;
  const limit = AbortSignal.timeout(Math.max(1, Math.ceil(withinMs)));
  const failed = (reason: UnreachableReason): Outcome<never> => ({
    kind: 'unreachable',
    reason: limit.aborted ? 'tiempo' : reason,
  });
  let response: Response;
  try {
    response = await send(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      body: body ?? null,
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
  } catch {
    return failed('sin-conexion');
  }
  let text: string | undefined;
  try {
    text = await readBounded(response, maxBytes);
  } catch {
    return failed('cortada');
  }
  if (text === undefined) return { kind: 'unreachable', reason: 'excesiva' };
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  return ok({ status: response.status, body: parsed(text), retryAfterMs });
}

/** Reads the text of an answer; undefined if it is longer than `maxBytes`. */
async function readBounded(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value: Uint8Array };
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * `Retry-After` in milliseconds, at most five minutes. Only the form in seconds is read: a date depends on the clock of
 * the other side.
 */
const retryAfter = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Math.min(Number(header), 300) * 1_000 : undefined;

import { type Answer, exchange } from './exchange.ts';
import { own, words } from './fault.ts';
import type { Limits } from './limits.ts';
import { type Outcome, ok } from './outcome.ts';

/** Tokens granted by QuickBooks. Both are secrets. */
export interface Granted {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessLifeMs: number;
}

/** The requested scope. @source specification 002 §7: the accounting scope */
export const scope = 'com.intuit.quickbooks.accounting';

/** Lifetime of an access token if the answer does not state it. @source specification 002 §9 */
const assumedLifeS = 3_600;
/** Longest token that is accepted. @source Intuit: access tokens up to 4,096 characters, refresh tokens up to 512 */
const longestToken = 4_096;
/** Largest answer of the token service, in bytes. */
const answerBytes = 64 * 1024;

/** Our credentials at the provider. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Posts a form to the token service and classifies its answer.
 *
 * @param send `fetch`, or a replacement
 * @returns the JSON of a success; `unauthorised` for `invalid_grant`; a `fault` with its code for any other refusal
 */
export async function postForm(
  send: typeof fetch,
  url: string,
  app: App,
  form: Readonly<Record<string, string>>,
  { answerWithinMs }: Limits,
): Promise<Outcome<unknown>> {
  const answer = await exchange(send, {
    method: 'POST',
    url,
    headers: {
      authorization: `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
    withinMs: answerWithinMs,
    maxBytes: answerBytes,
  });
  return answer.kind === 'ok' ? judgeForm(answer.value) : answer;
}

function judgeForm({ status, body, retryAfterMs }: Answer): Outcome<unknown> {
  if (status >= 200 && status < 300) return ok(body);
  if (status === 429) return { kind: 'throttled', retryAfterMs };
  if (status >= 500) return { kind: 'unreachable', reason: 'servidor', status };
  const code = words(own(body, 'error'));
  const detail = words(own(body, 'error_description'));
  if (code === '') return { kind: 'unreachable', reason: 'respuesta', status };
  return code === 'invalid_grant' ? { kind: 'unauthorised', status, detail } : { kind: 'fault', code, detail };
}

/**
 * Reads an answer of the token service.
 *
 * @param body its JSON
 * @returns the tokens; `unreachable` if either is missing or malformed
 */
export function readGranted(body: unknown): Outcome<Granted> {
  const accessToken = own(body, 'access_token');
  const refreshToken = own(body, 'refresh_token');
  if (!isToken(accessToken) || !isToken(refreshToken)) return { kind: 'unreachable', reason: 'respuesta' };
  return ok({
    accessToken,
    refreshToken,
    accessLifeMs: (seconds(own(body, 'expires_in')) ?? assumedLifeS) * 1_000,
  });
}

/** True for a token that can be sent in a header: only printable ASCII, without spaces. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestToken && /^[\x21-\x7e]+$/.test(value);

const seconds = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && value < 1e9 ? value : undefined;

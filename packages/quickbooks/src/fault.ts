import type { Answer } from './exchange.ts';
import { type Outcome, ok } from './outcome.ts';

/** Maximum length of a text of the provider that is passed on. */
const mostWords = 300;

/** Returns a property of a JSON value by the first of its names that exists. Only own properties count. */
export function own(value: unknown, ...names: string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = names.find((each) => Object.hasOwn(value, each));
  return name === undefined ? undefined : (value as Record<string, unknown>)[name];
}

/** A text of the provider, truncated. */
export const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, mostWords) : '');

/** The `Fault` of an answer: code and text of its first error. Both spellings of its names have been observed. */
function faultOf(body: unknown): { code: string; detail: string; message: string } | undefined {
  const fault = own(body, 'Fault', 'fault');
  if (fault === undefined) return undefined;
  const errors = own(fault, 'Error', 'error');
  const first = Array.isArray(errors) ? errors[0] : errors;
  const message = words(own(first, 'Message', 'message'));
  const detail = words(own(first, 'Detail', 'detail'));
  const code = own(first, 'code');
  return {
    code: typeof code === 'number' ? String(code) : words(code),
    message,
    detail: [message, detail].filter((each) => each !== '').join('. '),
  };
}

/** The throttle's code, with or without its zeros. @source samples `throttle_exceeded_error`, `too_many_requests_error` */
const isThrottle = ({ code, message }: { code: string; message: string }): boolean =>
  /^0*3001$/.test(code) || message.includes('ThrottleExceeded');

/**
 * Classifies an answer of the API. A 403 counts as a refused connection only with a Fault: a 403 with a page comes from
 * a machine in between.
 *
 * @returns the JSON of a successful answer, or the failure
 */
export function judge({ status, body, retryAfterMs }: Answer): Outcome<object> {
  const fault = faultOf(body);
  if (status === 429 || (fault !== undefined && isThrottle(fault))) return { kind: 'throttled', retryAfterMs };
  if (status === 401 || (status === 403 && fault !== undefined))
    return { kind: 'unauthorised', status, detail: fault?.detail ?? '' };
  if (status >= 500) return { kind: 'unreachable', reason: 'servidor', status };
  if (fault !== undefined) return { kind: 'fault', code: fault.code, detail: fault.detail };
  if (status >= 200 && status < 300 && typeof body === 'object' && body !== null) return ok(body);
  return { kind: 'unreachable', reason: 'respuesta', status };
}

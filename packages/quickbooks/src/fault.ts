import type { Answer } from './exchange.ts';
import { type Outcome, ok } from './outcome.ts';

/** Longest text of the provider that is passed on. */
const mostWords = 300;

/** A property of a JSON value, by any of its names. Only own properties count. */
export function own(value: unknown, ...names: string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = names.find((each) => Object.hasOwn(value, each));
  return name === undefined ? undefined : (value as Record<string, unknown>)[name];
}

/** A text of the provider, cut. */
export const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, mostWords) : '');

/** A `Fault` of an answer: the code and the words of its first error. Both spellings of its names have been observed. */
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
 * What an answer of the API means. Only QuickBooks' own words refuse a connection: a 403 that is a page comes from a machine in
 * between.
 *
 * @returns the JSON of a success
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

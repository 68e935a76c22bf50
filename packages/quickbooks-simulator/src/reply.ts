import type { ServerResponse } from 'node:http';

/** An HTTP response. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (json: unknown): Reply => ({ status: 200, json });

/** A Fault in the form of QuickBooks. */
export const fault = (status: number, type: string, code: string, Message: string, Detail: string): Reply => ({
  status,
  json: { Fault: { Error: [{ Message, Detail, code, element: '' }], type }, time: new Date(0).toISOString() },
});

export const throttled = (status: 403 | 429, retryAfterSeconds?: number): Reply => ({
  ...fault(
    status,
    'SERVICE',
    '3001',
    `message=ThrottleExceeded; errorCode=003001; statusCode=${status}`,
    'The request limit was reached.  Try again later',
  ),
  ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
});

export const unauthorised: Reply = fault(
  401,
  'AUTHENTICATION',
  '3200',
  'message=AuthenticationFailed; errorCode=003200; statusCode=401',
  'Token expired: AB_expired',
);

export const forbidden: Reply = fault(
  403,
  'AUTHORIZATION',
  '3100',
  'message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403',
  'The application is not authorized for the company',
);

/** Sends a reply. */
export function send(response: ServerResponse, { status, json, html, headers }: Reply): void {
  const text = html ?? (json === undefined ? '' : JSON.stringify(json));
  response.writeHead(status, {
    'content-type': html === undefined ? 'application/json;charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(text);
}

import type { RouteSpec } from '@timbre/route';
import { apiHeaders, strictTransport } from '../headers.ts';
import { type Response, refusalResponse, successesOf } from '../openapi-answers.ts';

/** Headers that OpenAPI leaves to HTTP, and those of every answer that protect its readers. */
const beyondOpenApi: ReadonlySet<string> = new Set([
  ...Object.keys({ ...apiHeaders, 'strict-transport-security': strictTransport }),
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  // For proxies.
  'x-accel-buffering',
]);

/**
 * The parts of an answer that `/api/openapi.json` does not describe: its status, its media type, its headers; and the
 * headers that it describes as always there and that are missing.
 */
export function undescribed(
  route: RouteSpec,
  status: number,
  headers: Readonly<Record<string, unknown>>,
  isEmpty: boolean,
): readonly string[] {
  const described: Response | undefined =
    status >= 400 ? refusalResponse({}).Problema : successesOf(route, (schema) => schema)[status];
  if (described === undefined) return [`the status ${status}`];
  const type = String(headers['content-type'] ?? '').split(';')[0]!;
  const isTyped = isEmpty || type in (described.content ?? {});
  const strange = Object.keys(headers).filter((name) => !beyondOpenApi.has(name) && !(name in described.headers));
  const missing = Object.entries(described.headers).filter(([name, { required }]) => required && !(name in headers));
  return [
    ...(isTyped ? [] : [`the media type ${type} of ${status}`]),
    ...strange.map((name) => `the header ${name} of ${status}`),
    ...missing.map(([name]) => `${status} without its header ${name}`),
  ];
}

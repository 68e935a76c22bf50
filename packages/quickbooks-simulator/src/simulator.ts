import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { entities } from '@timbre/quickbooks';
import { consent } from './consent.ts';
import { createFaultPlan, type Fault, type FaultPlan } from './faults.ts';
import { Grants } from './grants.ts';
import { answerQuery, findById } from './query.ts';
import { fault, ok, type Reply, send, throttled, unauthorised } from './reply.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { spoil } from './spoil.ts';
import { createTraffic, type Traffic } from './traffic.ts';

/** Options of a simulator. */
export interface SimulatorOptions {
  readonly settings?: Partial<Settings>;
  /** NDJSON file that stores the consents. */
  readonly stateFile?: string;
  /** The required credentials; any are accepted unless set. */
  readonly app?: { readonly clientId: string; readonly clientSecret: string };
  /** Wall clock, epoch milliseconds. */
  readonly now?: () => number;
}

/** A QuickBooks simulator in this process. */
export interface QuickBooksSimulator {
  /** Starts listening. @returns its address, without a final slash */
  listen(port?: number, host?: string): Promise<string>;
  readonly control: Controls;
  close(): Promise<void>;
}

/** Commands for tests and demonstrations; also available by `POST /_control/{command}` from this machine. */
interface Controls {
  /** Changes some settings. Returns all of them. */
  settings(changes?: Partial<Settings>): Settings;
  fault(fault: Fault): void;
  clearFaults(): void;
  /**
   * Counts: API requests answered, API requests refused as too many, held calls, token refreshes, live consents.
   */
  figures(): { answered: number; refused: number; held: number; refreshes: number; alive: number };
}

const longestBody = 64 * 1024;

/** State of a simulator. */
interface World {
  readonly app: SimulatorOptions['app'];
  readonly settings: Settings;
  readonly now: () => number;
  readonly faults: FaultPlan;
  readonly grants: Grants;
  readonly traffic: Traffic;
  /** API requests answered, and refused as too many. */
  readonly requests: { answered: number; refused: number };
  readonly control: Controls;
}

/**
 * Creates a QuickBooks simulator: consent page, tokens with rotation, queries with limits, and an invented Dominican
 * company. It contains nothing of Intuit and no real data.
 */
export function createQuickBooksSimulator(options: SimulatorOptions = {}): QuickBooksSimulator {
  const settings: Settings = { ...defaultSettings, ...options.settings };
  const wallClock = options.now ?? Date.now;
  const now = () => wallClock() + settings.clockOffsetMs;
  const faults = createFaultPlan();
  const grants = new Grants(now, () => settings.accessLifeMs, options.stateFile);
  const traffic = createTraffic(settings, () => performance.now());
  const requests = { answered: 0, refused: 0 };
  const control: Controls = {
    settings: (changes = {}) => Object.assign(settings, changes),
    fault: (planned) => faults.add(planned),
    clearFaults: () => faults.clear(),
    figures: () => ({ ...requests, held: faults.held(), refreshes: grants.refreshes(), alive: grants.alive() }),
  };
  const world: World = { app: options.app, settings, now, faults, grants, traffic, requests, control };

  const server = createServer((request, response) => {
    serve(world, request, response).catch((error: unknown) => {
      if (request.complete) console.error(error);
      response.destroy();
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;

  return {
    control,
    listen: (port = 0, host = '127.0.0.1') =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve(`http://${host}:${(server.address() as AddressInfo).port}`));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves one request. */
async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { settings, faults, grants, control } = world;
  const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://simulador');
  const route = `${request.method} ${pathname}`;
  const body = await readBody(request);
  if (body === undefined) return send(response, { status: 413 });
  if (pathname.startsWith('/_control/')) return send(response, command(control, request, pathname, body));
  if (route === 'GET /connect/oauth2') return send(response, consent(search, settings, grants));
  const call = callOf(route);
  if (call === undefined) return send(response, { status: 404 });
  const planned = faults.next(call, searchParams.get('query') ?? '');
  const reply = async () =>
    call === 'api' ? apiReply(world, request, pathname, searchParams) : tokenReply(world, call, request, body);
  if (planned !== undefined) return spoil(planned, response, reply, faults);
  send(response, await reply());
}

/** Answers the token service. */
function tokenReply(
  { app, grants, now }: World,
  call: 'token' | 'revoke',
  { headers }: IncomingMessage,
  body: string,
): Reply {
  const expected = app && `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`;
  if (
    !/^Basic \S+$/.test(headers.authorization ?? '') ||
    (expected !== undefined && headers.authorization !== expected)
  )
    return { status: 401, json: { error: 'invalid_client' } };
  const form = new URLSearchParams(body);
  if (call === 'revoke')
    return grants.revoke(form.get('token') ?? '')
      ? { status: 200 }
      : { status: 400, json: { error: 'invalid_request' } };
  const kind = form.get('grant_type');
  if (kind !== 'authorization_code' && kind !== 'refresh_token')
    return { status: 400, json: { error: 'unsupported_grant_type' } };
  const pair =
    kind === 'refresh_token'
      ? grants.refresh(form.get('refresh_token') ?? '')
      : grants.exchange(form.get('code') ?? '', form.get('redirect_uri') ?? '');
  if (pair === undefined) return { status: 400, json: { error: 'invalid_grant', error_description: 'Token invalid' } };
  return ok({
    token_type: 'bearer',
    access_token: pair.access,
    refresh_token: pair.refresh,
    expires_in: Math.max(1, Math.round((pair.expires - now()) / 1_000)),
    x_refresh_token_expires_in: 8_726_400,
  });
}

/** Answers a request of data, within the limits of its company. */
async function apiReply(
  { settings, now, grants, traffic, requests }: World,
  request: IncomingMessage,
  pathname: string,
  query: URLSearchParams,
): Promise<Reply> {
  const [, realm = '', resource = '', id = ''] = /^\/v3\/company\/(\d+)\/([a-z]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || grants.realmOf(token) !== realm) return unauthorised;
  if (!traffic.begin(realm)) {
    requests.refused += 1;
    return tooMany;
  }
  try {
    if (settings.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, settings.latencyMs));
    requests.answered += 1;
    const today = new Date(now() - 4 * 3_600_000).toISOString().slice(0, 10);
    if (resource === 'query') return answerQuery(query.get('query') ?? '', settings, today);
    const entity = entities.find((each) => each.toLowerCase() === resource);
    const record = entity && findById(entity, decodeURIComponent(id), settings, today);
    return record === undefined || entity === undefined
      ? fault(
          400,
          'ValidationFault',
          '610',
          'Object Not Found',
          'Object Not Found : Something you are trying to use has been made inactive',
        )
      : ok({ [entity]: record, time: today });
  } finally {
    traffic.end(realm);
  }
}

const tooMany = throttled(429);

function callOf(route: string): 'token' | 'revoke' | 'api' | undefined {
  if (route === 'POST /oauth2/v1/tokens/bearer') return 'token';
  if (route === 'POST /v2/oauth2/tokens/revoke') return 'revoke';
  return route.startsWith('GET /v3/company/') ? 'api' : undefined;
}

/** Runs a command. Accepts it only from this machine, and never from a web page in a browser. */
function command(control: Controls, request: IncomingMessage, pathname: string, body: string): Reply {
  const name = pathname.slice('/_control/'.length);
  const from = request.socket.remoteAddress?.replace('::ffff:', '') ?? '';
  const isLocal = (from === '::1' || from.startsWith('127.')) && request.headers.origin === undefined;
  if (!isLocal || request.method !== 'POST' || !Object.hasOwn(control, name)) return { status: isLocal ? 404 : 403 };
  try {
    const argument: unknown = body === '' ? undefined : JSON.parse(body);
    return ok((control[name as keyof Controls] as (argument: unknown) => unknown)(argument) ?? null);
  } catch (error) {
    return { status: 400, json: String(error) };
  }
}

/** Reads the whole body; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProblemBody, sesion } from '@timbre/contract';
import { type AnswerOf, type InputOf, pathOf, type RouteSpec } from '@timbre/route';
import { hostsAt } from '@timbre/simulator';
import pino from 'pino';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll } from 'vitest';
import { type Config, readConfig } from '../../domain/config.ts';
import type { Context } from '../../features/context.ts';
import { undescribed } from '../../platform/http/testing/described.ts';
import { type App, createApp } from '../app.ts';
import type { Overrides } from '../overrides.ts';
import { type TestClock, testClock } from './clock.ts';
import { freshDatabase } from './database.ts';
import { makeRoot } from './people.ts';
import type { Door } from './stranger.ts';
import { setUpTotp } from './totp.ts';

/** The real application with its own database, for the tests of one file. */
export interface TestServer extends Door {
  readonly app: App;
  readonly ctx: Context;
  readonly clock: TestClock;
  /** The log lines, as JSON. */
  readonly logged: string[];
  /**
   * Makes a call of the contract, and checks the answer against the contract.
   *
   * @param key session or integration key
   * @param headers besides those of the contract
   * @param address of the caller
   */
  call<const R extends RouteSpec>(
    route: R,
    input: Sent<R>,
    key?: string,
    headers?: Record<string, string>,
    address?: string,
  ): Promise<Answered<R>>;
}

/** The door of an application in this process. With the real authority its administrator has a second factor. */
export function doorInto(app: App): Door {
  const call: Door['call'] = (route, input, key, headers, address) => callApp(app, route, input, key, headers, address);
  return {
    call,
    async root() {
      const key = await makeRoot({ ctx: app.context });
      const { body } = await call(sesion.sesionActual, {}, key);
      if (body.debeActivarDosPasos) await setUpTotp({ call, clock: app.context.clock }, key);
      return key;
    },
  };
}

/** The input of a call: as in the contract, and the parts of a form. */
export type Sent<R extends RouteSpec> = InputOf<R> &
  (R extends { bodyKind: 'multipart' } ? { form: FormData } : unknown);

/** The answer: `body` of a success, as in the contract, or `problem` of a refusal. */
export interface Answered<R extends RouteSpec> {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly body: AnswerOf<R>;
  readonly problem: ProblemBody;
}

/** The discard port: tests that talk to the authority start their own simulator. */
export const nowhere = hostsAt('http://127.0.0.1:9');

/** The parts of the configuration that a test may set. */
export type TestConfig = Partial<Config>;

/** Creates the server before the tests of the file and closes it after them. */
export function withServer(config: TestConfig = {}, more: Pick<Overrides, 'quickbooks' | 'hosts'> = {}): TestServer {
  const server = { clock: testClock(), logged: [] as string[] } as Mutable<TestServer>;
  let unmake: () => Promise<void>;

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-test-'));
    const { db, databaseUrl, drop } = await freshDatabase();
    const log = pino({ level: 'debug' }, { write: (line: string) => server.logged.push(line) });
    const settings = { ...readConfig({ TIMBRE_DEMO: '0' }), dataDir, databaseUrl, ...config };
    server.app = await createApp(settings, { hosts: nowhere, ...more, clock: server.clock, db, log }, (error) => {
      throw error;
    });
    server.ctx = server.app.context;
    Object.assign(server, doorInto(server.app));
    unmake = async () => {
      await server.app.close();
      await drop();
      rmSync(dataDir, { recursive: true });
    };
  });
  afterAll(() => unmake());
  return server;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Makes a call of the contract to an application, and checks the answer against the contract. */
export async function callApp<const R extends RouteSpec>(
  app: App,
  route: R,
  input: Sent<R>,
  key?: string,
  more?: Record<string, string>,
  address?: string,
): Promise<Answered<R>> {
  const { body, headers, form } = input as { body?: unknown; headers?: Record<string, string>; form?: FormData };
  const encoded = form === undefined ? undefined : new Response(form);
  const response = await app.http.fastify.inject({
    method: route.method,
    ...(address === undefined ? {} : { remoteAddress: address }),
    url: pathOf(route, input as { params?: Record<string, unknown>; query?: Record<string, unknown> }),
    headers: {
      ...headers,
      ...more,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(encoded === undefined ? {} : { 'content-type': encoded.headers.get('content-type')! }),
    },
    ...(encoded !== undefined ? { payload: Buffer.from(await encoded.arrayBuffer()) } : {}),
    ...(body !== undefined ? { payload: body as object } : {}),
  });
  const headersOf = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return answered(route, response.statusCode, Object.fromEntries(headersOf), response.body);
}

/** Reads an answer, and checks it against the contract. */
export function answered<const R extends RouteSpec>(
  route: R,
  status: number,
  headers: Record<string, string>,
  text: string,
): Answered<R> {
  const json = /json/.test(headers['content-type'] ?? '') ? JSON.parse(text) : undefined;
  const failed = status >= 400;
  const strange = undescribed(route, status, headers, text === '');
  if (strange.length > 0)
    throw new Error(`${route.path} answered what OpenAPI does not describe: ${strange.join(', ')}`);
  const isXml = route.answerKind === 'xml' && json === undefined;
  if (!failed && route.answer !== undefined && !isXml) mustMatch(route.path, route.answer, json);
  const parts = { body: failed ? undefined : json, problem: failed ? json : undefined };
  return { status, headers, text, ...parts } as Answered<R>;
}

/** The answer has the fields of the contract and no others: a view that shows too much fails too. */
function mustMatch(path: string, schema: TSchema, answer: unknown): void {
  const errors = Value.Errors(schema, answer);
  const cleaned = JSON.stringify(Value.Clean(schema, structuredClone(answer)));
  if (errors.length > 0) throw new Error(`${path} answered otherwise than its contract: ${JSON.stringify(errors)}`);
  if (cleaned !== JSON.stringify(answer))
    throw new Error(`${path} answered more than its contract: ${JSON.stringify(answer)}`);
}

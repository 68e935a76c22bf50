import type { Clock } from './clock.ts';
import { exchange } from './exchange.ts';
import { judge, own } from './fault.ts';
import type { AccessTokens, Limits } from './limits.ts';
import { type Failure, type Outcome, ok } from './outcome.ts';
import type { Pace } from './pace.ts';
import { type Entity, type Select, writeSelect } from './select.ts';

/** A company, and how its data are reached. */
export interface CompanyOptions {
  readonly realm: string;
  readonly access: AccessTokens;
  /** Maximum time of a call including its retries. After that, its failure is returned. */
  readonly patienceMs: number;
}

/** The parts shared by all companies. */
export interface Machinery {
  readonly api: string;
  readonly send: typeof fetch;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly pace: Pace;
}

/** The connection and limits of the calls of one company. */
export interface Connection extends Machinery, CompanyOptions {}

/** A list: the objects of a query, from a position on. */
export type Listed = Omit<Select, 'fields' | 'max'>;

/** @source Intuit: the version of the API that has the fields of the samples */
const minorVersion = '75';
const longestPauseMs = 60_000;

const unreadable: Failure = { kind: 'unreachable', reason: 'respuesta' };

/** Runs one query. @returns the objects of its entity */
export async function query(
  connection: Connection,
  select: Select,
  signal?: AbortSignal,
): Promise<Outcome<readonly unknown[]>> {
  const outcome = await ask(connection, select, signal);
  if (outcome.kind !== 'ok') return outcome;
  const rows = own(outcome.value, select.from) ?? [];
  return Array.isArray(rows) ? ok(rows) : unreadable;
}

/** Counts the objects of a list from its first position. */
export async function count(connection: Connection, select: Listed, signal?: AbortSignal): Promise<Outcome<number>> {
  const outcome = await ask(connection, { fields: 'count(*)', from: select.from, where: select.where }, signal);
  if (outcome.kind !== 'ok') return outcome;
  const total = own(outcome.value, 'totalCount') ?? 0;
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? ok(total) : unreadable;
}

/** Reads the object of an entity at a path. */
export async function read(connection: Connection, path: string, entity: Entity): Promise<Outcome<unknown>> {
  const outcome = await get(connection, path, {});
  if (outcome.kind !== 'ok') return outcome;
  const record = own(outcome.value, entity);
  return typeof record === 'object' && record !== null ? ok(record) : unreadable;
}

async function ask(connection: Connection, select: Select, signal?: AbortSignal): Promise<Outcome<unknown>> {
  const outcome = await get(connection, 'query', { query: writeSelect(select) }, signal);
  if (outcome.kind !== 'ok') return outcome;
  const answer = own(outcome.value, 'QueryResponse');
  return typeof answer === 'object' && answer !== null ? ok(answer) : unreadable;
}

/** One GET, paced, with its retries and one renewal of the token. */
async function get(
  { api, send, limits, clock, pace, realm, access, patienceMs }: Connection,
  path: string,
  query: Record<string, string>,
  signal?: AbortSignal,
): Promise<Outcome<object>> {
  const end = clock.monotonic() + patienceMs;
  const url = `${api}/v3/company/${realm}/${path}?${new URLSearchParams({ ...query, minorversion: minorVersion })}`;
  let token = await access();
  let renewed = false;
  for (let tried = 0; ; tried++) {
    if (token.kind !== 'ok') return token;
    const done = await pace.take(realm);
    const answer = await exchange(send, {
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token.value}` },
      withinMs: Math.min(limits.answerWithinMs, end - clock.monotonic()),
      maxBytes: limits.answerBytes,
      signal,
    }).finally(done);
    const outcome = answer.kind === 'ok' ? judge(answer.value) : answer;
    if (outcome.kind === 'ok' || signal?.aborted) return outcome;
    if (outcome.kind === 'unauthorised' && outcome.status === 401 && !renewed) {
      renewed = true;
      token = await access(token.value);
      continue;
    }
    const pauseMs = pauseBefore(outcome, tried, limits.retries);
    if (pauseMs === undefined || clock.monotonic() + pauseMs >= end) return outcome;
    if (outcome.kind === 'throttled') pace.pause(realm, pauseMs);
    else await clock.delay(pauseMs);
  }
}

/** Milliseconds to wait before a request is retried; undefined if it is not retried. */
function pauseBefore(failure: Failure, tried: number, retries: number): number | undefined {
  if (failure.kind === 'throttled')
    return failure.retryAfterMs ?? Math.min(250 * 2 ** Math.min(tried, 10), longestPauseMs);
  const mayHelp = failure.kind === 'unreachable' && failure.reason !== 'excesiva' && failure.reason !== 'respuesta';
  return mayHelp && tried < retries ? 500 * 2 ** tried : undefined;
}

import type { Clock } from './clock.ts';
import { exchange } from './exchange.ts';
import { judge, own } from './fault.ts';
import type { AccessTokens, Limits } from './limits.ts';
import { type Failure, type Outcome, ok } from './outcome.ts';
import type { Pace } from './pace.ts';
import { type DocumentEntity, type Entity, type RecordEntity, type Select, writeSelect } from './select.ts';

/** The data of one company in QuickBooks. Objects are returned as received: the caller validates their contents. */
export interface Company {
  /** Runs one query unchanged. Returns the objects of its entity, at most a page. */
  query(select: Select): Promise<Outcome<readonly unknown[]>>;
  /** Reads one object by its id; `fault` with code 610 if there is none. */
  read(entity: Exclude<Entity, 'CompanyInfo' | 'Preferences'>, id: string): Promise<Outcome<unknown>>;
  /** Reads QuickBooks's record of the company. */
  companyInfo(): Promise<Outcome<unknown>>;
  /**
   * Reads all objects of a list, page by page in its order. Some pages are requested ahead; unread pages are discarded.
   * Yields the first failure and ends. A list is read by positions: an object added or deleted between two pages shifts
   * the others, so that one may be returned twice and another not at all. Objects are identified by their `Id`.
   *
   * @param onCount receives the number of objects, counted before the first page is requested
   */
  pages(select: Listed, onCount?: (total: number) => void): AsyncGenerator<Outcome<readonly unknown[]>, void>;
  /** Reads the pages of several lists in order. While one is read, the first pages of the next are requested. */
  allPages(
    lists: readonly Listed[],
    onCount?: (at: number, total: number) => void,
  ): AsyncGenerator<{ readonly at: number; readonly page: Outcome<readonly unknown[]> }, void>;
  /**
   * Reads all objects of a list, each once. A list that changed while being read, or returned fewer objects than its
   * count, is read again.
   *
   * @returns the objects, their number according to QuickBooks, and the number of those never returned
   */
  whole(select: Listed): Promise<Outcome<Whole>>;
  /** Number of objects that {@link Company.pages} would yield from the first position. */
  count(select: Listed): Promise<Outcome<number>>;
}

/** A list: the objects of a query, from a position on. */
export type Listed = Omit<Select, 'fields' | 'max'>;

/** The objects of a list. */
export interface Whole {
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly missing: number;
}

/** Maximum number of repeated reads of a list that changed while being read. */
const secondLooks = 2;

/** The `Id` of an object; undefined if it has none. */
export function idOf(row: unknown): string | undefined {
  const id = own(row, 'Id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * The transactions between two dates, inclusive, as `YYYY-MM-DD`. Newest first; those of one day by descending id.
 * @param start from 1
 */
export const documentsBetween = (entity: DocumentEntity, desde: string, hasta: string, start = 1): Listed => ({
  from: entity,
  where: [
    { field: 'TxnDate', operator: '>=', value: desde },
    { field: 'TxnDate', operator: '<=', value: hasta },
  ],
  orderBy: [
    { field: 'TxnDate', descending: true },
    { field: 'Id', descending: true },
  ],
  start,
});

/** All records of a kind, including inactive ones: transactions still refer to them. */
export const recordsOf = (entity: RecordEntity): Listed => ({
  from: entity,
  where: [{ field: 'Active', operator: 'in', value: [true, false] }],
  orderBy: [{ field: 'Id', descending: false }],
});

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

/** @source Intuit: the version of the API that has the fields of the samples */
const minorVersion = '75';
const longestPauseMs = 60_000;

/** Opens the data of a company. @throws Error if the realm is not a number */
export function openCompany(machinery: Machinery, { realm, access, patienceMs }: CompanyOptions): Company {
  const { api, send, limits, clock, pace } = machinery;
  if (!/^\d{1,20}$/.test(realm)) throw new Error('Not the id of a company in QuickBooks');

  async function get(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<Outcome<object>> {
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

  async function ask(select: Select, signal?: AbortSignal): Promise<Outcome<unknown>> {
    const outcome = await get('query', { query: writeSelect(select) }, signal);
    if (outcome.kind !== 'ok') return outcome;
    const answer = own(outcome.value, 'QueryResponse');
    return typeof answer === 'object' && answer !== null ? ok(answer) : { kind: 'unreachable', reason: 'respuesta' };
  }

  async function query(select: Select, signal?: AbortSignal): Promise<Outcome<readonly unknown[]>> {
    const outcome = await ask(select, signal);
    if (outcome.kind !== 'ok') return outcome;
    const rows = own(outcome.value, select.from) ?? [];
    return Array.isArray(rows) ? ok(rows) : { kind: 'unreachable', reason: 'respuesta' };
  }

  async function count(select: Listed, signal?: AbortSignal): Promise<Outcome<number>> {
    const outcome = await ask({ fields: 'count(*)', from: select.from, where: select.where }, signal);
    if (outcome.kind !== 'ok') return outcome;
    const total = own(outcome.value, 'totalCount') ?? 0;
    return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0
      ? ok(total)
      : { kind: 'unreachable', reason: 'respuesta' };
  }

  async function read(path: string, entity: Entity): Promise<Outcome<unknown>> {
    const outcome = await get(path, {});
    if (outcome.kind !== 'ok') return outcome;
    const found = own(outcome.value, entity);
    return typeof found === 'object' && found !== null ? ok(found) : { kind: 'unreachable', reason: 'respuesta' };
  }

  async function* pages(
    select: Listed,
    onCount: (total: number) => void = () => undefined,
  ): AsyncGenerator<Outcome<readonly unknown[]>, void> {
    const stop = new AbortController();
    try {
      const counted = await count(select, stop.signal);
      if (counted.kind !== 'ok') return yield counted;
      let total = counted.value;
      onCount(total);
      let { pageSize: size } = limits;
      const most = limits.pages * size;
      if (total > most) return yield { kind: 'too-many', total };
      let next = select.start ?? 1;
      let asked: { start: number; size: number; page: Promise<Outcome<readonly unknown[]>> }[] = [];
      for (;;) {
        while (asked.length < limits.ahead && next <= total) {
          const page = query({ ...select, fields: '*', start: next, max: size }, stop.signal);
          asked.push({ start: next, size, page });
          next += size;
        }
        const first = asked.shift();
        if (first === undefined) return;
        const page = await first.page;
        if (page.kind === 'unreachable' && page.reason === 'excesiva' && first.size > 1) {
          // The documents are large: from here on, smaller pages are requested.
          await Promise.all(asked.map((each) => each.page));
          asked = [];
          size = Math.ceil(first.size / 2);
          next = first.start;
          continue;
        }
        // Objects beyond the requested size are dropped: the next page begins with them.
        yield page.kind === 'ok' ? ok(page.value.slice(0, first.size)) : page;
        if (page.kind !== 'ok') return;
        // Objects were added since they were counted.
        if (asked.length === 0 && next > total && page.value.length >= first.size) total = Math.min(next, most);
      }
    } finally {
      stop.abort();
    }
  }

  async function whole(select: Listed): Promise<Outcome<Whole>> {
    const all = new Map<string, unknown>();
    for (let look = 0; ; look++) {
      const seen = new Map<string, unknown>();
      let [came, before] = [0, 0];
      const counting = (total: number) => {
        before = total;
      };
      for await (const page of pages(select, counting)) {
        if (page.kind !== 'ok') return page;
        for (const row of page.value) seen.set(idOf(row) ?? `sin Id ${came}`, row);
        came += page.value.length;
      }
      for (const [id, row] of seen) all.set(id, row);
      const counted = await count(select);
      if (counted.kind !== 'ok') return counted;
      const total = counted.value;
      if (came === seen.size && came === total && before === total)
        return ok({ rows: [...seen.values()], total, missing: 0 });
      if (look === secondLooks) return ok({ rows: [...all.values()], total, missing: Math.max(0, total - all.size) });
    }
  }

  async function* allPages(lists: readonly Listed[], onCount?: (at: number, total: number) => void) {
    const begun = lists.map((list, at) => pages(list, (total) => onCount?.(at, total)));
    let following = begun[0]?.next();
    try {
      for (const [at, list] of begun.entries()) {
        let step = await following;
        following = begun[at + 1]?.next();
        for (; step !== undefined && !step.done; step = await list.next()) {
          yield { at, page: step.value };
          if (step.value.kind !== 'ok') return;
        }
      }
    } finally {
      await Promise.all(begun.map((list) => list.return()));
    }
  }

  return {
    query: (select) => query(select),
    read: (entity, id) => read(`${entity.toLowerCase()}/${encodeURIComponent(id)}`, entity),
    companyInfo: () => read(`companyinfo/${realm}`, 'CompanyInfo'),
    pages,
    allPages,
    whole,
    count: (select) => count(select),
  };
}

/** Milliseconds to wait before a request is retried; undefined if it is not retried. */
function pauseBefore(failure: Failure, tried: number, retries: number): number | undefined {
  if (failure.kind === 'throttled')
    return failure.retryAfterMs ?? Math.min(250 * 2 ** Math.min(tried, 10), longestPauseMs);
  const mayHelp = failure.kind === 'unreachable' && failure.reason !== 'excesiva' && failure.reason !== 'respuesta';
  return mayHelp && tried < retries ? 500 * 2 ** tried : undefined;
}

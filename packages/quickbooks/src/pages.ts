import { type Connection, count, type Listed, query } from './calls.ts';
import { own } from './fault.ts';
import { type Outcome, ok } from './outcome.ts';

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

/** Marks a call that is begun early as handled: if its list is left before the answer is used, a failure of it is ignored. */
function ahead<Answer>(call: Promise<Answer>): Promise<Answer> {
  call.catch(() => undefined);
  return call;
}

/** The pages of a list, as `Company.pages` gives them. */
export async function* pages(
  connection: Connection,
  select: Listed,
  onCount: (total: number) => void = () => undefined,
): AsyncGenerator<Outcome<readonly unknown[]>, void> {
  const { limits } = connection;
  const stop = new AbortController();
  try {
    const counted = await count(connection, select, stop.signal);
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
        const page = ahead(query(connection, { ...select, fields: '*', start: next, max: size }, stop.signal));
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

/** All objects of a list, as `Company.whole` gives them. */
export async function whole(connection: Connection, select: Listed): Promise<Outcome<Whole>> {
  const all = new Map<string, unknown>();
  for (let look = 0; ; look++) {
    const seen = new Map<string, unknown>();
    let [came, before] = [0, 0];
    const counting = (total: number) => {
      before = total;
    };
    for await (const page of pages(connection, select, counting)) {
      if (page.kind !== 'ok') return page;
      for (const row of page.value) seen.set(idOf(row) ?? `sin Id ${came}`, row);
      came += page.value.length;
    }
    for (const [id, row] of seen) all.set(id, row);
    const counted = await count(connection, select);
    if (counted.kind !== 'ok') return counted;
    const total = counted.value;
    if (came === seen.size && came === total && before === total)
      return ok({ rows: [...seen.values()], total, missing: 0 });
    if (look === secondLooks) return ok({ rows: [...all.values()], total, missing: Math.max(0, total - all.size) });
  }
}

/** The pages of several lists, as `Company.allPages` gives them. */
export async function* allPages(
  connection: Connection,
  lists: readonly Listed[],
  onCount?: (at: number, total: number) => void,
) {
  const begun = lists.map((list, at) => pages(connection, list, (total) => onCount?.(at, total)));
  let following = begun[0] && ahead(begun[0].next());
  try {
    for (const [at, list] of begun.entries()) {
      let step = await following;
      const after = begun[at + 1];
      following = after && ahead(after.next());
      for (; step !== undefined && !step.done; step = await list.next()) {
        yield { at, page: step.value };
        if (step.value.kind !== 'ok') return;
      }
    }
  } finally {
    await Promise.all(begun.map((list) => list.return()));
  }
}

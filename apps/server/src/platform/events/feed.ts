import type { Signals } from '../db/signals.ts';
import type { Db } from '../db/transactions.ts';
import { eventsTopic } from './events.ts';

/** An event that is sent to screens. */
export interface FeedEvent {
  readonly seq: number;
  readonly tipo: string;
  readonly datos: unknown;
}

/** The kinds of events sent to screens; all others are only in the record. */
const shown = ['documento', 'importacion', 'autoridad', 'configuracion'];

const page = 500;
const kept = 1_000;

/** The events of one company, read once for all of this process's watchers. */
export interface Feed {
  /** Number of the last event. */
  head(): Promise<number>;
  /** Events after `seq`, in order, at most 500; `upTo` is the `seq` of the next call. */
  after(seq: number): Promise<{ readonly events: readonly FeedEvent[]; readonly upTo: number }>;
  /** Calls `hear` when there may be new events, until the returned function is called. */
  watch(hear: () => void): () => void;
}

/** The feeds of the companies that are watched. */
export function createFeeds({ db, signals }: { readonly db: Db; readonly signals: Signals }) {
  const feeds = new Map<string, Feed>();
  return (empresaId: string): Feed => {
    const known = feeds.get(empresaId);
    if (known !== undefined) return known;
    const feed = createFeed(db, signals, empresaId, () => feeds.delete(empresaId));
    feeds.set(empresaId, feed);
    return feed;
  };
}

function createFeed(db: Db, signals: Signals, empresaId: string, onUnwatched: () => void): Feed {
  let watchers = 0;
  // The latest events, complete from `from` (excluded) to `to`.
  let recent: FeedEvent[] = [];
  let from = 0;
  let to = 0;
  let reading: Promise<void> | undefined;

  const head = () =>
    db.tenant(empresaId, async (tx) => {
      const row = await tx
        .selectFrom('evento_cabeza')
        .select('seq')
        .where('empresa_id', '=', empresaId)
        .executeTakeFirst();
      return row?.seq ?? 0;
    });

  const read = (seq: number) =>
    db.tenant(empresaId, (tx) =>
      tx
        .selectFrom('evento')
        .select(['seq', 'tipo', 'datos'])
        .where('empresa_id', '=', empresaId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(page)
        .execute(),
    );

  /** Reads the new events; concurrent callers share one query. */
  function refresh(): Promise<void> {
    reading ??= (async () => {
      if (to === 0) from = to = await head();
      const rows = await read(to);
      to = rows.at(-1)?.seq ?? to;
      recent.push(...rows);
      if (recent.length > kept) {
        recent = recent.slice(-kept);
        from = recent[0]!.seq - 1;
      }
    })().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    head,
    async after(seq) {
      if (seq >= to) await refresh();
      const rows = seq >= from ? recent.filter((event) => event.seq > seq).slice(0, page) : await read(seq);
      return { events: rows.filter(({ tipo }) => shown.includes(tipo)), upTo: rows.at(-1)?.seq ?? seq };
    },
    watch(hear) {
      watchers += 1;
      const unsubscribe = signals.on(eventsTopic(empresaId), hear);
      return () => {
        unsubscribe();
        watchers -= 1;
        if (watchers === 0) onUnwatched();
      };
    },
  };
}

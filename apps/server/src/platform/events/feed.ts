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
const maxRecent = 1_000;

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
    const feed = new CompanyFeed(db, signals, empresaId, () => feeds.delete(empresaId));
    feeds.set(empresaId, feed);
    return feed;
  };
}

class CompanyFeed implements Feed {
  readonly #db: Db;
  readonly #signals: Signals;
  readonly #empresaId: string;
  readonly #onUnwatched: () => void;
  #watchers = 0;
  /** The latest events, complete from `from` (excluded) to `to`. */
  #recent: FeedEvent[] = [];
  #from = 0;
  #to = 0;
  #reading: Promise<void> | undefined;

  constructor(db: Db, signals: Signals, empresaId: string, onUnwatched: () => void) {
    this.#db = db;
    this.#signals = signals;
    this.#empresaId = empresaId;
    this.#onUnwatched = onUnwatched;
  }

  head(): Promise<number> {
    return this.#db.tenant(this.#empresaId, async (tx) => {
      const row = await tx
        .selectFrom('evento_cabeza')
        .select('seq')
        .where('empresa_id', '=', this.#empresaId)
        .executeTakeFirst();
      return row?.seq ?? 0;
    });
  }

  async after(seq: number) {
    if (seq >= this.#to) await this.#refresh();
    const rows =
      seq >= this.#from ? this.#recent.filter((event) => event.seq > seq).slice(0, page) : await this.#read(seq);
    return { events: rows.filter(({ tipo }) => shown.includes(tipo)), upTo: rows.at(-1)?.seq ?? seq };
  }

  watch(hear: () => void): () => void {
    this.#watchers += 1;
    const unsubscribe = this.#signals.on(eventsTopic(this.#empresaId), hear);
    return () => {
      unsubscribe();
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#onUnwatched();
    };
  }

  /** Reads the new events; concurrent callers share one query. */
  #refresh(): Promise<void> {
    this.#reading ??= this.#readNew().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNew(): Promise<void> {
    if (this.#to === 0) this.#from = this.#to = await this.head();
    const rows = await this.#read(this.#to);
    this.#to = rows.at(-1)?.seq ?? this.#to;
    this.#recent.push(...rows);
    if (this.#recent.length > maxRecent) {
      this.#recent = this.#recent.slice(-maxRecent);
      this.#from = this.#recent[0]!.seq - 1;
    }
  }

  #read(seq: number): Promise<FeedEvent[]> {
    return this.#db.tenant(this.#empresaId, (tx) =>
      tx
        .selectFrom('evento')
        .select(['seq', 'tipo', 'datos'])
        .where('empresa_id', '=', this.#empresaId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(page)
        .execute(),
    );
  }
}

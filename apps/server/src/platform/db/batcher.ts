/** How requests of one company are stored together. */
export interface Batching<Item, Done, Result> {
  /** Bytes, or characters, of an item. */
  readonly sizeOf: (item: Item) => number;
  /** The maximum total size of one batch; a larger item goes alone. */
  readonly mostSize: number;
  /** No two items of a batch have the same key. */
  readonly keyOf?: (item: Item) => string;
  /** Stores the batch in one transaction. If it fails, its items are stored one by one. */
  readonly store: (empresaId: string, items: readonly Item[]) => Promise<Done>;
  /** Whether an error of `store` concerns the whole batch: then its items are not tried again. */
  readonly isOfAll: (error: unknown) => boolean;
  /**
   * Runs after the commit, once for a batch, before any caller is answered.
   *
   * @returns the result of an item by its place in the batch; it may throw the item's refusal
   */
  readonly answer: (
    empresaId: string,
    items: readonly Item[],
    done: Done,
  ) => Promise<(at: number) => Result | Promise<Result>>;
}

interface Pending<Item, Result> {
  readonly item: Item;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

const mostItems = 64;

/**
 * Creates a batcher. The items of one company that arrive during a transaction, or in one turn of the event loop, share the next
 * transaction, at most 64: so they share one lock and one commit.
 *
 * @returns a function that resolves once the item is stored and answered; it rejects with the error of the item
 */
export function createBatcher<Item, Done, Result>(
  batching: Batching<Item, Done, Result>,
): (empresaId: string, item: Item) => Promise<Result> {
  type Waiting = Pending<Item, Result>;
  const { store, isOfAll, answer } = batching;
  const queues = new Map<string, Waiting[]>();

  async function drain(empresaId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await storeTogether(empresaId, queue.splice(0, nextBatch(queue, batching)));
    queues.delete(empresaId);
  }

  /** Never throws: every item is resolved or rejected. */
  async function storeTogether(empresaId: string, batch: readonly Waiting[]): Promise<void> {
    const items = batch.map(({ item }) => item);
    let done: Done;
    try {
      done = await store(empresaId, items);
    } catch (error) {
      // One bad item must not fail the others: each is tried again alone and gets its own answer.
      if (batch.length === 1 || isOfAll(error)) for (const pending of batch) pending.reject(error);
      else for (const pending of batch) await storeTogether(empresaId, [pending]);
      return;
    }
    try {
      const resultOf = await answer(empresaId, items, done);
      for (const [at, { resolve, reject }] of batch.entries())
        try {
          resolve(resultOf(at));
        } catch (error) {
          reject(error);
        }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (empresaId, item) =>
    new Promise<Result>((resolve, reject) => {
      const pending = { item, resolve, reject };
      const queue = queues.get(empresaId);
      if (queue) return void queue.push(pending);
      const fresh = [pending];
      queues.set(empresaId, fresh);
      setImmediate(() => drain(empresaId, fresh));
    });
}

/** How many items of a queue the next batch takes. */
function nextBatch<Item>(
  queue: readonly { readonly item: Item }[],
  { sizeOf, mostSize, keyOf }: Pick<Batching<Item, never, never>, 'sizeOf' | 'mostSize' | 'keyOf'>,
): number {
  let size = 0;
  const keys = new Set<string>();
  const end = queue.findIndex(({ item }, at) => {
    size += sizeOf(item);
    const key = keyOf?.(item) ?? String(at);
    if (at === mostItems || (at > 0 && size > mostSize) || keys.has(key)) return true;
    keys.add(key);
    return false;
  });
  return end === -1 ? queue.length : end;
}

import type { Comprobante } from '../api.ts';

/** Unsaved answers of a receipt, by the key of the field; null removes an answer. */
export interface Change {
  readonly respuestas: Readonly<Record<string, string | null>>;
  /** Reason to exclude the receipt from the report; null includes it again. */
  readonly excluido?: string | null;
}

/** The state of the saving. */
export interface SaverState {
  readonly state: 'intacto' | 'guardado' | 'esperando' | 'guardando' | 'fallo';
  /** The unsaved changes, by row. */
  readonly changes: ReadonlyMap<string, Change>;
  readonly error: Error | undefined;
}

interface Options {
  /** Sends changes. Returns the updated rows. */
  readonly send: (
    changes: readonly (Change & { readonly id: string })[],
    evenFiled: boolean,
  ) => Promise<readonly Comprobante[]>;
  /** Whether an answer was refused because of its content, so that a retry is useless. */
  readonly isRefused: (error: unknown) => boolean;
  /** Called with the saved rows. */
  readonly onSaved: (rows: readonly Comprobante[]) => void;
  /** Maximum number of rows of one call. */
  readonly most: number;
  /** Calls back after a delay during which the user may continue typing. */
  readonly later: (run: () => void) => void;
}

const untouched: SaverState = { state: 'intacto', changes: new Map(), error: undefined };

/**
 * Saves answers automatically, a moment after they are entered, in batches. Unsaved changes are retained: those of a
 * failed call stay until a retry, and newer ones replace them. A refused answer does not block the others.
 */
export function createSaver({ send, isRefused, onSaved, most, later }: Options) {
  let current = untouched;
  /**
   * Changes refused because of their content. They are sent again only once the user changes the answer, or on a retry.
   */
  const refused = new Map<string, { readonly change: Change; readonly error: Error }>();
  let scheduled = false;
  let evenFiled = false;
  const listeners = new Set<() => void>();
  const set = (next: Partial<SaverState>) => {
    current = { ...current, ...next };
    for (const hear of listeners) hear();
  };

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    later(() => {
      scheduled = false;
      void flush();
    });
  }

  /** Sends changes. If one of several is refused, sends each half separately. */
  async function deliver(sent: readonly (readonly [string, Change])[]): Promise<void> {
    try {
      const rows = await send(
        sent.map(([id, change]) => ({ id, ...change })),
        evenFiled,
      );
      onSaved(rows);
      const left = new Map(current.changes);
      for (const [id, change] of sent) {
        const rest = withoutSent(left.get(id), change);
        if (rest === undefined) left.delete(id);
        else left.set(id, rest);
      }
      set({ changes: left });
    } catch (error) {
      if (!isRefused(error)) throw error;
      const half = Math.ceil(sent.length / 2);
      if (sent.length === 1) for (const [id, change] of sent) refused.set(id, { change, error: asError(error) });
      else for (const part of [sent.slice(0, half), sent.slice(half)]) await deliver(part);
    }
  }

  /** The changes that may be sent: all except refused ones that have not changed since. */
  const open = () => [...current.changes].filter(([id, change]) => refused.get(id)?.change !== change);

  async function flush(): Promise<void> {
    const sent = open().slice(0, most);
    if (current.state === 'guardando' || sent.length === 0) return;
    set({ state: 'guardando', error: undefined });
    try {
      await deliver(sent);
      const waits = open().length > 0;
      const [wrong] = current.changes.keys();
      if (waits) set({ state: 'esperando' });
      else if (wrong === undefined) set({ state: 'guardado' });
      else set({ state: 'fallo', error: refused.get(wrong)?.error });
      if (waits) schedule();
    } catch (error) {
      set({ state: 'fallo', error: asError(error) });
    }
  }

  return {
    state: () => current,
    subscribe(hear: () => void) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    /** Accepts answers to be saved. They are shown at once. */
    put(changes: readonly (Change & { readonly id: string })[]) {
      const next = new Map(current.changes);
      for (const { id, ...change } of changes) next.set(id, merged(next.get(id), change));
      set({ changes: next, ...(current.state !== 'guardando' && { state: 'esperando' as const, error: undefined }) });
      schedule();
    },
    /** Sends the failed changes again. @param filed from now on also saves to months that were filed */
    retry(filed = false) {
      evenFiled ||= filed;
      refused.clear();
      void flush();
    },
    /** Discards the unsaved changes. */
    discard: () => set(untouched),
  };
}

export type Saver = ReturnType<typeof createSaver>;

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

const merged = (old: Change | undefined, { respuestas, ...rest }: Change): Change => ({
  ...old,
  ...rest,
  respuestas: { ...old?.respuestas, ...respuestas },
});

/** The unsaved changes of a row after some were saved: those made since. */
function withoutSent(now: Change | undefined, sent: Change): Change | undefined {
  if (now === undefined || now === sent) return undefined;
  const respuestas = Object.fromEntries(
    Object.entries(now.respuestas).filter(
      ([key, value]) => !Object.hasOwn(sent.respuestas, key) || sent.respuestas[key] !== value,
    ),
  );
  const { excluido } = now;
  const excludes = excluido !== undefined && excluido !== sent.excluido;
  if (Object.keys(respuestas).length === 0 && !excludes) return undefined;
  return { respuestas, ...(excludes && { excluido }) };
}

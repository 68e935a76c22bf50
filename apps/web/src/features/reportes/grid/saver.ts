import type { Comprobante } from '../api.ts';

/** Answers of a receipt that are on their way, by the key of the field; null takes one back. */
export interface Change {
  readonly respuestas: Readonly<Record<string, string | null>>;
  /** Takes the receipt out of the report, or back in with null. */
  readonly excluido?: string | null;
}

/** How the saving stands. */
export interface SaverState {
  readonly state: 'intacto' | 'guardado' | 'esperando' | 'guardando' | 'fallo';
  /** What is not saved yet, by the row. */
  readonly changes: ReadonlyMap<string, Change>;
  readonly error: Error | undefined;
}

interface Options {
  /** Sends changes. Gives the rows as they are now. */
  readonly send: (
    changes: readonly (Change & { readonly id: string })[],
    evenFiled: boolean,
  ) => Promise<readonly Comprobante[]>;
  /** Whether an answer was refused for what it says, so that sending it again is of no use. */
  readonly isRefused: (error: unknown) => boolean;
  /** Told of the rows that were saved. */
  readonly onSaved: (rows: readonly Comprobante[]) => void;
  /** Most rows of one call. */
  readonly most: number;
  /** Calls back after the time that a person may go on typing. */
  readonly later: (run: () => void) => void;
}

const untouched: SaverState = { state: 'intacto', changes: new Map(), error: undefined };

/**
 * Saves answers by itself, a moment after they were given, many at once. What is not saved stays: a failed call keeps its changes
 * until it is tried again, and newer ones win over them. An answer that is refused holds up none of the others.
 */
export function createSaver({ send, isRefused, onSaved, most, later }: Options) {
  let current = untouched;
  /** Changes that were refused as they are: they wait until the person gives another answer. */
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

  /** Sends changes; where one of many is refused, each half by itself. */
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

  /** What may be sent: all but what was refused and is the same since. */
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
    /** Takes answers to be saved. They are seen at once. */
    put(changes: readonly (Change & { readonly id: string })[]) {
      const next = new Map(current.changes);
      for (const { id, ...change } of changes) next.set(id, merged(next.get(id), change));
      set({ changes: next, ...(current.state !== 'guardando' && { state: 'esperando' as const, error: undefined }) });
      schedule();
    },
    /** Tries again what failed. @param filed also where the month was filed */
    retry(filed = false) {
      evenFiled ||= filed;
      refused.clear();
      void flush();
    },
    /** Forgets what is not saved. */
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

/** What is left of the changes of a row after some were saved: those that were given since. */
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

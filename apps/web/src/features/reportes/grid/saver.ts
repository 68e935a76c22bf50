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
export class Saver {
  readonly #options: Options;
  #current = untouched;
  /**
   * Changes refused because of their content. They are sent again only once the user changes the answer, or on a retry.
   */
  readonly #refused = new Map<string, { readonly change: Change; readonly error: Error }>();
  #scheduled = false;
  #evenFiled = false;
  readonly #listeners = new Set<() => void>();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly state = () => this.#current;

  readonly subscribe = (hear: () => void) => {
    this.#listeners.add(hear);
    return () => void this.#listeners.delete(hear);
  };

  /** Accepts answers to be saved. They are shown at once. */
  readonly put = (changes: readonly (Change & { readonly id: string })[]) => {
    const next = new Map(this.#current.changes);
    for (const { id, ...change } of changes) next.set(id, merged(next.get(id), change));
    const saving = this.#current.state === 'guardando';
    this.#set({ changes: next, ...(!saving && { state: 'esperando' as const, error: undefined }) });
    this.#schedule();
  };

  /** Sends the failed changes again. @param filed from now on also saves to months that were filed */
  retry(filed = false) {
    this.#evenFiled ||= filed;
    this.#refused.clear();
    void this.#flush();
  }

  /** Discards the unsaved changes. */
  readonly discard = () => this.#set(untouched);

  #set(next: Partial<SaverState>) {
    this.#current = { ...this.#current, ...next };
    for (const hear of this.#listeners) hear();
  }

  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.later(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  /** The changes that may be sent: all except refused ones that have not changed since. */
  #open() {
    return [...this.#current.changes].filter(([id, change]) => this.#refused.get(id)?.change !== change);
  }

  async #flush(): Promise<void> {
    const sent = this.#open().slice(0, this.#options.most);
    if (this.#current.state === 'guardando' || sent.length === 0) return;
    this.#set({ state: 'guardando', error: undefined });
    try {
      await this.#deliver(sent);
      const waits = this.#open().length > 0;
      const [wrong] = this.#current.changes.keys();
      if (waits) this.#set({ state: 'esperando' });
      else if (wrong === undefined) this.#set({ state: 'guardado' });
      else this.#set({ state: 'fallo', error: this.#refused.get(wrong)?.error });
      if (waits) this.#schedule();
    } catch (error) {
      this.#set({ state: 'fallo', error: asError(error) });
    }
  }

  /** Sends changes. If one of several is refused, sends each half separately. */
  async #deliver(sent: readonly (readonly [string, Change])[]): Promise<void> {
    try {
      const rows = await this.#options.send(
        sent.map(([id, change]) => ({ id, ...change })),
        this.#evenFiled,
      );
      this.#options.onSaved(rows);
      const left = new Map(this.#current.changes);
      for (const [id, change] of sent) {
        const rest = withoutSent(left.get(id), change);
        if (rest === undefined) left.delete(id);
        else left.set(id, rest);
      }
      this.#set({ changes: left });
    } catch (error) {
      if (!this.#options.isRefused(error)) throw error;
      const half = Math.ceil(sent.length / 2);
      if (sent.length === 1) for (const [id, change] of sent) this.#refused.set(id, { change, error: asError(error) });
      else for (const part of [sent.slice(0, half), sent.slice(half)]) await this.#deliver(part);
    }
  }
}

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

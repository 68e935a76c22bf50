import type { borradores } from '@timbre/contract';
import type { AnswerOf, InputOf } from '@timbre/route';

type Sent = InputOf<typeof borradores.guardarBorrador>['body'];
/** Stored content of a draft, without its version. */
export type Content = Omit<Sent, 'version'>;

/** State of the last change: stored, being stored, or failed with its error. */
export type Saved =
  | { readonly kind: 'nada' }
  | { readonly kind: 'guardando' }
  | { readonly kind: 'guardado'; readonly at: number }
  | { readonly kind: 'fallo'; readonly error: unknown };

/**
 * Kind of failure: it is unknown whether the draft was stored, this request was refused, or all later ones would be
 * refused too.
 */
export type Failure = 'unanswered' | 'refused' | 'final';

interface Options {
  /** Version stored on the server; 0 for none. */
  readonly version: number;
  /** Returns the current content of the draft. */
  readonly content: () => Content;
  /** Whether the server has the current content. @param stored the content that this page stored last */
  readonly isStored: (stored: Content | undefined) => boolean;
  readonly send: (body: Sent) => Promise<AnswerOf<typeof borradores.guardarBorrador>>;
  readonly failureOf: (error: unknown) => Failure;
  readonly tell: (saved: Saved) => void;
  /** Called once the server stored the draft for the first time. */
  readonly onFirst: () => void;
}

/**
 * Stores a draft, one request at a time. Changes made during a request are stored after it. A request that got no
 * response is sent again first, since the server may have stored it: otherwise the server would take the next content
 * for a change of another window.
 *
 * @returns `isStored`: nothing is left to store. `save` resolves once the content at the time of the call is stored or
 * cannot be stored. After `end` nothing more is sent
 */
export function createDraftSaver({ version: first, content, isStored, send, failureOf, tell, onFirst }: Options) {
  let version = first;
  let stored: Content | undefined;
  let unanswered: Content | undefined;
  let isOver = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  async function store(written: Content): Promise<boolean> {
    tell({ kind: 'guardando' });
    try {
      const answer = await send({ version, ...written });
      const isFirst = version === 0;
      version = answer.version;
      stored = written;
      unanswered = undefined;
      tell({ kind: 'guardado', at: Date.parse(answer.modificado) });
      if (isFirst) onFirst();
      return true;
    } catch (error) {
      tell({ kind: 'fallo', error });
      const failure = failureOf(error);
      if (failure === 'unanswered') unanswered = written;
      isOver ||= failure === 'final';
      return false;
    }
  }

  async function storeAll(): Promise<void> {
    do {
      isAskedAgain = false;
      if (isOver || (unanswered !== undefined && !(await store(unanswered)))) return;
      if (isOver || isStored(stored) || !(await store(content()))) return;
    } while (isAskedAgain);
  }

  return {
    isStored: () => isStored(stored),
    save(): Promise<void> {
      isAskedAgain = running !== undefined;
      running ??= storeAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    end(): void {
      isOver = true;
    },
  };
}

import type { borradores } from '@timbre/contract';
import type { AnswerOf, InputOf } from '@timbre/route';

type Sent = InputOf<typeof borradores.guardarBorrador>['body'];
/** What is stored of a draft, beside its version. */
export type Content = Omit<Sent, 'version'>;

/** What became of the last change: stored, being stored, or not stored and why. */
export type Saved =
  | { readonly kind: 'nada' }
  | { readonly kind: 'guardando' }
  | { readonly kind: 'guardado'; readonly at: number }
  | { readonly kind: 'fallo'; readonly error: unknown };

/** Of a request that failed: nobody knows whether it was stored, it was refused this time, or each later one would be refused too. */
export type Failure = 'unanswered' | 'refused' | 'final';

interface Options {
  /** That the server has; 0 for none. */
  readonly version: number;
  /** What is written now. */
  readonly content: () => Content;
  /** Whether the server has what is written. @param stored what this page stored last */
  readonly isStored: (stored: Content | undefined) => boolean;
  readonly send: (body: Sent) => Promise<AnswerOf<typeof borradores.guardarBorrador>>;
  readonly failureOf: (error: unknown) => Failure;
  readonly tell: (saved: Saved) => void;
  /** Called once the server has a draft that it had not. */
  readonly onFirst: () => void;
}

/**
 * Stores a draft, one request at a time. What is written while one is on its way is stored after it. What was sent and not answered
 * is sent again first, since the server may have it: else it would take the next text for another window's.
 *
 * @returns `isStored`: nothing is left to store; `save` resolves once what was written when it was called is stored or cannot be; after `end` nothing more is sent
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

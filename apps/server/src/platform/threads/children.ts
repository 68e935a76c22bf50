import type { Child } from '@timbre/worker';
import { type Lane, Places, places } from './places.ts';
import { type Ending, Watch } from './watch.ts';

export type { Lane } from './places.ts';
export type { Ending } from './watch.ts';

/** A child ended in the middle of its work. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
  readonly ending: Ending;

  constructor(ending: Ending, words: string) {
    super(`A child ended: ${ending} ${words}`);
    this.ending = ending;
  }
}

/** Operations on a child while a caller has it. */
export interface Talk {
  /** True if it has not worked yet: it loads its code first. */
  readonly isFresh: boolean;
  /** Sends it a message, and from now on passes each of its messages to `onMessage`. */
  post(message: unknown, onMessage: (message: never) => void): void;
  /**
   * Sets its time limit from now on, replacing the previous one. On a busy machine only its own work counts, up to
   * `patience` times as long by the clock. It is ended when it takes more.
   *
   * @returns a function that removes the limit, and returns the milliseconds that were used
   */
  allow(ms: number): () => number;
}

/** The children of the process: at most two, which are reused for the next file. */
export interface Children {
  /**
   * Provides a child while `talk` runs. Afterwards the child is reused, unless `talk` is rejected: then it is ended,
   * since its work is not done.
   *
   * @throws ChildEnded; the reason of the signal, also while it waits for a place
   */
  run<T>(lane: Lane, talk: (talk: Talk) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Whether there is a place now. */
  hasPlace(lane: Lane): boolean;
  /** Children that ended in the middle of their work, by cause. */
  readonly endings: Readonly<Record<Ending, number>>;
  /** How many there are, and the memory of all of them if the system reports it. */
  look(): { readonly count: number; readonly bytes: number };
}

/** How children are started, and settings that differ from the defaults. */
export interface ChildrenOptions {
  readonly start: () => Child;
  /** A child is ended when its resident memory exceeds this while it works. */
  readonly mostMb: number;
  /** A child with more than this after its work is not reused: a heap that grew does not shrink soon. */
  readonly idleMb: number;
  /** While there is another child, an idle one is ended after this time. */
  readonly idleMs: number;
}

const usual: Omit<ChildrenOptions, 'start'> = {
  mostMb: 490,
  idleMb: 300,
  idleMs: 30_000,
};

const megabyte = 1024 * 1024;
interface Member {
  readonly child: Child;
  /** True if it reads files of strangers. One child never reads both these and files of companies. */
  readonly isForStrangers: boolean;
  isBusy: boolean;
  isFresh: boolean;
  isOver: boolean;
  cooling?: NodeJS.Timeout;
  onMessage: (message: never) => void;
  onEnd: (words: string) => void;
}

/** Creates the children of a process. They are started on demand, and do not keep it alive. */
export const createChildren = (options: Pick<ChildrenOptions, 'start'> & Partial<ChildrenOptions>): Children =>
  new Pool({ ...usual, ...options });

class Pool implements Children {
  readonly endings: Record<Ending, number> = { memoria: 0, tiempo: 0, fallo: 0 };
  readonly #options: ChildrenOptions;
  readonly #places = new Places();
  readonly #members = new Set<Member>();

  constructor(options: ChildrenOptions) {
    this.#options = options;
  }

  hasPlace(lane: Lane): boolean {
    return this.#places.has(lane);
  }

  look() {
    const bytes = [...this.#members].reduce((sum, { child }) => sum + (child.memory() ?? 0), 0);
    return { count: this.#members.size, bytes };
  }

  async run<T>(lane: Lane, talk: (talk: Talk) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#places.take(lane, signal);
    try {
      return await this.#work(this.#memberFor(lane), talk, signal);
    } finally {
      this.#places.leave(lane);
    }
  }

  /** An idle child of the same kind, or a new one; an idle one of another kind gives up its place. */
  #memberFor(lane: Lane): Member {
    const isForStrangers = lane === 'strangers';
    const idle = [...this.#members].filter((one) => !one.isBusy);
    const own = idle.find((one) => one.isForStrangers === isForStrangers);
    if (own !== undefined) return own;
    if (this.#members.size >= places && idle[0] !== undefined) this.#dismiss(idle[0]);
    return this.#startMember(isForStrangers);
  }

  #startMember(isForStrangers: boolean): Member {
    const made: Member = {
      child: this.#options.start(),
      isForStrangers,
      isBusy: false,
      isFresh: true,
      isOver: false,
      onMessage: () => undefined,
      onEnd: () => undefined,
    };
    this.#members.add(made);
    made.child.listen({
      onMessage: (message) => made.onMessage(message as never),
      onEnd: (words) => {
        made.isOver = true;
        clearTimeout(made.cooling);
        this.#members.delete(made);
        made.onEnd(words);
      },
    });
    return made;
  }

  /** Runs `talk` with a child, unless the child ends or the signal comes before. */
  async #work<T>(one: Member, talk: (talk: Talk) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { child, isFresh } = one;
    one.isBusy = true;
    clearTimeout(one.cooling);
    child.hold(true);
    const watch = new Watch(child, this.#options.mostMb * megabyte);
    let stop = () => {};
    const broken = new Promise<never>((_resolve, reject) => {
      one.onEnd = (words) => {
        const ending = watch.endingOf(words);
        this.endings[ending] += 1;
        reject(new ChildEnded(ending, words.trim()));
      };
      stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
    });
    const post: Talk['post'] = (message, onMessage) => {
      one.onMessage = onMessage;
      child.post(message);
    };
    let isDone = false;
    try {
      const result = await Promise.race([talk({ isFresh, post, allow: (ms) => watch.allow(ms) }), broken]);
      isDone = true;
      return result;
    } finally {
      watch.stop();
      signal?.removeEventListener('abort', stop);
      this.#endWork(one, isDone);
    }
  }

  /** Reuses a child whose work is done; dismisses any other. */
  #endWork(one: Member, isDone: boolean): void {
    one.onMessage = () => undefined;
    one.onEnd = () => undefined;
    one.isBusy = false;
    one.isFresh = false;
    if (isDone) this.#rest(one);
    else this.#dismiss(one);
  }

  #rest(one: Member): void {
    if (one.isOver) return;
    const { idleMb, idleMs } = this.#options;
    one.child.hold(false);
    if ((one.child.memory() ?? 0) > idleMb * megabyte) this.#dismiss(one);
    else one.cooling = setTimeout(() => this.#members.size > 1 && !one.isBusy && this.#dismiss(one), idleMs).unref();
  }

  #dismiss(one: Member): void {
    clearTimeout(one.cooling);
    this.#members.delete(one);
    one.isOver = true;
    one.child.kill();
  }
}

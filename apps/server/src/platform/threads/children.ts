import type { Child } from '@timbre/worker';

/** The origin and kind of the files that a child reads: books are a company's workbooks of invoices. */
export type Lane = 'companies' | 'books' | 'strangers';

/** Why a child ended in the middle of its work. */
export type Ending = 'memoria' | 'tiempo' | 'fallo';

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
   * {@link patience} times as long by the clock. It is ended when it takes more.
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
  readonly keptMb: number;
  /** While there is another child, an idle one is ended after this time. */
  readonly idleMs: number;
}

const usual: Omit<ChildrenOptions, 'start'> = {
  mostMb: 490,
  keptMb: 300,
  idleMs: 30_000,
};

const megabyte = 1024 * 1024;
const places = 2;
/**
 * Maximum places of a lane at once. Books are read for minutes, and strangers may send for hours: the other place is
 * for companies.
 */
const most: Readonly<Record<Lane, number>> = { companies: places, books: 1, strangers: 1 };
/** The order of the lanes when several wait. */
const order: readonly Lane[] = ['companies', 'books', 'strangers'];
const weighMs = 50;
/** How many times longer than its own work a child may take by the clock: other processes may have the processors. */
const patience = 4;

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
export function createChildren(options: Pick<ChildrenOptions, 'start'> & Partial<ChildrenOptions>): Children {
  const { start, mostMb, keptMb, idleMs } = { ...usual, ...options };
  const members = new Set<Member>();
  const waiting: { readonly lane: Lane; readonly go: () => void }[] = [];
  const taken: Record<Lane, number> = { companies: 0, books: 0, strangers: 0 };
  const endings: Record<Ending, number> = { memoria: 0, tiempo: 0, fallo: 0 };

  const hasPlace = (lane: Lane) => taken[lane] < most[lane] && taken.companies + taken.books + taken.strangers < places;

  async function takePlace(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (!hasPlace(lane))
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal?.reason);
        };
        const go = () => {
          signal?.removeEventListener('abort', leave);
          taken[lane] += 1;
          resolve();
        };
        const turn = { lane, go };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(turn);
      });
    else taken[lane] += 1;
  }

  function leavePlace(left: Lane): void {
    taken[left] -= 1;
    const lane = order.find((each) => hasPlace(each) && waiting.some((one) => one.lane === each));
    const at = waiting.findIndex((one) => one.lane === lane);
    waiting.splice(at, at < 0 ? 0 : 1)[0]?.go();
  }

  /** An idle child of the same kind, or a new one; an idle one of another kind gives up its place. */
  function member(lane: Lane): Member {
    const isForStrangers = lane === 'strangers';
    const idle = [...members].filter((one) => !one.isBusy);
    const own = idle.find((one) => one.isForStrangers === isForStrangers);
    if (own !== undefined) return own;
    if (members.size >= places && idle[0] !== undefined) dismiss(idle[0]);
    const made: Member = {
      child: start(),
      isForStrangers,
      isBusy: false,
      isFresh: true,
      isOver: false,
      onMessage: () => undefined,
      onEnd: () => undefined,
    };
    members.add(made);
    made.child.listen({
      onMessage: (message) => made.onMessage(message as never),
      onEnd(words) {
        made.isOver = true;
        clearTimeout(made.cooling);
        members.delete(made);
        made.onEnd(words);
      },
    });
    return made;
  }

  function dismiss(one: Member): void {
    clearTimeout(one.cooling);
    members.delete(one);
    one.isOver = true;
    one.child.kill();
  }

  function rest(one: Member): void {
    if (one.isOver) return;
    one.child.hold(false);
    if ((one.child.memory() ?? 0) > keptMb * megabyte) dismiss(one);
    else one.cooling = setTimeout(() => members.size > 1 && !one.isBusy && dismiss(one), idleMs).unref();
  }

  async function withMember<T>(
    one: Member,
    talk: (talk: Talk) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { child, isFresh } = one;
    one.isBusy = true;
    clearTimeout(one.cooling);
    child.hold(true);
    let cause: Ending | undefined;
    const end = (ending: Ending) => {
      cause ??= ending;
      child.kill();
    };
    let isLate = () => false;
    const allow = (ms: number) => {
      const at = performance.now();
      const before = child.worked();
      const took = () => {
        const clock = performance.now() - at;
        const work = before === undefined ? clock : (child.worked() ?? before) - before;
        // Several threads of a child may work at once, so its work may exceed the time by the clock, which is the
        // maximum.
        return Math.min(clock, Math.max(work, clock / patience));
      };
      isLate = () => took() > ms;
      return () => {
        isLate = () => false;
        return took();
      };
    };
    const scales = setInterval(() => {
      if ((child.memory() ?? 0) > mostMb * megabyte) end('memoria');
      else if (isLate()) end('tiempo');
    }, weighMs);
    let stop = () => {};
    const broken = new Promise<never>((_resolve, reject) => {
      one.onEnd = (words) => {
        const ending = cause ?? (memoryFault.test(words) ? 'memoria' : 'fallo');
        endings[ending] += 1;
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
      const result = await Promise.race([talk({ isFresh, post, allow }), broken]);
      isDone = true;
      return result;
    } finally {
      clearInterval(scales);
      signal?.removeEventListener('abort', stop);
      one.onMessage = () => undefined;
      one.onEnd = () => undefined;
      one.isBusy = false;
      one.isFresh = false;
      if (isDone) rest(one);
      else dismiss(one);
    }
  }

  return {
    endings,
    hasPlace,
    look() {
      const bytes = [...members].reduce((sum, { child }) => sum + (child.memory() ?? 0), 0);
      return { count: members.size, bytes };
    },
    async run(lane, talk, signal) {
      await takePlace(lane, signal);
      try {
        return await withMember(member(lane), talk, signal);
      } finally {
        leavePlace(lane);
      }
    },
  };
}

/** Messages that V8 prints before it ends a process that has no memory left. */
const memoryFault = /out of memory|allocation failed|ENOMEM/i;

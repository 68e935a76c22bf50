/** The state of the code of a part; `late`: it has not come in time, and may still come. */
type PartState = 'coming' | 'late' | 'failed' | 'loaded';

/** Loads the code of a part once. */
interface PartLoader<Part> {
  /** The code, once it is loaded. */
  readonly part: () => Part | undefined;
  readonly state: () => PartState;
  /** The load under way or ended, begun if there is none. */
  readonly begun: () => Promise<void>;
  /** Loads the code, or retries after a failure. It ends when the code is here, has failed or is late. */
  readonly load: () => Promise<void>;
  /** Ends when the code is here or has failed, however late. */
  readonly settled: () => Promise<void>;
}

/**
 * @param load requests the code. The browser gives such a request no time-out, so that a server that hangs would leave a
 * skeleton for ever
 * @param lateMs after which the code counts as late
 */
export function partLoader<Part>(load: () => Promise<Part>, lateMs: number): PartLoader<Part> {
  let part: Part | undefined;
  let state: PartState = 'coming';
  let settled: Promise<void> | undefined;
  let inTime: Promise<void> | undefined;

  function begin(): Promise<void> {
    state = 'coming';
    settled = load().then(
      (loaded) => {
        part = loaded;
        state = 'loaded';
      },
      () => {
        state = 'failed';
      },
    );
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        state = 'late';
        resolve();
      }, lateMs);
    });
    inTime = Promise.race([settled.finally(() => clearTimeout(timer)), late]);
    return inTime;
  }

  return {
    part: () => part,
    state: () => state,
    begun: () => inTime ?? begin(),
    load: () => (inTime === undefined || state === 'failed' ? begin() : inTime),
    settled: () => settled ?? Promise.resolve(),
  };
}

import type { Clock } from './clock.ts';

/** A request that ended with a failure of the server. It has nothing of what the caller sent. */
export interface Failure {
  /** ISO 8601. */
  readonly en: string;
  /** Id of the request, as in its answer and in the log. */
  readonly id: string;
  readonly method: string;
  /** The declared path, without values; undefined for an address that is no call. */
  readonly ruta: string | undefined;
  readonly estado: number;
  /** Code of the refusal; undefined for an answer that has none, such as a file that broke off. */
  readonly codigo: string | undefined;
}

const most = 200;

/** The last failures of this process, in memory: a log may go where the process cannot read it. */
export interface Failures {
  add(failure: Omit<Failure, 'en'>): void;
  /** The newest first, {@link most} at most. */
  list(): readonly Failure[];
}

/** Creates the list, empty. */
export function createFailures(clock: Clock): Failures {
  const kept: Failure[] = [];
  return {
    add(failure) {
      kept.push({ en: clock.now().toISOString(), ...failure });
      if (kept.length > most) kept.shift();
    },
    list: () => kept.toReversed(),
  };
}

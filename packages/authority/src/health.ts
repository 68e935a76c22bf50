import { type Admission, type Circuit, type CircuitLimits, createCircuit } from './circuit.ts';
import type { AuthorityUnreachable } from './failure.ts';
import { protocol, type Service } from './protocol.ts';

/** A failure in an environment, as it is shown to a person. */
export interface Trouble {
  /** The service that fails; undefined: the whole e-CF host does not answer. */
  readonly service: Service | undefined;
  /** Wall clock, milliseconds since 1970, when the service's circuit opened or the host was detected as down. */
  readonly since: number;
  /** Description of the failure, in Spanish. */
  readonly reason: string;
  /** Milliseconds until the next try. */
  readonly waitMs: number;
}

/** Calls of one service that wait for their answers. */
export interface Silence {
  readonly service: Service;
  /** Milliseconds since the oldest of them began, or since the service answered another call. */
  readonly ms: number;
  /** The same, but counted from any answer of the e-CF host; equal to `ms` for services of other hosts. */
  readonly ofHostMs: number;
}

/** The state of one service. */
interface Entry {
  readonly circuit: Circuit;
  readonly pending: Set<{ readonly since: number }>;
  answeredAt: number;
  failedAt: number;
  since: number;
  reason: string;
}

/** An admitted call. It is ended once, by one of these methods. */
interface Passage {
  /** The service itself answered. */
  answered(): void;
  /** The connection or the service failed. */
  failed(error: AuthorityUnreachable): void;
  /** The call ended without showing whether the service works. */
  ended(): void;
}

/** Weight of a failure towards the threshold that opens a circuit. One failure to connect opens it. */
const weightOf = ({ reason }: AuthorityUnreachable, threshold: number): number =>
  reason === 'sin-conexion' ? threshold : reason === 'cortada' ? Math.ceil(threshold / 2) : 1;

/** Whether a service is one of the e-CF host, whose probes show whether it is down. */
const isOfHost = (service: Service): boolean => protocol[service].host === 'ecf';

/** State of one environment of the authority: which calls may be made, and which services do not answer. */
export class Health {
  readonly #limits: CircuitLimits;
  readonly #monotonic: () => number;
  readonly #wall: () => number;
  readonly #entries = new Map<Service, Entry>();
  #down: { readonly since: number; readonly reason: string } | undefined;
  /** When the host last answered anything. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Time of the next try: probes of the host and trials of services share one interval. */
  #nextTryAt = 0;

  /**
   * @param limits of its circuits
   * @param monotonic clock that never goes back, used for all decisions
   * @param wall clock used only for displayed times
   */
  constructor(limits: CircuitLimits, monotonic: () => number, wall: () => number) {
    this.#limits = limits;
    this.#monotonic = monotonic;
    this.#wall = wall;
  }

  /** Number of calls of a service that may begin now. */
  room(service: Service): number {
    if (this.#isUnreachable(service)) return 0;
    const room = this.#entryOf(service).circuit.room();
    return room === 1 && this.#tryWaitMs() > 0 ? 0 : room;
  }

  /** Milliseconds until the caller should check again. While the host is down, its recovery is notified instead. */
  waitMs(service: Service): number {
    if (this.#isUnreachable(service)) return this.#limits.longestTrialMs;
    const { circuit } = this.#entryOf(service);
    return Math.max(1, circuit.waitMs(), circuit.open() ? this.#tryWaitMs() : 0);
  }

  /** Admits one call of a service; undefined if none may begin now. */
  admit(service: Service): Passage | undefined {
    if (this.room(service) === 0) return undefined;
    const entry = this.#entryOf(service);
    const admission = entry.circuit.admit();
    if (admission === 'prueba') this.#nextTryAt = this.#monotonic() + this.#limits.probeEveryMs;
    const call = { since: this.#monotonic() };
    entry.pending.add(call);
    const heard = () => {
      entry.pending.delete(call);
      entry.answeredAt = this.#monotonic();
      if (isOfHost(service)) this.#answeredAt = this.#monotonic();
    };
    return {
      answered: () => {
        heard();
        entry.circuit.succeeded();
        if (isOfHost(service)) this.recovered();
      },
      failed: (error) => {
        entry.pending.delete(call);
        this.#failed(entry, admission, error);
      },
      ended: () => {
        heard();
        entry.circuit.freed(admission);
      },
    };
  }

  /** Takes the turn to probe; false if no probe is due yet. */
  takeProbe(): boolean {
    if (this.#tryWaitMs() > 0) return false;
    this.#nextTryAt = this.#monotonic() + this.#limits.probeEveryMs;
    return true;
  }

  /** Another process had the turn to probe: this process asks for it again after a quarter of the interval. */
  returnProbe(): void {
    this.#nextTryAt = this.#monotonic() + this.#limits.probeEveryMs / 4;
  }

  /** Marks the host as down, as detected by a probe of this process or of another one. */
  fell(reason: string, since = this.#wall()): void {
    this.#down ??= { reason, since };
  }

  /** Marks the host as answering: every call may be tried. */
  recovered(): void {
    this.#answeredAt = this.#monotonic();
    // An answer of the host does not clear the failure of a single service.
    if (this.#down === undefined) return;
    this.#down = undefined;
    for (const { circuit } of this.#entries.values()) circuit.reset();
  }

  /** Allows all trials now, at a person's request. The interval between tries still applies. */
  hurry(): void {
    for (const { circuit } of this.#entries.values()) circuit.hurry();
  }

  /** Whether the host is down. */
  isDown(): boolean {
    return this.#down !== undefined;
  }

  /** Whether a service fails and the host has not answered since: a probe then shows whether the host is down. */
  isSuspect(): boolean {
    return (
      this.#down === undefined &&
      [...this.#entries].some(
        ([service, { circuit, failedAt }]) => isOfHost(service) && circuit.open() && failedAt > this.#answeredAt,
      )
    );
  }

  /** Waiting times of the pending calls since the last answer of their service or host. */
  silences(): readonly Silence[] {
    const now = this.#monotonic();
    return [...this.#entries].flatMap(([service, entry]) => {
      const [oldest] = entry.pending;
      if (oldest === undefined || protocol[service].host === 'statusecf') return [];
      const hostAnsweredAt = isOfHost(service) ? this.#answeredAt : entry.answeredAt;
      return [
        {
          service,
          ms: now - Math.max(oldest.since, entry.answeredAt),
          ofHostMs: now - Math.max(oldest.since, hostAnsweredAt),
        },
      ];
    });
  }

  /** Current failures, that of the whole host first. */
  troubles(): readonly Trouble[] {
    const ofServices = [...this.#entries].flatMap(([service, { circuit, since, reason }]) =>
      circuit.open() && protocol[service].host !== 'statusecf'
        ? [{ service, since, reason, waitMs: circuit.waitMs() }]
        : [],
    );
    if (this.#down === undefined) return ofServices;
    return [{ ...this.#down, service: undefined, waitMs: this.#tryWaitMs() }, ...ofServices];
  }

  #isUnreachable(service: Service): boolean {
    return this.#down !== undefined && isOfHost(service);
  }

  #tryWaitMs(): number {
    return Math.max(0, this.#nextTryAt - this.#monotonic());
  }

  #failed(entry: Entry, admission: Admission, error: AuthorityUnreachable): void {
    const wasOpen = entry.circuit.open();
    entry.circuit.failed(admission, weightOf(error, this.#limits.breakerThreshold));
    if (!wasOpen) entry.since = this.#wall();
    entry.failedAt = this.#monotonic();
    entry.reason = error.message;
  }

  #entryOf(service: Service): Entry {
    const known = this.#entries.get(service);
    if (known !== undefined) return known;
    const made: Entry = {
      circuit: createCircuit(this.#limits, this.#monotonic),
      since: 0,
      reason: '',
      pending: new Set(),
      answeredAt: Number.NEGATIVE_INFINITY,
      failedAt: Number.NEGATIVE_INFINITY,
    };
    this.#entries.set(service, made);
    return made;
  }
}

import { type Admission, type Circuit, type CircuitLimits, createCircuit } from './circuit.ts';
import type { AuthorityUnreachable } from './failure.ts';
import { type Host, protocol, type Service } from './protocol.ts';

/** A failure in an environment, as it is shown to a person. */
export interface Trouble {
  /** The service that fails; undefined: the whole e-CF host does not answer. */
  readonly service: Service | undefined;
  /** Wall clock, milliseconds since 1970, when the service's circuit opened or the host was found down. */
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

interface Entry {
  readonly circuit: Circuit;
  readonly pending: Set<{ readonly since: number }>;
  answeredAt: number;
  failedAt: number;
  since: number;
  reason: string;
}

/** An admitted call. It is ended once, by one of these methods. */
export interface Passage {
  /** The service itself answered. */
  answered(): void;
  /** The connection or the service failed. */
  failed(error: AuthorityUnreachable): void;
  /** The call ended without showing whether the service works. */
  ended(): void;
}

/** State of one environment of the authority: which calls may be made, and which services do not answer. */
export type Health = ReturnType<typeof createHealth>;

/** Weight of a failure towards the threshold that opens a circuit. One failure to connect opens it. */
const weightOf = ({ reason }: AuthorityUnreachable, threshold: number): number =>
  reason === 'sin-conexion' ? threshold : reason === 'cortada' ? Math.ceil(threshold / 2) : 1;

/**
 * @param limits of its circuits
 * @param monotonic clock that never goes back, used for all decisions
 * @param wall clock used only for displayed times
 */
export function createHealth(limits: CircuitLimits, monotonic: () => number, wall: () => number) {
  const circuits = new Map<Service, Entry>();
  let down: { readonly since: number; readonly reason: string } | undefined;
  /** When the host last answered anything. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** Time of the next try: probes of the host and trials of services share one interval. */
  let nextTryAt = 0;

  const circuitOf = (service: Service) => {
    let known = circuits.get(service);
    if (known === undefined) {
      known = {
        circuit: createCircuit(limits, monotonic),
        since: 0,
        reason: '',
        pending: new Set(),
        answeredAt: Number.NEGATIVE_INFINITY,
        failedAt: Number.NEGATIVE_INFINITY,
      };
      circuits.set(service, known);
    }
    return known;
  };
  const isDown = (host: Host) => down !== undefined && host === 'ecf';
  const tryWaitMs = () => Math.max(0, nextTryAt - monotonic());
  const recovered = () => {
    answeredAt = monotonic();
    // An answer of the host does not clear the failure of a single service.
    if (down === undefined) return;
    down = undefined;
    for (const { circuit } of circuits.values()) circuit.reset();
  };
  const roomFor = (service: Service): number => {
    if (isDown(protocol[service].host)) return 0;
    const room = circuitOf(service).circuit.room();
    return room === 1 && tryWaitMs() > 0 ? 0 : room;
  };

  return {
    /** Number of calls of a service that may begin now. */
    room: roomFor,
    /** Milliseconds until the caller should check again. While the host is down, its recovery is notified instead. */
    waitMs(service: Service): number {
      if (isDown(protocol[service].host)) return limits.longestTrialMs;
      const { circuit } = circuitOf(service);
      return Math.max(1, circuit.waitMs(), circuit.open() ? tryWaitMs() : 0);
    },
    /** Admits one call of a service; undefined if none may begin now. */
    admit(service: Service): Passage | undefined {
      if (roomFor(service) === 0) return undefined;
      const entry = circuitOf(service);
      const admission: Admission = entry.circuit.admit();
      if (admission === 'prueba') nextTryAt = monotonic() + limits.probeEveryMs;
      const call = { since: monotonic() };
      entry.pending.add(call);
      const heard = () => {
        entry.pending.delete(call);
        entry.answeredAt = monotonic();
        if (protocol[service].host === 'ecf') answeredAt = monotonic();
      };
      return {
        answered() {
          heard();
          entry.circuit.succeeded();
          if (protocol[service].host === 'ecf') recovered();
        },
        failed(error) {
          entry.pending.delete(call);
          const wasOpen = entry.circuit.open();
          entry.circuit.failed(admission, weightOf(error, limits.breakerThreshold));
          if (!wasOpen) entry.since = wall();
          entry.failedAt = monotonic();
          entry.reason = error.message;
        },
        ended() {
          heard();
          entry.circuit.freed(admission);
        },
      };
    },
    /** Takes the turn to probe; false if no probe is due yet. */
    takeProbe(): boolean {
      if (tryWaitMs() > 0) return false;
      nextTryAt = monotonic() + limits.probeEveryMs;
      return true;
    },
    /** Another process had the turn to probe: this process asks for it again after a quarter of the interval. */
    returnProbe(): void {
      nextTryAt = monotonic() + limits.probeEveryMs / 4;
    },
    /** Marks the host as down, as found by a probe of this process or of another one. */
    fell(reason: string, since = wall()): void {
      down ??= { reason, since };
    },
    /** Marks the host as answering: every call may be tried. */
    recovered,
    /** Allows all trials now, at a person's request. The interval between tries still applies. */
    hurry(): void {
      for (const { circuit } of circuits.values()) circuit.hurry();
    },
    isDown: () => down !== undefined,
    /** Whether a service fails and the host has not answered since: a probe then shows whether the host is down. */
    isSuspect: () =>
      down === undefined &&
      [...circuits].some(
        ([service, { circuit, failedAt }]) =>
          protocol[service].host === 'ecf' && circuit.open() && failedAt > answeredAt,
      ),
    /** Waiting times of the pending calls since the last answer of their service or host. */
    silences(): readonly Silence[] {
      const now = monotonic();
      return [...circuits].flatMap(([service, entry]) => {
        const [oldest] = entry.pending;
        if (oldest === undefined || protocol[service].host === 'statusecf') return [];
        const hostAnsweredAt = protocol[service].host === 'ecf' ? answeredAt : entry.answeredAt;
        return [
          {
            service,
            ms: now - Math.max(oldest.since, entry.answeredAt),
            ofHostMs: now - Math.max(oldest.since, hostAnsweredAt),
          },
        ];
      });
    },
    /** Current failures, that of the whole host first. */
    troubles(): readonly Trouble[] {
      const ofServices = [...circuits].flatMap(([service, { circuit, since, reason }]) =>
        circuit.open() && protocol[service].host !== 'statusecf'
          ? [{ service, since, reason, waitMs: circuit.waitMs() }]
          : [],
      );
      return down === undefined ? ofServices : [{ ...down, service: undefined, waitMs: tryWaitMs() }, ...ofServices];
    },
  };
}

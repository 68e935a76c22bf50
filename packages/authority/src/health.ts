import { type Admission, type Circuit, type CircuitLimits, createCircuit } from './circuit.ts';
import type { AuthorityUnreachable } from './failure.ts';
import { type Host, protocol, type Service } from './protocol.ts';

/** A failure in an environment, as it is shown to a person. */
export interface Trouble {
  /** The service that fails; undefined: the whole e-CF host does not answer. */
  readonly service: Service | undefined;
  /** Wall clock, milliseconds since 1970, of the first failure. */
  readonly since: number;
  /** What failed, in Spanish. */
  readonly reason: string;
  /** Milliseconds until it is tried again. */
  readonly waitMs: number;
}

/** Calls of one service that wait for their answers. */
export interface Silence {
  readonly service: Service;
  /** Milliseconds since the oldest of them began, or since the service answered another call. */
  readonly ms: number;
  /** The same, counting any answer of its host. */
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

/** A call that was let pass. It is ended once, by one of these methods. */
export interface Passage {
  /** The service itself answered. */
  answered(): void;
  /** The connection or the service failed. */
  failed(error: AuthorityUnreachable): void;
  /** The call ended without showing whether the service works. */
  ended(): void;
}

/** State of one environment of the authority: which calls may be made, and what does not answer. */
export type Health = ReturnType<typeof createHealth>;

/** How much a failure counts towards the threshold that opens a circuit. A refused connection alone opens it. */
const weightOf = ({ reason }: AuthorityUnreachable, threshold: number): number =>
  reason === 'sin-conexion' ? threshold : reason === 'cortada' ? Math.ceil(threshold / 2) : 1;

/**
 * @param limits of its circuits
 * @param monotonic clock that never goes back; decides everything
 * @param wall used only for the times that are shown
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
    /** How many calls of a service may begin now. */
    room: roomFor,
    /** Milliseconds until the caller should check again. While the host is down, its recovery is notified instead. */
    waitMs(service: Service): number {
      if (isDown(protocol[service].host)) return limits.longestTrialMs;
      const { circuit } = circuitOf(service);
      return Math.max(1, circuit.waitMs(), circuit.open() ? tryWaitMs() : 0);
    },
    /** Lets one call of a service begin, or not. */
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
    /** Takes the turn of a probe, when one may be made now. */
    takeProbe(): boolean {
      if (tryWaitMs() > 0) return false;
      nextTryAt = monotonic() + limits.probeEveryMs;
      return true;
    },
    /** Another process had the turn of the probe: this one asks for it again soon. */
    returnProbe(): void {
      nextTryAt = monotonic() + limits.probeEveryMs / 4;
    },
    /** The host does not answer: a probe found it, here or in another process. */
    fell(reason: string, since = wall()): void {
      down ??= { reason, since };
    },
    /** The host answers: every call may be tried. */
    recovered,
    /** A person asks to try everything now. The interval between tries still holds. */
    hurry(): void {
      for (const { circuit } of circuits.values()) circuit.hurry();
    },
    isDown: () => down !== undefined,
    /** Whether a service fails and the host has answered nothing since: a probe then shows whether the host is down. */
    isSuspect: () =>
      down === undefined &&
      [...circuits].some(
        ([service, { circuit, failedAt }]) =>
          protocol[service].host === 'ecf' && circuit.open() && failedAt > answeredAt,
      ),
    /** How long the calls have been waiting since the last answer of their service or host. */
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
    /** What does not answer, the whole host first. */
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

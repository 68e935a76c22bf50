import { pathOf } from '@timbre/route';
import { type Answer, readAnswer } from './answer.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import type { Clock } from './clock.ts';
import type { Ambiente } from './environments.ts';
import { AuthorityUnreachable } from './failure.ts';
import { multipartOf, type SignedFile } from './multipart.ts';
import { type DgiiRoute, type Host, protocol, type Service, servicePath } from './protocol.ts';
import { createTransport, type TransportLimits } from './transport.ts';
import { createTurns } from './turns.ts';
import { readMensajes } from './verdict.ts';

/** Bounds of all traffic with the authority. */
export interface AuthorityLimits extends Omit<TransportLimits, 'connections'> {
  /** Most calls at once. */
  readonly concurrency: number;
  /** Most calls at once for one company. */
  readonly concurrencyPerCompany: number;
  /** Failures in a row that open the circuit of a host in an environment. */
  readonly breakerThreshold: number;
  /** Least time between two calls through an open circuit. */
  readonly probeEveryMs: number;
}

/** One call: which service, where, for whom, with what. */
export interface Call {
  readonly service: Service;
  readonly ambiente: Ambiente;
  readonly empresa: string;
  readonly query?: Record<string, string | undefined>;
  readonly file?: SignedFile;
  readonly authorization?: string;
}

/** The only way out to the authority: every call passes its caps, its breaker and its reading of the status. */
export interface Gate {
  /**
   * Makes one call.
   *
   * @returns the answer when the service itself spoke: any 2xx, or a 4xx that is not a web page
   * @throws AuthorityUnreachable otherwise
   */
  call(call: Call): Promise<Answer>;
  /** Whether the circuit of a host in an environment is closed, that is, calls pass. */
  available(host: Host, ambiente: Ambiente): boolean;
  close(): Promise<void>;
}

/** Opens the way to the given hosts. */
export function createGate(hosts: Readonly<Record<Host, string>>, limits: AuthorityLimits, clock: Clock): Gate {
  const turns = createTurns(limits.concurrency, limits.concurrencyPerCompany);
  const breakers = new Map<string, Breaker>();
  const transportLimits = { ...limits, connections: limits.concurrency };
  const transports = {
    ecf: createTransport(hosts.ecf, transportLimits),
    fc: createTransport(hosts.fc, transportLimits),
    statusecf: createTransport(hosts.statusecf, transportLimits),
  };

  const breakerOf = (host: Host, ambiente: Ambiente): Breaker => {
    const key = `${host}/${ambiente}`;
    let breaker = breakers.get(key);
    if (breaker === undefined) {
      breaker = createBreaker(limits.breakerThreshold, limits.probeEveryMs, clock.monotonic);
      breakers.set(key, breaker);
    }
    return breaker;
  };

  const attempt = async (call: Call): Promise<Answer> => {
    const { host, method, maxAnswerBytes }: DgiiRoute = protocol[call.service];
    const breaker = breakerOf(host, call.ambiente);
    const waitMs = breaker.admit();
    if (waitMs > 0) throw new AuthorityUnreachable({ reason: 'circuito', outcome: 'not-sent', retryAfterMs: waitMs });
    try {
      const raw = await transports[host].send({
        method,
        path: pathOf({ path: servicePath(call.service, call.ambiente) }, { query: call.query ?? {} }),
        authorization: call.authorization,
        body: call.file === undefined ? undefined : multipartOf(call.file),
        maxAnswerBytes,
      });
      const answer = spoken(readAnswer(raw), raw.retryAfterMs);
      breaker.succeeded();
      return answer;
    } catch (error) {
      // Being asked to slow down is not being down.
      if (error instanceof AuthorityUnreachable && error.status !== 429) breaker.failed();
      throw isHarmless(call.service) ? asNotSent(error) : error;
    }
  };

  return {
    async call(call) {
      const release = await turns.take(call.empresa);
      try {
        return await attempt(call);
      } finally {
        release();
      }
    },
    available: (host, ambiente) => !breakerOf(host, ambiente).open(),
    async close() {
      await Promise.all(Object.values(transports).map((transport) => transport.close()));
    },
  };
}

/** Calls whose repetition changes nothing, whatever happened to the first one. */
const isHarmless = (service: Service): boolean => protocol[service].method === 'GET' || service === 'validarSemilla';

const asNotSent = (error: unknown): unknown =>
  error instanceof AuthorityUnreachable && error.outcome === 'unknown'
    ? new AuthorityUnreachable({ ...error, outcome: 'not-sent', cause: error.cause })
    : error;

/**
 * Gives the answer back when the service itself spoke.
 *
 * A 429, and a 503 that names a time, are refusals at the door. Any other 5xx may come from behind it. A page instead
 * of an answer with 4xx is some machine in between that let nothing through; with 2xx or 3xx nobody knows.
 */
function spoken(answer: Answer, retryAfterMs: number | undefined): Answer {
  const { status, html, body } = answer;
  const mensajes = readMensajes(body);
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    throw new AuthorityUnreachable({ reason: 'ocupada', outcome: 'not-sent', status, mensajes, retryAfterMs });
  }
  if (status >= 500) throw new AuthorityUnreachable({ reason: 'servidor', outcome: 'unknown', status, mensajes });
  const atTheDoor = status >= 400 && status !== 408;
  if (html || status >= 600 || status < 200 || (status >= 300 && status < 400) || status === 408) {
    throw new AuthorityUnreachable({
      reason: 'respuesta',
      outcome: atTheDoor ? 'not-sent' : 'unknown',
      status,
      mensajes,
    });
  }
  return answer;
}

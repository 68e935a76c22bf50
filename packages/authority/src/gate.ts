import { pathOf } from '@timbre/route';
import { type Answer, field, readAnswer } from './answer.ts';
import type { CircuitLimits } from './circuit.ts';
import type { Clock } from './clock.ts';
import { type Ambiente, ambientes } from './environments.ts';
import { AuthorityUnreachable, type UnreachableReason } from './failure.ts';
import { Health } from './health.ts';
import { multipartOf, type SignedFile } from './multipart.ts';
import { type DgiiRoute, type Host, protocol, type Service, servicePath } from './protocol.ts';
import { createTransport, type Transport, type TransportLimits } from './transport.ts';
import { createTurns, type Turns } from './turns.ts';
import { readMensajes } from './verdict.ts';

/** Limits of all traffic with the authority. */
export interface AuthorityLimits extends Omit<TransportLimits, 'connections'>, CircuitLimits {
  /** Maximum calls at once. */
  readonly concurrency: number;
  /** Maximum calls at once for one company. */
  readonly concurrencyPerCompany: number;
  /** Time within which a probe must be answered. */
  readonly probeWithinMs: number;
}

/** One call: service, environment, company and contents. */
export interface Call {
  readonly service: Service;
  readonly ambiente: Ambiente;
  readonly empresa: string;
  readonly query?: Record<string, string | undefined>;
  readonly file?: SignedFile;
  readonly authorization?: string;
}

/** Whether this process may probe an environment now, where several share the probes. */
export type TakeTurn = (ambiente: Ambiente) => Promise<boolean>;

/** How one call ended: the service answered, or the reason why it did not. */
export interface EndedCall {
  readonly service: Service;
  readonly ambiente: Ambiente;
  /** `otro`: the failure is not the authority's, such as a call that was cut off by closing. */
  readonly result: 'respondida' | UnreachableReason | 'otro';
  /** Milliseconds from the start of its turn to its end. */
  readonly ms: number;
}

/** Connections in addition to those of the calls, so that a probe need not wait for a call to end. */
const spareConnections = 4;

/** The only way out to the authority: every call passes its concurrency limits, its circuit breaker and its parser. */
export class Gate {
  readonly #limits: AuthorityLimits;
  readonly #clock: Clock;
  readonly #takeTurn: TakeTurn;
  readonly #onCall: (ended: EndedCall) => void;
  readonly #turns: Turns;
  readonly #healths: ReadonlyMap<Ambiente, Health>;
  readonly #probing = new Map<Ambiente, Promise<boolean>>();
  readonly #transports: Readonly<Record<Host, Transport>>;

  /**
   * @param takeTurn whether this process may probe now
   * @param onCall called when a call ends; not for probes
   */
  constructor(
    hosts: Readonly<Record<Host, string>>,
    limits: AuthorityLimits,
    clock: Clock,
    takeTurn: TakeTurn = async () => true,
    onCall: (ended: EndedCall) => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#clock = clock;
    this.#takeTurn = takeTurn;
    this.#onCall = onCall;
    this.#turns = createTurns(limits.concurrency, limits.concurrencyPerCompany);
    this.#healths = new Map(ambientes.map((ambiente) => [ambiente, new Health(limits, clock.monotonic, clock.now)]));
    const transportLimits = { ...limits, connections: limits.concurrency + spareConnections };
    this.#transports = {
      ecf: createTransport(hosts.ecf, transportLimits),
      fc: createTransport(hosts.fc, transportLimits),
      statusecf: createTransport(hosts.statusecf, transportLimits),
    };
  }

  /**
   * Makes one call.
   *
   * @param read parses the answer of the service; an error thrown by it counts as a failure of the service
   * @throws AuthorityUnreachable when the service did not answer, or not in its own form
   */
  async call<T>(call: Call, read: (answer: Answer) => T): Promise<T> {
    const release = await this.#turns.take(call.empresa);
    const { service, ambiente } = call;
    const startedMs = this.#clock.monotonic();
    const ended = (result: EndedCall['result']) =>
      this.#onCall({ service, ambiente, result, ms: this.#clock.monotonic() - startedMs });
    try {
      const made = await this.#attempt(call, read);
      ended('respondida');
      return made;
    } catch (error) {
      ended(error instanceof AuthorityUnreachable ? error.reason : 'otro');
      throw error;
    } finally {
      release();
    }
  }

  healthOf(ambiente: Ambiente): Health {
    // The map has an entry for each environment.
    return this.#healths.get(ambiente) as Health;
  }

  /**
   * Probes the host when a probe is due. It requests a seed, which changes nothing and needs no token. At most one
   * probe per interval, for all processes together if `takeTurn` coordinates them.
   *
   * @returns whether the host answers, as far as is known afterwards
   */
  probe(ambiente: Ambiente): Promise<boolean> {
    const health = this.healthOf(ambiente);
    const under = this.#probing.get(ambiente);
    if (under !== undefined) return under;
    if (!health.takeProbe()) return Promise.resolve(!health.isDown());
    const made = this.#probeOnce(ambiente, health).finally(() => this.#probing.delete(ambiente));
    this.#probing.set(ambiente, made);
    return made;
  }

  /** Closes the connections; calls under way fail. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#transports).map((transport) => transport.close()));
  }

  /** Admits, exchanges and records how the service did. */
  async #attempt<T>(call: Call, read: (answer: Answer) => T): Promise<T> {
    const { ambiente, service } = call;
    const passage = this.healthOf(ambiente).admit(service);
    if (passage === undefined) throw this.#notAdmitted(call);
    try {
      const result = read(await this.#exchange(call));
      passage.answered();
      return result;
    } catch (error) {
      if (!isFailure(error)) passage.ended();
      else {
        passage.failed(error);
        // One failure may be accidental. An immediate probe of another service shows whether the host is down.
        if (protocol[service].host !== 'statusecf') void this.probe(ambiente);
      }
      throw isHarmless(service) ? asNotSent(error) : error;
    }
  }

  /** The failure of a call that may not begin now. Probes the host if it is down. */
  #notAdmitted({ ambiente, service }: Call): AuthorityUnreachable {
    const health = this.healthOf(ambiente);
    if (health.isDown()) void this.probe(ambiente);
    const { probeEveryMs, longestTrialMs } = this.#limits;
    const retryAfterMs = Math.min(health.waitMs(service), health.isDown() ? probeEveryMs : longestTrialMs);
    return new AuthorityUnreachable({ reason: 'circuito', outcome: 'not-sent', retryAfterMs });
  }

  async #exchange(call: Call, withinMs?: number): Promise<Answer> {
    const { host, method, maxAnswerBytes }: DgiiRoute = protocol[call.service];
    const raw = await this.#transports[host].send({
      method,
      path: pathOf({ path: servicePath(call.service, call.ambiente) }, { query: call.query ?? {} }),
      authorization: call.authorization,
      body: call.file === undefined ? undefined : multipartOf(call.file),
      maxAnswerBytes,
      withinMs,
    });
    return spoken(readAnswer(raw), raw.retryAfterMs);
  }

  async #probeOnce(ambiente: Ambiente, health: Health): Promise<boolean> {
    if (!(await this.#takeTurn(ambiente).catch(() => false))) {
      health.returnProbe();
      return !health.isDown();
    }
    try {
      readSeed(await this.#exchange({ service: 'semilla', ambiente, empresa: '' }, this.#limits.probeWithinMs));
      health.recovered();
      return true;
    } catch (error) {
      if (!isFailure(error)) return !health.isDown();
      health.fell(error.message);
      return false;
    }
  }
}

/**
 * Whether an error shows that the connection or the service is failing. A request to slow down does not, nor does an
 * error that only a person can correct.
 */
const isFailure = (error: unknown): error is AuthorityUnreachable =>
  error instanceof AuthorityUnreachable && error.retryable && error.status !== 429 && error.reason !== 'sesion';

/**
 * A seed as the authority wrote it.
 *
 * @throws AuthorityUnreachable if the answer contains no seed
 */
export function readSeed(answer: Answer): string {
  if (answer.status < 300 && field(answer.body, 'valor') !== undefined) return answer.text;
  throw notUnderstood(answer, 'not-sent');
}

/** The failure for an answer that lacks the service's form. */
export const notUnderstood = (answer: Answer, outcome: 'not-sent' | 'unknown'): AuthorityUnreachable =>
  new AuthorityUnreachable({
    reason: 'respuesta',
    outcome,
    status: answer.status,
    mensajes: readMensajes(answer.body),
  });

/** True for calls that may be repeated without effect, regardless of the outcome of the first one. */
const isHarmless = (service: Service): boolean => protocol[service].method === 'GET' || service === 'validarSemilla';

const asNotSent = (error: unknown): unknown =>
  error instanceof AuthorityUnreachable && error.outcome === 'unknown'
    ? new AuthorityUnreachable({ ...error, outcome: 'not-sent', cause: error.cause })
    : error;

/** Statuses with which the service, or a machine in front of it, refuses a request before processing any of it. */
const doorStatuses: ReadonlySet<number> = new Set([
  400, 401, 404, 405, 406, 407, 411, 413, 414, 415, 417, 421, 425, 426, 429, 431,
]);

/**
 * Outcome of a request whose answer is not the service's. It is unknown if a filter may have blocked the answer instead
 * of the request (403, 451), or if a redirect or a page with status 200 may have replaced the answer.
 */
export const outcomeOf = (status: number): 'not-sent' | 'unknown' =>
  doorStatuses.has(status) ? 'not-sent' : 'unknown';

/**
 * Returns the answer if it may come from the service itself; throws otherwise.
 *
 * A 429, and a 503 with Retry-After, refuse the request before processing. Any other 5xx may come from the service
 * itself. Pages and redirects come from a machine in between.
 */
function spoken(answer: Answer, retryAfterMs: number | undefined): Answer {
  const { status, html, body } = answer;
  const mensajes = readMensajes(body);
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    throw new AuthorityUnreachable({ reason: 'ocupada', outcome: 'not-sent', status, mensajes, retryAfterMs });
  }
  if (status >= 500 && status < 600) {
    throw new AuthorityUnreachable({ reason: 'servidor', outcome: 'unknown', status, mensajes });
  }
  const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status !== 407 && status !== 408);
  if (html || !isAnswer) throw notUnderstood(answer, outcomeOf(status));
  return answer;
}

import { type Answer, textField } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Ambiente } from './environments.ts';
import { AuthorityUnreachable } from './failure.ts';
import { isRefusal } from './form.ts';
import { type Call, type Gate, notUnderstood, readSeed } from './gate.ts';
import { readTokenLife } from './readings.ts';
import { createTokens, type Granted, type Session, type Tokens, type Who } from './tokens.ts';
import { readMensajes } from './verdict.ts';

/** Signs a seed with the certificate of a company. Its errors reach the caller unchanged. */
export type SignSeed = (empresa: string, xml: string) => Promise<string>;

/** A call on behalf of a company, without its company and its token. */
export type CallAs = Omit<Call, 'empresa' | 'ambiente' | 'authorization'>;

/** @source specification 001 §9: the seed is asked for three times, ten seconds apart */
const seedAttempts = 3;
const seedPauseMs = 10_000;

/** The sessions of the companies: seed, signature, token, and the calls that are made with it. */
export class Sessions {
  readonly #gate: Gate;
  readonly #clock: Clock;
  readonly #sign: SignSeed;
  readonly #tokens: Tokens;

  constructor(gate: Gate, clock: Clock, sign: SignSeed) {
    this.#gate = gate;
    this.#clock = clock;
    this.#sign = sign;
    this.#tokens = createTokens((who) => this.#obtainToken(who), clock);
  }

  /** Returns a new seed, as the authority wrote it. One attempt. */
  fetchSeed(ambiente: Ambiente, empresa: string): Promise<string> {
    return this.#gate.call({ service: 'semilla', ambiente, empresa }, readSeed);
  }

  /** Exchanges a signed seed for a token. */
  exchangeSeed(ambiente: Ambiente, empresa: string, signedSeed: string): Promise<Granted> {
    const file = { fileName: 'semilla.xml', xml: signedSeed };
    return this.#gate.call({ service: 'validarSemilla', ambiente, empresa, file }, (answer) => {
      const token = textField(answer.body, 'token');
      if (answer.status < 300 && token !== undefined) return { token, lifeMs: readTokenLife(answer.body) };
      if (refusesCertificate(answer)) throw certificateRefused(answer);
      throw notUnderstood(answer, 'not-sent');
    });
  }

  /** Makes sure that the company has a session; obtains one when it has none. */
  async authenticate(who: Who): Promise<Session> {
    await this.#tokens.get(who);
    return this.#tokens.session(who) ?? { autenticadoHasta: this.#clock.now() };
  }

  /** The company's session, if it has a live one. */
  session(who: Who): Session | undefined {
    return this.#tokens.session(who);
  }

  /** Ends the company's sessions in every environment. */
  forget(empresa: string): void {
    this.#tokens.forget(empresa);
  }

  /** A call with the company's token. When the authority refuses the token, it is replaced once. */
  async callAs<T>(who: Who, call: CallAs, read: (answer: Answer) => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const token = await this.#tokens.get(who);
      const made = await this.#gate.call({ ...call, ...who, authorization: `Bearer ${token}` }, (answer) => {
        if ((answer.status === 401 || answer.status === 403) && refusesCertificate(answer))
          throw certificateRefused(answer);
        return answer.status === 401 ? { refused: answer } : { result: read(answer) };
      });
      if ('result' in made) return made.result;
      this.#tokens.discard(who, token);
      if (attempt === 2) {
        throw new AuthorityUnreachable({
          reason: 'sesion',
          outcome: 'not-sent',
          status: 401,
          mensajes: readMensajes(made.refused.body),
        });
      }
    }
  }

  async #obtainToken({ empresa, ambiente }: Who): Promise<Granted> {
    const seed = await this.#persistentSeed(ambiente, empresa);
    return this.exchangeSeed(ambiente, empresa, await this.#sign(empresa, seed));
  }

  /** Retries after a pause. Does not retry while the authority is known to be down: the caller retries later. */
  async #persistentSeed(ambiente: Ambiente, empresa: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.fetchSeed(ambiente, empresa);
      } catch (error) {
        if (attempt === seedAttempts || !(error instanceof AuthorityUnreachable) || !error.retryable) throw error;
        if (error.reason === 'circuito' || !(await this.#gate.probe(ambiente))) throw error;
        await this.#clock.delay(seedPauseMs);
      }
    }
  }
}

const certificateRefused = (answer: Answer) =>
  new AuthorityUnreachable({
    reason: 'certificado',
    outcome: 'not-sent',
    retryable: false,
    status: answer.status,
    mensajes: readMensajes(answer.body),
  });

/**
 * Whether an answer has the DGII's words for refusing a certificate, its owner or a signed seed. A proxy uses other
 * words.
 */
const refusesCertificate = (answer: Answer): boolean =>
  [400, 401, 403, 422].includes(answer.status) && isRefusal('validarSemilla', { ...answer, status: 400 });

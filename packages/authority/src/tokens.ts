import type { Clock } from './clock.ts';
import type { Ambiente } from './environments.ts';

/** On whose behalf a call is made: the company's id in our system, and the environment it works in. */
export interface Who {
  readonly empresa: string;
  readonly ambiente: Ambiente;
}

/** A token of the DGII as it was granted. */
export interface Granted {
  readonly token: string;
  /** Its lifetime in milliseconds, counted from when it was granted. */
  readonly lifeMs: number;
}

/** Details of a session with the authority that may be shown. The token is never shown. */
export interface Session {
  /** Wall clock, milliseconds since 1970. */
  readonly autenticadoHasta: number;
}

interface Held {
  readonly token: string;
  readonly renewAt: number;
  readonly expiresAt: number;
  readonly autenticadoHasta: number;
}

/** Tokens by company and environment. */
export interface Tokens {
  /** Returns a live token: the cached one, or a new one. Concurrent callers wait for the same new one. */
  get(who: Who): Promise<string>;
  /** Drops a token that the authority refused, unless it was replaced meanwhile. */
  discard(who: Who, token: string): void;
  /** Drops all tokens of a company, in every environment, after its certificate changed or it logged out. */
  forget(empresa: string): void;
  session(who: Who): Session | undefined;
}

/** Fraction of its lifetime after which a token is renewed. */
const renewalShare = 0.8;

/**
 * Caches tokens and obtains them one at a time per company and environment. After 80 % of its lifetime, a token is
 * still returned while the next one is obtained. Expiry is measured by a monotonic clock.
 *
 * @param obtain the whole exchange: seed, signature, token
 * @param clock source of time
 */
export function createTokens(obtain: (who: Who) => Promise<Granted>, clock: Clock): Tokens {
  const held = new Map<string, Held>();
  const pending = new Map<string, Promise<string>>();
  const keyOf = (who: Who) => `${who.empresa}/${who.ambiente}`;

  const renew = (who: Who): Promise<string> => {
    const key = keyOf(who);
    const already = pending.get(key);
    if (already !== undefined) return already;
    const renewal: Promise<string> = obtain(who)
      .then(({ token, lifeMs }) => {
        // If it was dropped while being obtained, the waiting callers receive it but it is not cached.
        if (pending.get(key) === renewal) held.set(key, hold(token, lifeMs, clock));
        return token;
      })
      .finally(() => {
        if (pending.get(key) === renewal) pending.delete(key);
      });
    pending.set(key, renewal);
    return renewal;
  };

  return {
    get(who) {
      const current = held.get(keyOf(who));
      const now = clock.monotonic();
      if (current === undefined || now >= current.expiresAt) return renew(who);
      // This error can be ignored: the next call retries, and callers receive the error once the token has expired.
      if (now >= current.renewAt) renew(who).catch(() => {});
      return Promise.resolve(current.token);
    },
    discard(who, token) {
      if (held.get(keyOf(who))?.token === token) held.delete(keyOf(who));
    },
    forget(empresa) {
      for (const map of [held, pending]) {
        for (const key of map.keys()) if (key.slice(0, key.lastIndexOf('/')) === empresa) map.delete(key);
      }
    },
    session(who) {
      const current = held.get(keyOf(who));
      return current === undefined || clock.monotonic() >= current.expiresAt
        ? undefined
        : { autenticadoHasta: current.autenticadoHasta };
    },
  };
}

const hold = (token: string, lifeMs: number, clock: Clock): Held => {
  const now = clock.monotonic();
  return {
    token,
    renewAt: now + lifeMs * renewalShare,
    expiresAt: now + lifeMs,
    autenticadoHasta: clock.now() + lifeMs,
  };
};

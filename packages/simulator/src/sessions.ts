import { randomBytes } from 'node:crypto';
import { type Ambiente, simulatedSeed } from '@timbre/authority';

/** The holder of a token: the id in the certificate that signed the seed, for one environment. */
export interface Holder {
  readonly holderId: string;
  readonly ambiente: Ambiente;
}

interface Token extends Holder {
  readonly expiresAt: number;
}

/** Lifetime of an unused seed. */
const seedLifeMs = 5 * 60_000;
/** Maximum unused seeds, and maximum tokens, that are stored; beyond it, the oldest is dropped. */
const most = 100_000;

/** Seeds and tokens, only in memory: after a restart every client authenticates again. */
export type Sessions = ReturnType<typeof createSessions>;

/** @param now the authority's clock, epoch milliseconds */
export function createSessions(now: () => number) {
  const seeds = new Map<string, number>();
  const tokens = new Map<string, Token>();

  return {
    /** Issues a seed with a new value. */
    issueSeed(): string {
      const valor = simulatedSeed + randomBytes(48).toString('base64');
      keepNewest(seeds, valor, now() + seedLifeMs);
      return valor;
    },
    /** Redeems a seed. Returns true only once, before it expires, and only for a seed issued here. */
    redeemSeed(valor: string): boolean {
      const expiresAt = seeds.get(valor);
      seeds.delete(valor);
      return expiresAt !== undefined && now() < expiresAt;
    },
    /** Grants a token. */
    grant(holder: Holder, lifeMs: number): { token: string; expedido: number; expira: number } {
      const token = randomBytes(32).toString('base64url');
      const expedido = now();
      keepNewest(tokens, token, { ...holder, expiresAt: expedido + lifeMs });
      return { token, expedido, expira: expedido + lifeMs };
    },
    /** Returns the holder of a live token of this environment. */
    holderOf(token: string, ambiente: Ambiente): Holder | undefined {
      const session = tokens.get(token);
      return session !== undefined && session.ambiente === ambiente && now() < session.expiresAt ? session : undefined;
    },
    /** Drops all tokens, as a restart of the authority would. */
    revokeAll(): void {
      tokens.clear();
    },
  };
}

function keepNewest<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value);
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

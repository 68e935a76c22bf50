import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The tokens of one rotation. */
interface Pair {
  readonly refresh: string;
  readonly access: string;
  readonly expires: number;
}

/** A consent with its live tokens. */
interface Grant {
  readonly id: string;
  readonly realm: string;
  /** The pair used last. Its refresh token is valid until the first use of the next pair. */
  readonly settled: Pair;
  /** The pair issued last, if not yet used. */
  readonly next?: Pair;
  readonly revoked?: true;
}

/** The consents and their tokens. */
export interface Grants {
  /** Issues a single-use code. */
  code(realm: string, redirectUri: string): string;
  /** Exchanges a code for tokens; undefined if it was used, has expired, or was issued for another address. */
  exchange(code: string, redirectUri: string): Pair | undefined;
  /** Issues new tokens; undefined if the refresh token is no longer valid. */
  refresh(token: string): Pair | undefined;
  /**
   * Returns the realm of an access token; undefined if it is not valid. The first use of an access token revokes the
   * previous refresh token.
   */
  realmOf(access: string): string | undefined;
  /** Ends a consent by any of its tokens. */
  revoke(token: string): boolean;
  /** Number of times that tokens were issued for a refresh token, for tests. */
  refreshes(): number;
  /** Number of live consents. */
  alive(): number;
}

const codeLifeMs = 10 * 60_000;

/**
 * Stores the consents. A refresh issues new tokens. The old refresh token stays valid until either of the new tokens is
 * used. A second refresh with the old one replaces the unused new ones.
 *
 * @param stateFile NDJSON file that stores them; without it, they end with the process
 */
export function createGrants({
  now,
  lifeMs,
  stateFile,
}: {
  readonly now: () => number;
  readonly lifeMs: () => number;
  readonly stateFile: string | undefined;
}): Grants {
  const grants = new Map<string, Grant>();
  const byToken = new Map<string, string>();
  const codes = new Map<string, { realm: string; redirectUri: string; expires: number }>();
  let refreshed = 0;

  const tokensOf = ({ settled, next }: Grant) =>
    [settled, next].flatMap((pair) => (pair === undefined ? [] : [pair.refresh, pair.access]));

  function keep(grant: Grant): void {
    const before = grants.get(grant.id);
    for (const token of before === undefined ? [] : tokensOf(before)) byToken.delete(token);
    grants.set(grant.id, grant);
    if (!grant.revoked) for (const token of tokensOf(grant)) byToken.set(token, grant.id);
  }
  function store(grant: Grant): void {
    if (stateFile !== undefined) appendFileSync(stateFile, `${JSON.stringify(grant)}\n`);
    keep(grant);
  }
  const grantOf = (token: string): Grant | undefined => grants.get(byToken.get(token) ?? '');
  const newPair = (): Pair => ({
    refresh: `RT-${randomBytes(24).toString('base64url')}`,
    access: `AT-${randomBytes(48).toString('base64url')}`,
    expires: now() + lifeMs(),
  });
  /** Makes the next pair the current one, on its first use: the previous pair becomes invalid. */
  function settle({ next, ...grant }: Grant): Grant {
    const settled = { ...grant, settled: next ?? grant.settled };
    store(settled);
    return settled;
  }

  if (stateFile !== undefined && existsSync(stateFile))
    for (const line of readFileSync(stateFile, 'utf8').split('\n')) if (line.endsWith('}')) keep(JSON.parse(line));

  return {
    code(realm, redirectUri) {
      const code = `XAB${randomBytes(18).toString('base64url')}`;
      codes.set(code, { realm, redirectUri, expires: now() + codeLifeMs });
      return code;
    },
    exchange(code, redirectUri) {
      const given = codes.get(code);
      codes.delete(code);
      if (given === undefined || given.redirectUri !== redirectUri || given.expires < now()) return undefined;
      const settled = newPair();
      store({ id: randomBytes(9).toString('base64url'), realm: given.realm, settled });
      return settled;
    },
    refresh(token) {
      const found = grantOf(token);
      if (found === undefined) return undefined;
      const grant = found.next?.refresh === token ? settle(found) : found;
      if (grant.settled.refresh !== token) return undefined;
      const next = newPair();
      store({ ...grant, next });
      refreshed += 1;
      return next;
    },
    realmOf(access) {
      const found = grantOf(access);
      if (found === undefined) return undefined;
      const pair = found.next?.access === access ? found.next : found.settled;
      if (pair.access !== access || pair.expires <= now()) return undefined;
      if (pair === found.next) settle(found);
      return found.realm;
    },
    revoke(token) {
      const grant = grantOf(token);
      if (grant === undefined) return false;
      store({ ...grant, revoked: true });
      return true;
    },
    refreshes: () => refreshed,
    alive: () => [...grants.values()].filter(({ revoked }) => !revoked).length,
  };
}

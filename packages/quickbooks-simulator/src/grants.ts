import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The tokens of one rotation. */
interface Pair {
  readonly refresh: string;
  readonly access: string;
  readonly expires: number;
}

/** A consent, with the tokens that are alive. */
interface Grant {
  readonly id: string;
  readonly realm: string;
  /** The pair that was used last. Its refresh token lives until the next pair is first used. */
  readonly settled: Pair;
  /** The pair that was given last and not yet used. */
  readonly next?: Pair;
  readonly revoked?: true;
}

/** The consents that were given, and their tokens. */
export interface Grants {
  /** A code that serves once. */
  code(realm: string, redirectUri: string): string;
  /** The tokens of a code; undefined when it was used, is too old, or is of another address. */
  exchange(code: string, redirectUri: string): Pair | undefined;
  /** Other tokens; undefined when the refresh token is dead. */
  refresh(token: string): Pair | undefined;
  /** The realm of an access token; undefined when it is not alive. Its first use kills the refresh token before it. */
  realmOf(access: string): string | undefined;
  /** Ends a consent by any of its tokens. */
  revoke(token: string): boolean;
  /** How often tokens were given for a refresh token, for tests. */
  refreshes(): number;
  /** Consents that are alive. */
  alive(): number;
}

const codeLifeMs = 10 * 60_000;

/**
 * Keeps the consents. A refresh gives new tokens and leaves the old refresh token alive until either of the new ones is used;
 * then it is dead. A second refresh with the old one replaces the new ones that were not used.
 *
 * @param stateFile NDJSON file that keeps them; without it, they end with the process
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
  /** The next pair is used: the one before it dies. */
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

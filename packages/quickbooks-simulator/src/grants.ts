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

const codeLifeMs = 10 * 60_000;

const tokensOf = ({ settled, next }: Grant) =>
  [settled, next].flatMap((pair) => (pair === undefined ? [] : [pair.refresh, pair.access]));

/**
 * The consents and their tokens. A refresh issues new tokens. The old refresh token stays valid until either of the new
 * tokens is used. A second refresh with the old one replaces the unused new ones.
 */
export class Grants {
  readonly #now: () => number;
  readonly #lifeMs: () => number;
  readonly #stateFile: string | undefined;
  readonly #grants = new Map<string, Grant>();
  readonly #byToken = new Map<string, string>();
  readonly #codes = new Map<string, { realm: string; redirectUri: string; expires: number }>();
  #refreshes = 0;

  /** @param stateFile NDJSON file that stores them; without it, they end with the process */
  constructor(now: () => number, lifeMs: () => number, stateFile: string | undefined) {
    this.#now = now;
    this.#lifeMs = lifeMs;
    this.#stateFile = stateFile;
    if (stateFile === undefined || !existsSync(stateFile)) return;
    for (const line of readFileSync(stateFile, 'utf8').split('\n'))
      if (line.endsWith('}')) this.#keep(JSON.parse(line));
  }

  /** Issues a single-use code. */
  code(realm: string, redirectUri: string): string {
    const code = `XAB${randomBytes(18).toString('base64url')}`;
    this.#codes.set(code, { realm, redirectUri, expires: this.#now() + codeLifeMs });
    return code;
  }

  /** Exchanges a code for tokens; undefined if it was used, has expired, or was issued for another address. */
  exchange(code: string, redirectUri: string): Pair | undefined {
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    if (issued === undefined || issued.redirectUri !== redirectUri || issued.expires < this.#now()) return undefined;
    const settled = this.#newPair();
    this.#store({ id: randomBytes(9).toString('base64url'), realm: issued.realm, settled });
    return settled;
  }

  /** Issues new tokens; undefined if the refresh token is no longer valid. */
  refresh(token: string): Pair | undefined {
    const current = this.#grantOf(token);
    if (current === undefined) return undefined;
    const grant = current.next?.refresh === token ? this.#settle(current) : current;
    if (grant.settled.refresh !== token) return undefined;
    const next = this.#newPair();
    this.#store({ ...grant, next });
    this.#refreshes += 1;
    return next;
  }

  /**
   * Returns the realm of an access token; undefined if it is not valid. The first use of an access token revokes the
   * previous refresh token.
   */
  realmOf(access: string): string | undefined {
    const grant = this.#grantOf(access);
    if (grant === undefined) return undefined;
    const pair = grant.next?.access === access ? grant.next : grant.settled;
    if (pair.access !== access || pair.expires <= this.#now()) return undefined;
    if (pair === grant.next) this.#settle(grant);
    return grant.realm;
  }

  /** Ends a consent by any of its tokens. */
  revoke(token: string): boolean {
    const grant = this.#grantOf(token);
    if (grant === undefined) return false;
    this.#store({ ...grant, revoked: true });
    return true;
  }

  /** Number of times that tokens were issued for a refresh token, for tests. */
  refreshes(): number {
    return this.#refreshes;
  }

  /** Number of live consents. */
  alive(): number {
    return [...this.#grants.values()].filter(({ revoked }) => !revoked).length;
  }

  #grantOf(token: string): Grant | undefined {
    return this.#grants.get(this.#byToken.get(token) ?? '');
  }

  #newPair(): Pair {
    return {
      refresh: `RT-${randomBytes(24).toString('base64url')}`,
      access: `AT-${randomBytes(48).toString('base64url')}`,
      expires: this.#now() + this.#lifeMs(),
    };
  }

  /** Makes the next pair the current one, on its first use: the previous pair becomes invalid. */
  #settle({ next, ...grant }: Grant): Grant {
    const settled = { ...grant, settled: next ?? grant.settled };
    this.#store(settled);
    return settled;
  }

  #store(grant: Grant): void {
    if (this.#stateFile !== undefined) appendFileSync(this.#stateFile, `${JSON.stringify(grant)}\n`);
    this.#keep(grant);
  }

  #keep(grant: Grant): void {
    const before = this.#grants.get(grant.id);
    for (const token of before === undefined ? [] : tokensOf(before)) this.#byToken.delete(token);
    this.#grants.set(grant.id, grant);
    if (!grant.revoked) for (const token of tokensOf(grant)) this.#byToken.set(token, grant.id);
  }
}

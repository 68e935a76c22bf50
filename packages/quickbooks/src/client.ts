import type { Addresses } from './addresses.ts';
import type { CompanyOptions } from './calls.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Company, openCompany } from './company.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { type App, type Granted, postForm, readGranted, scope } from './oauth.ts';
import { type Outcome, ok } from './outcome.ts';
import { createPace } from './pace.ts';

export interface QuickBooksOptions extends App {
  readonly addresses: Addresses;
  readonly limits?: Partial<Limits>;
  readonly clock?: Clock;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The only client of QuickBooks Online: authorisation and data of companies. It stores nothing. */
export interface QuickBooks {
  /** The consent page. After consent, QuickBooks redirects the user to `redirectUri` with a code and `state`. */
  authorizationUrl(asked: { readonly redirectUri: string; readonly state: string }): string;
  /** Exchanges a single-use code for tokens. */
  exchange(code: string, redirectUri: string): Promise<Outcome<Granted>>;
  /**
   * Obtains new tokens. The refresh token passed here becomes invalid when the new ones are first used, so store them
   * before. Returns `unauthorised` if it is no longer valid.
   */
  refresh(refreshToken: string): Promise<Outcome<Granted>>;
  /** Revokes the consent. Returns `unauthorised` or `fault` if there is none any more. */
  revoke(token: string): Promise<Outcome<undefined>>;
  /** Opens the data of a company. All its requests share one rate limit, across all callers. */
  company(options: CompanyOptions): Company;
}

/**
 * Creates the client.
 *
 * @param options our credentials, and the addresses of QuickBooks
 */
export function createQuickBooks(options: QuickBooksOptions): QuickBooks {
  const { addresses, clientId, clientSecret, clock = systemClock, fetch: send = fetch } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const machinery = { api: addresses.api, send, limits, clock, pace: createPace(limits, clock) };
  const post = (url: string, form: Record<string, string>) =>
    postForm(send, url, { clientId, clientSecret }, form, limits);
  const grant = async (form: Record<string, string>): Promise<Outcome<Granted>> => {
    const answer = await post(addresses.token, form);
    return answer.kind === 'ok' ? readGranted(answer.value) : answer;
  };
  return {
    authorizationUrl: ({ redirectUri, state }) =>
      `${addresses.authorize}?${new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope,
        access_type: 'offline',
        redirect_uri: redirectUri,
        state,
      })}`,
    exchange: (code, redirectUri) => grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke(token) {
      const answer = await post(addresses.revoke, { token });
      return answer.kind === 'ok' ? ok(undefined) : answer;
    },
    company: (company) => openCompany(machinery, company),
  };
}

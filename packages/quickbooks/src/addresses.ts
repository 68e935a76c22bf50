/** Addresses of QuickBooks Online. */
export interface Addresses {
  /** The consent page; it may be a path of the server that sends the user there. */
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  /** The part before `/v3/company/…`. */
  readonly api: string;
}

/** The provider's own addresses. @source Intuit, OpenID discovery document and QuickBooks Online API explorer */
export const intuit: Addresses = {
  authorize: 'https://appcenter.intuit.com/connect/oauth2',
  token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  revoke: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
  api: 'https://quickbooks.api.intuit.com',
};

/**
 * The addresses for one base address. A host of Intuit, such as its sandbox, replaces only the API. Any other host is a
 * simulator that serves everything under Intuit's paths.
 *
 * @param base without a final slash
 */
export function addressesAt(base: string): Addresses {
  if (/(^|\.)intuit\.com$/i.test(new URL(base).hostname)) return { ...intuit, api: base };
  return {
    authorize: `${base}/connect/oauth2`,
    token: `${base}/oauth2/v1/tokens/bearer`,
    revoke: `${base}/v2/oauth2/tokens/revoke`,
    api: base,
  };
}

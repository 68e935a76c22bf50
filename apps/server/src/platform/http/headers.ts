/** Headers of every answer. */
const baseHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Headers of answers that contain a company's data. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...baseHeaders,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Content policy of a page: our own files, and styles with its nonce.
 *
 * @param scripts the hashes of the inline scripts of the page, as `sha256-…`
 * @param reaches another origin that the page may call, if any
 */
export const pagePolicy = (nonce: string, scripts: readonly string[], reaches?: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(reaches === undefined ? [] : [reaches])].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Makes browsers use only https for a year; sent by addresses served over https. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

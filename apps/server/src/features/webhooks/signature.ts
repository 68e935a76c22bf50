import { createHmac } from 'node:crypto';

/**
 * The value of `Timbre-Signature`: the time, and for each secret that is valid the HMAC-SHA256 of `t.body` in hexadecimal.
 *
 * @param t seconds since 1970
 * @param secrets the current one first
 */
export const signatureOf = (t: number, body: string, secrets: readonly string[]): string =>
  [
    `t=${t}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`),
  ].join(',');

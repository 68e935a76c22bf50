import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a code is valid. */
const stepS = 30;
const digits = 6;
/** Steps before and after the present one whose codes are accepted, because clocks differ. */
const skew = 1;

/** The time step of a moment. @source RFC 6238, 4.2 */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepS);

/** The code of a step. @source RFC 4226, 5.3 */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = mac[mac.length - 1]! & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

const form = new RegExp(`^[0-9]{${digits}}$`);

/**
 * The step of this code; undefined if the code is not valid now, or if it or a later one was already used.
 *
 * @param lastStep the last one used
 */
export function stepOf(secret: Uint8Array, code: string, now: Date, lastStep: number | null): number | undefined {
  if (!form.test(code)) return undefined;
  let matched: number | undefined;
  for (let step = stepAt(now) - skew; step <= stepAt(now) + skew; step++) {
    const right = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code));
    if (right && step > (lastStep ?? -1)) matched ??= step;
  }
  return matched;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding, as authenticator applications accept it. @source RFC 4648, 6 */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
    value &= 0xff;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/**
 * The address that an authenticator application reads from the QR code. @source Key Uri Format of Google Authenticator
 */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

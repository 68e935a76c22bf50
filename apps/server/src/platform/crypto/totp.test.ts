import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { base32, codeOf, otpauthUri, stepAt, stepOf } from './totp.ts';

// The vectors of RFC 6238, appendix B, have eight digits: the six-digit codes are their last six.
const seed = Buffer.from('12345678901234567890');
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: at %i s the code is %s', (seconds, code) => {
  expect(codeOf(seed, stepAt(new Date(seconds * 1_000)))).toBe(code.slice(-6));
});

test('oathtool gives the same codes, of keys in base32, at any moment', () => {
  for (let i = 0; i < 20; i++) {
    const secret = randomBytes(20);
    const now = new Date(1_600_000_000_000 + i * 98_765_432_100);
    const args = [
      '--totp',
      '--base32',
      '--now',
      now
        .toISOString()
        .replace(/\.\d+Z/, ' UTC')
        .replace('T', ' '),
    ];
    expect(codeOf(secret, stepAt(now))).toBe(
      execFileSync('oathtool', [...args, base32(secret)], { encoding: 'utf8' }).trim(),
    );
  }
});

test('base32 is that of RFC 4648, without its padding', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
  expect(texts.map((text) => base32(Buffer.from(text)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
});

test('a code is accepted one step before and after its own, no further, and never one used or older', () => {
  const now = new Date('2026-03-16T14:00:10Z');
  const step = stepAt(now);
  const taken = [-2, -1, 0, 1, 2].map((off) => stepOf(seed, codeOf(seed, step + off), now, null));
  expect(taken).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(stepOf(seed, codeOf(seed, step), now, step)).toBeUndefined();
  expect(stepOf(seed, codeOf(seed, step - 1), now, step)).toBeUndefined();
  expect(stepOf(seed, codeOf(seed, step + 1), now, step)).toBe(step + 1);
  for (const code of ['', '1', '12345', '1234567', `${codeOf(seed, step)}0`])
    expect(stepOf(seed, code, now, null)).toBeUndefined();
});

test('the address of the QR names the issuer and the account', () => {
  expect(otpauthUri(seed, 'Timbre', 'ana@empresa.do')).toBe(
    'otpauth://totp/Timbre:ana%40empresa.do?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Timbre',
  );
});

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openStream, SealBroken, sealStream } from './sealed-stream.ts';

const key = Buffer.alloc(32, 7);
const chunk = 64 * 1024;
const pieces = (bytes: Buffer) =>
  Readable.from(
    bytes.length === 0
      ? []
      : (bytes.toString('latin1').match(/.{1,50000}/gs) ?? []).map((text) => Buffer.from(text, 'latin1')),
  );
const sealed = (bytes: Buffer) => buffer(pieces(bytes).pipe(sealStream(key)));
const opened = async (bytes: Buffer, withKey = key) => {
  const opening = openStream(withKey);
  const source = pieces(bytes).pipe(opening);
  return buffer(source);
};

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 7])(
  '%i bytes come back unchanged',
  async (length) => {
    const bytes = randomBytes(length);
    expect((await opened(await sealed(bytes))).equals(bytes)).toBe(true);
  },
);

test('a stream with another key, a byte changed, a piece cut off or added, or two chunks swapped does not open', async () => {
  const whole = await sealed(randomBytes(3 * chunk + 7));
  const head = whole.length - 3 * (chunk + 16) - (7 + 16);
  const at = (n: number) => head + n * (chunk + 16);
  const changed = Buffer.from(whole);
  changed[at(1) + 5]! ^= 1;
  const swapped = Buffer.concat([
    whole.subarray(0, at(0)),
    whole.subarray(at(1), at(2)),
    whole.subarray(at(0), at(1)),
    whole.subarray(at(2)),
  ]);
  const spoilt = [
    changed,
    swapped,
    whole.subarray(0, at(3)),
    whole.subarray(0, at(2)),
    whole.subarray(0, -1),
    whole.subarray(0, 10),
    Buffer.concat([whole, Buffer.of(0)]),
    Buffer.from('otra cosa'.repeat(20)),
  ];
  for (const bytes of spoilt) await expect(opened(bytes)).rejects.toThrow(SealBroken);
  await expect(opened(whole, Buffer.alloc(32, 8))).rejects.toThrow(SealBroken);
});

import { expect, test } from 'vitest';
import { readImage } from './image.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 2, 0x80, 0, 0, 1, 0xe0, 8, 6, 0, 0, 0]);
/**
 * A JFIF segment, padding before a marker, a Huffman table (its code is in the range of the frame codes), and the
 * frame.
 */
const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0],
  [0xff, 0xff, 0xc4, 0, 3, 7],
  [0xff, 0xc2, 0, 11, 8, 0x01, 0xe0, 0x02, 0x80, 1, 1, 0x11, 0],
);
const webp = (chunk: string, data: number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [0, 0, 0, 0], data);
const lossy = webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01]);
/** 640 − 1 and 480 − 1 in fourteen bits each. */
const lossless = webp('VP8L', [0x2f, 0x7f, 0xc2, 0x77, 0, 0, 0, 0, 0, 0]);
const extended = webp('VP8X', [0, 0, 0, 0, 0x7f, 0x02, 0, 0xdf, 0x01, 0]);

test.each([
  ['PNG', 'image/png', png],
  ['JPEG', 'image/jpeg', jpeg],
  ['WebP, lossy', 'image/webp', lossy],
  ['WebP, lossless', 'image/webp', lossless],
  ['WebP, extended', 'image/webp', extended],
])('%s is recognised with its kind and size', (_, tipo, image) => {
  expect(readImage(image)).toEqual({ tipo, width: 640, height: 480 });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', bytes('<html><script>alert(1)</script>'.padEnd(64))],
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['GIF', bytes('GIF89a', [1, 0, 1, 0], ' '.repeat(40))],
  ['a PNG of no width', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 0, 0, 0, 1, 0])],
  ['a JPEG without a frame', jpeg.subarray(0, 14)],
  ['a JPEG whose segment has no length', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['WebP of an unknown form', webp('VP9 ', Array(10).fill(9))],
])('%s is no image', (_, image) => {
  expect(readImage(image)).toBeUndefined();
});

test('an image cut anywhere is an image or none, and nothing fails', () => {
  for (const image of [png, jpeg, lossy, lossless, extended])
    for (let end = 0; end < image.length; end++) expect(() => readImage(image.subarray(0, end))).not.toThrow();
});

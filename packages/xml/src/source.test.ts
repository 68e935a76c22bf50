import { expect, inject, test } from 'vitest';
import { decode } from './source.ts';
import { XmlError } from './xml-error.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/** The bytes as decoded by the platform's strict decoder; undefined if it refuses them. */
function expected(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return undefined;
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decode(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(XmlError);
    return undefined;
  }
}

test.each<[string, number[]]>([
  ['ASCII', [0x61, 0x62]],
  ['accents', [0x61, 0xc3, 0xb3]],
  ['three and four bytes', [0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xa7, 0xbe]],
  ['a byte order mark before an accent', [0xef, 0xbb, 0xbf, 0xc3, 0xb3]],
  ['line ends', [0xc3, 0xb3, 0x0d, 0x0a, 0x0d]],
  ['a sequence cut short', [0x61, 0xc3]],
  ['an overlong form', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ['a lone continuation', [0x80]],
  ['Latin-1', [0x61, 0xf3, 0x62]],
])('bytes are decoded as the platform decodes them: %s', (_, bytes) => {
  const input = Uint8Array.from(bytes);
  expect(decoded(input)).toBe(expected(input));
});

test('any bytes are decoded or refused as the platform does', () => {
  let state = inject('seed');
  for (let round = 0; round < 3000; round++) {
    const bytes = Uint8Array.from({ length: 1 + (round % 7) }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 24;
    });
    expect(decoded(bytes)).toBe(expected(bytes));
  }
});

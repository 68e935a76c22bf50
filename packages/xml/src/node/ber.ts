import { asBuffer } from '@timbre/worker/as-buffer';

/** Octets that are not the expected BER. */
export class BerError extends Error {
  override readonly name = 'BerError';
}

/** One ASN.1 value in BER. `tag` is its first octet; `encoded` is the whole encoding. */
export interface Ber {
  readonly tag: number;
  readonly encoded: Buffer;
  /** The content octets; for a constructed value, the encodings of its children. */
  readonly content: Buffer;
  readonly children: readonly Ber[];
}

export const tags = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30, context0: 0xa0 } as const;

const constructed = 0x20;
const deepest = 32;

/**
 * Reads the single value in the octets, of definite or indefinite length.
 * @throws BerError
 * @source X.690, §8.1
 */
export function readBer(octets: Uint8Array): Ber {
  const bytes = asBuffer(octets);
  const { value, end } = readAt(bytes, 0, bytes.length, 0);
  if (end !== bytes.length) throw new BerError();
  return value;
}

function readAt(bytes: Buffer, start: number, limit: number, depth: number): { value: Ber; end: number } {
  const tag = start < limit ? bytes[start] : undefined;
  let length = start + 1 < limit ? bytes[start + 1] : undefined;
  if (tag === undefined || length === undefined || (tag & 0x1f) === 0x1f || depth > deepest) throw new BerError();
  let from = start + 2;
  const indefinite = length === 0x80;
  if (length > 0x80) {
    const size = length - 0x80;
    if (size > 4 || from + size > limit) throw new BerError();
    length = bytes.readUIntBE(from, size);
    from += size;
  }
  const contentLimit = indefinite ? limit : from + length;
  if (contentLimit > limit || (indefinite && (tag & constructed) === 0)) throw new BerError();

  const children: Ber[] = [];
  let at = from;
  const isOver = () => (indefinite ? bytes[at] === 0 && bytes[at + 1] === 0 : at === contentLimit);
  if ((tag & constructed) !== 0) {
    while (!isOver()) {
      const child = readAt(bytes, at, contentLimit, depth + 1);
      children.push(child.value);
      at = child.end;
    }
  } else at = contentLimit;
  const end = indefinite ? at + 2 : at;
  return { value: { tag, encoded: bytes.subarray(start, end), content: bytes.subarray(from, at), children }, end };
}

/** The children of a SEQUENCE (or of a context-specific wrapper). */
export function inside(value: Ber | undefined, tag: number = tags.sequence): readonly Ber[] {
  if (value?.tag !== tag) throw new BerError();
  return value.children;
}

/** The octets of an OCTET STRING, or of an implicit [0], in one or several segments. */
export function octetsOf(value: Ber | undefined, tag: number = tags.octets): Buffer {
  if (value?.tag === (tag | constructed)) return Buffer.concat(value.children.map((child) => octetsOf(child)));
  if (value?.tag !== tag) throw new BerError();
  return value.content;
}

/** Reads a small non-negative INTEGER. Returns Infinity for one of more than six octets. */
export function integerOf(value: Ber | undefined): number {
  if (value?.tag !== tags.integer || value.content.length === 0) throw new BerError();
  return value.content.length <= 6 ? value.content.readIntBE(0, value.content.length) : Number.POSITIVE_INFINITY;
}

/** An OBJECT IDENTIFIER in dotted form. */
export function oidOf(value: Ber | undefined): string {
  if (value?.tag !== tags.oid) throw new BerError();
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of value.content) {
    arc = arc * 128 + (octet & 0x7f);
    if (octet < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...rest].join('.');
}

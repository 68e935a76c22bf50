/** Tags of the values of a CMS signature. @source X.690, §8 */
export const tag = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific and constructed; `+ n` for its number. */
  context: 0xa0,
} as const;

/** Writes one value in DER from the parts of its content. @source X.690, §10.1 */
export function der(tagOctet: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tagOctet]), lengthOctets(length), ...parts]);
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const octets = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | octets.length]), octets]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(tag.sequence, ...parts);

/** A SET OF, with its values sorted by their octets, as DER requires. @source X.690, §11.6 */
export const setOf = (...values: readonly Uint8Array[]): Buffer => der(tag.set, ...values.toSorted(Buffer.compare));

export const octets = (content: Uint8Array): Buffer => der(tag.octets, content);

/** A non-negative INTEGER below 128. */
export const integer = (value: number): Buffer => der(tag.integer, Buffer.from([value]));

export const nullValue = der(tag.null);

/** An OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(tag.oid, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(arc: number): number[] {
  const octetsOfArc = [arc & 0x7f];
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
    octetsOfArc.unshift((left & 0x7f) | 0x80);
  return octetsOfArc;
}

/** An instant to the second: UTCTime up to 2049, GeneralizedTime after. @source RFC 5652, §11.3 */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(tag.utcTime, Buffer.from(`${digits.slice(2)}Z`))
    : der(tag.generalizedTime, Buffer.from(`${digits}Z`));
}

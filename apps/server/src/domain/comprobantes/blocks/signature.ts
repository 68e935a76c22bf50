import type { Ambiente, Estado } from '@timbre/contract';
import { foldText } from '../../../platform/db/fold.ts';

/** The facts of a document that enter a signature. */
export interface SignedFacts {
  readonly estado: Estado;
  readonly tipo: number;
  readonly ambiente: Ambiente;
  readonly encf: string;
  readonly track_id: string | null;
  readonly razon_comprador: string | null;
  readonly rnc_comprador: string | null;
}

// Positions of the bits. They are stored: a migration that changes them sets every `firma` to null.
const hexTrigrams = 0;
const bigrams = hexTrigrams + 16 ** 3;
/** 0-9, a-z, the space, and one symbol for all signs. */
const symbols = 38;
const sign = 37;
const tipos = bigrams + symbols ** 2;
const firstTipo = 31;
const ambientes: Readonly<Record<Ambiente, number>> = { testecf: tipos + 32, certecf: tipos + 33, ecf: tipos + 34 };
const estados: Partial<Record<Estado, number>> = {
  aceptado: tipos + 40,
  aceptado_condicional: tipos + 41,
  rechazado: tipos + 42,
};
const shared = tipos + 64;
const size = 8_192;

/** Lengths of the pieces that have bits, the rarest pieces first. */
const lengths = [6, 4, 3, 2];

/**
 * The signature of a block: a bit for each trait of its documents, and for each piece of the searched texts. Pieces of
 * two characters, and hexadecimal ones of three, have a bit each; others of three, four or six share bits. Longer ones
 * that are hexadecimal or contain a sign have none: each Track ID would add many.
 *
 * @param documents all of them decided
 * @returns 1,024 bytes, in which PostgreSQL's `get_bit` finds the bits
 */
export function signatureOf(documents: readonly SignedFacts[]): Buffer {
  const bytes = Buffer.alloc(size / 8);
  for (const document of documents) {
    const { encf, track_id, razon_comprador, rnc_comprador } = document;
    for (const bit of traitBits(document)) setBit(bytes, bit);
    for (const text of [encf, track_id, razon_comprador, rnc_comprador])
      for (const bit of textBits(text ?? '')) setBit(bytes, bit);
  }
  return bytes;
}

/**
 * The bits of traits.
 *
 * @throws Error for a state that is not final: a block with such a document has no signature
 */
export function traitBits({ estado, tipo, ambiente }: Partial<Pick<SignedFacts, 'estado' | 'tipo' | 'ambiente'>>) {
  const bits: number[] = [];
  if (tipo !== undefined) bits.push(tipos + tipo - firstTipo);
  if (ambiente !== undefined) bits.push(ambientes[ambiente]);
  if (estado !== undefined) {
    const bit = estados[estado];
    if (bit === undefined) throw new Error(`A document that is ${estado} has no signature`);
    bits.push(bit);
  }
  return bits;
}

/**
 * The bits that the signature of a block has if one of its documents contains the text; none for a single character.
 *
 * @returns first the bits that fewest blocks have; of pieces of the same length, the last ones first: names differ more
 * at their end than in «Comercial» or «Inversiones»
 */
export function textBits(text: string): number[] {
  const folded = foldText(text);
  const ofText = Array.from({ length: folded.length }, (_, i) => symbolOf(folded.charCodeAt(i)));
  const bits = new Set<number>();
  for (const length of lengths)
    for (let start = ofText.length - length; start >= 0; start--) {
      const bit = bitOf(ofText, start, length);
      if (bit !== undefined) bits.add(bit);
    }
  return [...bits];
}

/** The bit of a piece of a text; undefined if such a piece has none. */
function bitOf(text: readonly number[], start: number, length: number): number | undefined {
  let value = 0;
  let isHex = true;
  let hasSign = false;
  for (let i = start; i < start + length; i++) {
    const symbol = text[i]!;
    value = value * symbols + symbol;
    isHex &&= symbol < 16;
    hasSign ||= symbol === sign;
  }
  if (length === 2) return bigrams + value;
  if (length === 3 && isHex) return hexTrigrams + (text[start]! * 16 + text[start + 1]!) * 16 + text[start + 2]!;
  if (length > 3 && (isHex || hasSign)) return undefined;
  return shared + ((Math.imul(value + length, 2_654_435_761) >>> 0) % (size - shared));
}

function symbolOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 122) return code - 87;
  return code === 32 ? 36 : sign;
}

const setBit = (bytes: Buffer, bit: number): void => {
  bytes[bit >> 3]! |= 1 << (bit & 7);
};

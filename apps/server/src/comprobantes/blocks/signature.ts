import type { Ambiente, Estado } from '@timbre/contract';
import { foldText } from './fold.ts';

/** What a signature is made of. */
export interface SignedFacts {
  readonly estado: Estado;
  readonly tipo: number;
  readonly ambiente: Ambiente;
  readonly encf: string;
  readonly track_id: string | null;
  readonly razon_comprador: string | null;
  readonly rnc_comprador: string | null;
}

// Places of the bits. They are stored: a migration that changes them sets every `firma` to null.
const hexTrigrams = 0;
const bigrams = hexTrigrams + 16 ** 3;
/** 0-9, a-z, the space, and one for all others. */
const symbols = 38;
const tipos = bigrams + symbols ** 2;
const firstTipo = 31;
const ambientes: Readonly<Record<Ambiente, number>> = { testecf: tipos + 32, certecf: tipos + 33, ecf: tipos + 34 };
const estados: Partial<Record<Estado, number>> = {
  aceptado: tipos + 40,
  aceptado_condicional: tipos + 41,
  rechazado: tipos + 42,
};
const otherTrigrams = tipos + 64;
const size = 8_192;

/**
 * The signature of a block: a bit for each trait of its documents, and for each piece of two or three characters of the texts
 * that are searched. Pieces of three that are not hexadecimal share bits.
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
      if (text !== null) forEachBit(foldText(text), (bit) => setBit(bytes, bit));
  }
  return bytes;
}

/**
 * The bits of traits.
 *
 * @throws Error of a state that is not final: a block with such a document has no signature
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

/** The bits that the signature of a block has if a document of it contains the text; none for a single character. */
export function textBits(text: string): number[] {
  const bits = new Set<number>();
  forEachBit(foldText(text), (bit) => bits.add(bit));
  return [...bits];
}

function forEachBit(text: string, found: (bit: number) => void): void {
  let before = -1;
  let last = -1;
  for (let i = 0; i < text.length; i++) {
    const symbol = symbolOf(text.charCodeAt(i));
    if (last >= 0) found(bigrams + last * symbols + symbol);
    if (before >= 0) found(trigramBit(before, last, symbol));
    before = last;
    last = symbol;
  }
}

function trigramBit(a: number, b: number, c: number): number {
  if (a < 16 && b < 16 && c < 16) return hexTrigrams + (a * 16 + b) * 16 + c;
  const trigram = (a * symbols + b) * symbols + c;
  return otherTrigrams + ((Math.imul(trigram, 2_654_435_761) >>> 0) % (size - otherTrigrams));
}

function symbolOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 122) return code - 87;
  return code === 32 ? 36 : 37;
}

const setBit = (bytes: Buffer, bit: number): void => {
  bytes[bit >> 3]! |= 1 << (bit & 7);
};

import { createDecipheriv, createHmac, hash, pbkdf2Sync } from 'node:crypto';
import { type Ber, inside, integerOf, octetsOf, oidOf, tags } from '@timbre/xml/node';
import forge from 'node-forge';
import { P12Error } from './p12-error.ts';

/** Decrypts data that was encrypted with a password. Throws if the key or the data is wrong. */
export type Decrypt = (password: string, data: Buffer) => Buffer;

/** Higher iteration counts are treated as an attack. OpenSSL uses 2,048; the most careful tools use 600,000. */
const mostIterations = 1_000_000;

const pbes2 = '1.2.840.113549.1.5.13';
const pbkdf2 = '1.2.840.113549.1.5.12';

/** Lengths in octets. */
type Digest = { readonly name: string; readonly length: number; readonly block: number };
type Cipher = { readonly name: string; readonly keyLength: number; readonly ivLength: number };

/** @source RFC 8018, appendix B.2; RFC 3565 */
const pbes2Ciphers: Readonly<Record<string, Cipher>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyLength: 16, ivLength: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyLength: 24, ivLength: 16 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyLength: 32, ivLength: 16 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyLength: 24, ivLength: 8 },
};

/** @source RFC 8018, appendix B.1 */
const pseudoRandomFunctions: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
const defaultFunction = '1.2.840.113549.2.7';

/** @source RFC 7292, appendix C */
const pkcs12Ciphers: Readonly<Record<string, Cipher>> = {
  '1.2.840.113549.1.12.1.3': { name: 'des-ede3-cbc', keyLength: 24, ivLength: 8 },
  '1.2.840.113549.1.12.1.5': { name: 'rc2', keyLength: 16, ivLength: 8 },
  '1.2.840.113549.1.12.1.6': { name: 'rc2', keyLength: 5, ivLength: 8 },
};

/** @source RFC 8017, appendix B.1 */
const digests: Readonly<Record<string, Digest>> = {
  '1.3.14.3.2.26': { name: 'sha1', length: 20, block: 64 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', length: 32, block: 64 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', length: 48, block: 128 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', length: 64, block: 128 },
};
const sha1: Digest = { name: 'sha1', length: 20, block: 64 };

/**
 * Parses the encryption that an AlgorithmIdentifier specifies; computes nothing yet.
 * @throws P12Error `p12/no-soportado`, `p12/demasiadas-iteraciones`, `p12/danado`
 */
export function readDecryption(algorithm: Ber | undefined): Decrypt {
  const [id, parameters] = inside(algorithm);
  const oid = oidOf(id);
  if (oid === pbes2) return readPbes2(parameters);
  const cipher = known(pkcs12Ciphers, oid);
  const [salt, count] = inside(parameters);
  const derivation = { digest: sha1, salt: octetsOf(salt), iterations: readIterations(count) };
  return (password, data) => {
    const key = deriveKey(derivation, password, 1, cipher.keyLength);
    const iv = deriveKey(derivation, password, 2, cipher.ivLength);
    return decrypt(cipher, key, iv, data);
  };
}

/** @source RFC 8018, §6.2 and appendix A */
function readPbes2(parameters: Ber | undefined): Decrypt {
  const [derivation, encryption] = inside(parameters);
  const [derivationId, derivationParameters] = inside(derivation);
  if (oidOf(derivationId) !== pbkdf2) throw new P12Error('p12/no-soportado');
  const [salt, count, ...options] = inside(derivationParameters);
  const iterations = readIterations(count);
  const prf = options.find((option) => option.tag === tags.sequence);
  const digest = known(pseudoRandomFunctions, prf === undefined ? defaultFunction : oidOf(inside(prf)[0]));
  const [cipherId, iv] = inside(encryption);
  const cipher = known(pbes2Ciphers, oidOf(cipherId));
  const saltOctets = octetsOf(salt);
  const ivOctets = octetsOf(iv);
  return (password, data) => {
    const key = pbkdf2Sync(Buffer.from(password, 'utf8'), saltOctets, iterations, cipher.keyLength, digest);
    return decrypt(cipher, key, ivOctets, data);
  };
}

/**
 * Parses the file's integrity check. Returns a function that is true if the MAC matches a password and the protected
 * octets.
 * @source RFC 7292, §4 and appendix B
 */
export function readMac(macData: Ber): (password: string, data: Buffer) => boolean {
  const [digestInfo, salt, count] = inside(macData);
  const [algorithm, expected] = inside(digestInfo);
  const digest = known(digests, oidOf(inside(algorithm)[0]));
  const iterations = count === undefined ? 1 : readIterations(count);
  const derivation = { digest, salt: octetsOf(salt), iterations };
  const expectedOctets = octetsOf(expected);
  return (password, data) => {
    const key = deriveKey(derivation, password, 3, digest.length);
    return createHmac(digest.name, key).update(data).digest().equals(expectedOctets);
  };
}

function known<T>(table: Readonly<Record<string, T>>, oid: string): T {
  const entry = Object.hasOwn(table, oid) ? table[oid] : undefined;
  if (entry === undefined) throw new P12Error('p12/no-soportado');
  return entry;
}

function readIterations(value: Ber | undefined): number {
  const count = integerOf(value);
  if (count > mostIterations) throw new P12Error('p12/demasiadas-iteraciones');
  if (count < 1) throw new P12Error('p12/danado');
  return count;
}

function decrypt({ name }: Cipher, key: Buffer, iv: Buffer, data: Buffer): Buffer {
  if (name === 'rc2') return decryptRc2(key, iv, data);
  const decipher = createDecipheriv(name, key, iv);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

/** Decrypts RC2, which Node's OpenSSL lacks. For years, most files exported by Windows and macOS used it. */
function decryptRc2(key: Buffer, iv: Buffer, data: Buffer): Buffer {
  const cipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
  cipher.start(iv.toString('latin1'));
  cipher.update(forge.util.createBuffer(data.toString('latin1')));
  if (!cipher.finish()) throw new P12Error('p12/danado');
  return Buffer.from(cipher.output.getBytes(), 'latin1');
}

type Derivation = { readonly digest: Digest; readonly salt: Buffer; readonly iterations: number };

/** Derives a key (purpose 1), a vector (2) or a MAC key (3) from a password. @source RFC 7292, appendix B.2 */
function deriveKey(
  { digest, salt, iterations }: Derivation,
  password: string,
  purpose: 1 | 2 | 3,
  length: number,
): Buffer {
  const { name, block } = digest;
  const characters = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const input = Buffer.concat([repeatToBlocks(salt, block), repeatToBlocks(characters, block)]);
  const purposeBlock = Buffer.alloc(block, purpose);
  const pieces: Buffer[] = [];
  for (let made = 0; made < length; ) {
    let piece = hash(name, Buffer.concat([purposeBlock, input]), 'buffer');
    for (let count = 1; count < iterations; count += 1) piece = hash(name, piece, 'buffer');
    pieces.push(piece);
    made += piece.length;
    addToEachBlock(input, repeatToBlocks(piece, block).subarray(0, block), block);
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** Repeats the octets to fill whole blocks. */
function repeatToBlocks(octets: Buffer, block: number): Buffer {
  return octets.length === 0 ? octets : Buffer.alloc(Math.ceil(octets.length / block) * block, octets);
}

/** Adds the other block plus one to each block, as numbers modulo the size of a block. */
function addToEachBlock(blocks: Buffer, other: Buffer, block: number): void {
  for (let start = 0; start < blocks.length; start += block) {
    let carry = 1;
    for (let at = block - 1; at >= 0; at -= 1) {
      carry += (blocks[start + at] ?? 0) + (other[at] ?? 0);
      blocks[start + at] = carry & 0xff;
      carry >>= 8;
    }
  }
}

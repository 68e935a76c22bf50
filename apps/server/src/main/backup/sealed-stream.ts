import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** The stream was encrypted with another key, is truncated, or a byte of it changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const magic = Buffer.from('TIMBRE-COPIA-1\n');
const saltLength = 16;
const headLength = magic.length + saltLength;
const chunkLength = 64 * 1024;
const tagLength = 16;
/** Marks whether another chunk follows, so that a file truncated between two chunks is detected. */
const marks = { more: Buffer.of(0), last: Buffer.of(1) } as const;

const keyOf = (masterKey: Buffer, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, salt, 'timbre backup', 32));

function nonceOf(chunk: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 6, 6);
  return nonce;
}

/**
 * Encrypts a stream of any length with AES-256-GCM, in chunks of 64 kB under a key of its own.
 *
 * @param masterKey 32 bytes
 */
export function sealStream(masterKey: Buffer): Transform {
  const salt = randomBytes(saltLength);
  const key = keyOf(masterKey, salt);
  let held: Buffer = Buffer.alloc(0);
  let count = 0;
  function seal(this: Transform, plain: Buffer, mark: Buffer): void {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count)).setAAD(mark);
    count += 1;
    this.push(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
  }
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([magic, salt]));
      done();
    },
    transform(data: Buffer, _encoding, done: TransformCallback) {
      held = Buffer.concat([held, data]);
      // The last chunk is known only at the end, so one is always held back.
      while (held.length > chunkLength) {
        seal.call(this, held.subarray(0, chunkLength), marks.more);
        held = held.subarray(chunkLength);
      }
      done();
    },
    flush(done) {
      seal.call(this, held, marks.last);
      done();
    },
  });
}

/**
 * Decrypts the result of {@link sealStream}. Each chunk is authenticated before it is passed on.
 *
 * @param masterKey the one that it was encrypted with
 * @returns a stream that fails with {@link SealBroken}
 */
export function openStream(masterKey: Buffer): Transform {
  let key: Buffer | undefined;
  let held: Buffer = Buffer.alloc(0);
  let count = 0;
  function open(sealed: Buffer, mark: Buffer): Buffer {
    if (key === undefined || sealed.length < tagLength) throw new SealBroken('Not a sealed stream, or cut short');
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count))
      .setAAD(mark)
      .setAuthTag(sealed.subarray(-tagLength));
    count += 1;
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
    } catch (cause) {
      throw new SealBroken('Another key, or changed, or cut short', { cause });
    }
  }
  return new Transform({
    transform(data: Buffer, _encoding, done: TransformCallback) {
      held = Buffer.concat([held, data]);
      try {
        if (key === undefined && held.length >= headLength) {
          if (!held.subarray(0, magic.length).equals(magic)) throw new SealBroken('Not a sealed stream');
          key = keyOf(masterKey, held.subarray(magic.length, headLength));
          held = held.subarray(headLength);
        }
        while (key !== undefined && held.length > chunkLength + tagLength) {
          this.push(open(held.subarray(0, chunkLength + tagLength), marks.more));
          held = held.subarray(chunkLength + tagLength);
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        this.push(open(held, marks.last));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { packedBytes, readDirectory, type ZipEntry, ZipError } from '@timbre/workbook';
import { RegisterRefused } from './register-refused.ts';

/** A register file: on the disk, or an upload in memory. */
export type RegisterFile = { readonly path: string } | { readonly bytes: Buffer };

/** The bytes of the text, in chunks, and their number. */
interface OpenFile {
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes of the text, as far as they are known before it is read. */
  readonly total: number;
}

/** Limits in bytes: of a package, which is held in memory, and of the text that it contains. */
const maxPackage = 128 * 1024 * 1024;
const maxText = 1024 * 1024 * 1024;
const maxEntries = 50;
const chunkBytes = 256 * 1024;

const damaged = () => new RegisterRefused('El archivo .zip está dañado o incompleto. Descárguelo de nuevo.');

/**
 * Opens DGII_RNC.TXT, alone or inside the DGII's package.
 *
 * @throws RegisterRefused when the package cannot be read, has no text or is too large; also while it is read
 */
export async function openRegister(file: RegisterFile): Promise<OpenFile> {
  if ('bytes' in file)
    return isZip(file.bytes) ? openPackage(file.bytes) : limited(pieces(file.bytes), file.bytes.length);
  const { start, size } = await lookAt(file.path);
  if (!isZip(start)) return limited(createReadStream(file.path, { highWaterMark: chunkBytes }), size);
  if (size > maxPackage) throw new RegisterRefused('El archivo .zip es demasiado grande para ser el de la DGII.');
  return openPackage(await readFile(file.path));
}

const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50;

async function lookAt(path: string): Promise<{ readonly start: Buffer; readonly size: number }> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return { start: buffer.subarray(0, bytesRead), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

function openPackage(data: Buffer): OpenFile {
  try {
    const texts = [...readDirectory(data, maxEntries)].filter(([name]) => name.endsWith('.txt'));
    const [, entry] = texts[0] ?? [];
    if (entry === undefined || texts.length > 1)
      throw new RegisterRefused('El archivo .zip no contiene un solo archivo de texto: no es el de la DGII.');
    const { chunks } = limited(unpacked(data, entry), entry.unpackedSize);
    return { chunks: verified(chunks, entry), total: entry.unpackedSize };
  } catch (error) {
    if (error instanceof ZipError && error.fault === 'encrypted')
      throw new RegisterRefused('El archivo .zip tiene contraseña: no es el de la DGII.');
    throw error instanceof ZipError ? damaged() : error;
  }
}

function unpacked(data: Buffer, entry: ZipEntry): AsyncIterable<Buffer> | Iterable<Buffer> {
  const packed = packedBytes(data, entry);
  if (entry.method === 0) return [packed];
  return Readable.from(pieces(packed)).pipe(createInflateRaw({ chunkSize: chunkBytes }));
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The size that a package declares is not trusted: the text is limited while it is unpacked. */
function limited(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, total: number): OpenFile {
  async function* counted(): AsyncGenerator<Buffer> {
    let seen = 0;
    for await (const chunk of chunks) {
      seen += chunk.length;
      if (seen > maxText) throw new RegisterRefused('El archivo es demasiado grande para ser el registro de la DGII.');
      yield chunk;
    }
  }
  return { chunks: counted(), total };
}

async function* verified(chunks: AsyncIterable<Buffer>, { crc }: ZipEntry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof RegisterRefused ? error : damaged();
  }
  if (sum !== crc) throw damaged();
}

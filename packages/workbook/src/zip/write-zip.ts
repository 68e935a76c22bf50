import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { formatFechaHora } from '@timbre/values';
import { asBuffer } from '@timbre/worker/as-buffer';
import type { ZipEntry } from './directory.ts';
import { descriptorOf, directoryLine, dosTime, endOf, flag, localHead } from './records.ts';
import { type DeflatedPart, type PackedPart, writeRecords } from './write-records.ts';

/** A part of a ZIP package to write. */
export interface ZipPart {
  readonly name: string;
  /**
   * Bytes, a packed part of another package that is copied without being unpacked, or a text in pieces that is
   * compressed as it arrives.
   */
  readonly content: Buffer | PackedPart | AsyncIterable<string>;
  /** Whether a buffer is compressed already: it is stored as it is. */
  readonly packed?: boolean;
}

const deflated = promisify(deflateRaw);

/**
 * Writes a ZIP package part by part, as they arrive. Of a written part, only its line of the directory is stored.
 *
 * @param at modification time of its parts, in epoch milliseconds; written as the time in Santo Domingo
 * @throws RangeError if it would have over 4 GiB or 65,534 parts
 */
export async function* writeZip(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>, at: number): AsyncGenerator<Buffer> {
  const [day = 1, month = 1, year = 1980, hours = 0, minutes = 0, seconds = 0] = formatFechaHora(at)
    .split(/[- :]/)
    .map(Number);
  const time = dosTime(year, month, day, hours, minutes, seconds);
  for await (const bytes of writeRecords(packedParts(parts), time)) yield asBuffer(bytes);
}

async function* packedParts(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>) {
  for await (const { name, content, packed = false } of parts) {
    if (Buffer.isBuffer(content)) yield { name, content: await packedPart(content, packed) };
    else yield { name, content: 'packedBytes' in content ? content : deflatedPart(content) };
  }
}

/** @param packed whether the content is compressed already, and is stored as it is */
async function packedPart(content: Buffer, packed: boolean): Promise<PackedPart> {
  const packedBytes = packed ? content : await deflated(content);
  return { method: packed ? 0 : 8, crc: crc32(content), unpackedSize: content.length, packedBytes };
}

function deflatedPart(content: AsyncIterable<string>): DeflatedPart {
  let [crc, unpackedSize] = [0, 0];
  const measured = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      unpackedSize += bytes.length;
      yield bytes;
    }
  };
  const pieces = async function* () {
    // A failure of the content reaches the reader of the pieces through the stream.
    yield* pipeline(measured, createDeflateRaw(), () => undefined);
  };
  return { pieces: pieces(), sums: () => ({ crc, unpackedSize }) };
}

/**
 * Whether a package has the form that {@link writeZip} writes: its parts are consecutive, the head of each matches its
 * line in the directory, and there are no bytes before, between or after them. The contents of the parts are not
 * checked.
 *
 * @param entries of its directory, in order
 */
export function isAsWritten(data: Buffer, entries: Iterable<ZipEntry>): boolean {
  const lines: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    if (entry.offset !== at || at + 30 > data.length) return false;
    const [flags, time] = [data.readUInt16LE(at + 6), data.readUInt32LE(at + 10)];
    const part = { ...entry, sumsFollow: (flags & flag.sumsFollow) !== 0 };
    const head = localHead(part, time);
    const sums = part.sumsFollow ? descriptorOf(entry) : Buffer.alloc(0);
    const end = at + head.length + entry.packedSize;
    if (!data.subarray(at, at + head.length).equals(head)) return false;
    if (!data.subarray(end, end + sums.length).equals(sums)) return false;
    at = end + sums.length;
    lines.push(directoryLine(part, time));
  }
  const directory = Buffer.concat(lines);
  return data.subarray(at).equals(Buffer.concat([directory, endOf(lines.length, directory.length, at)]));
}

import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { formatFechaHora } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import { centralSignature, endSignature, localSignature, type ZipEntry } from './directory.ts';

/** A packed part of another package, copied without being unpacked. */
export interface PackedPart {
  readonly method: number;
  /** Checksum of the unpacked bytes. */
  readonly crc: number;
  readonly unpackedSize: number;
  readonly packedBytes: Buffer;
}

/** A part of a ZIP package to write. */
export interface ZipPart {
  /** ASCII. */
  readonly name: string;
  /** A text that arrives in pieces is compressed as it arrives. */
  readonly content: Buffer | PackedPart | AsyncIterable<string>;
  /** Whether a buffer is compressed already: it is stored as it is. */
  readonly packed?: boolean;
}

/** A part, as declared in the directory at the end. */
interface Written {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly unpackedSize: number;
  readonly offset: number;
}

/** Lines of the directory that are written in one step. */
const linesOfPiece = 1_000;

const deflated = promisify(deflateRaw);
/** Flag: sizes and checksum follow the part. */
const sizesFollow = 8;
const descriptorSignature = 0x08074b50;
/** Above this a package needs ZIP64, which is not written. */
const mostBytes = 0xfffffffe;
const mostParts = 0xfffe;

/**
 * Writes a ZIP package part by part, as they arrive. Of a written part, only its line of the directory is stored.
 *
 * @param at modification time of its parts
 * @throws RangeError if it would have over 4 GiB or 65,534 parts
 */
export async function* writeZip(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>, at: number): AsyncGenerator<Buffer> {
  const time = dosTime(at);
  const written: Written[] = [];
  let offset = 0;
  const out = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    if (offset > mostBytes || written.length > mostParts) throw new RangeError('The package needs ZIP64');
    return bytes;
  };
  for await (const { name, content, packed = false } of parts) {
    const start = offset;
    if (Buffer.isBuffer(content) || 'packedBytes' in content) {
      const { packedBytes, ...facts } = Buffer.isBuffer(content) ? await packedPart(content, packed) : content;
      const part = { name, flags: 0, ...facts, packedSize: packedBytes.length, offset: start };
      yield out(localHead(part, time));
      yield out(packedBytes);
      written.push(part);
      continue;
    }
    let [crc, packedSize, unpackedSize] = [0, 0, 0];
    const counted = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        crc = crc32(bytes, crc);
        unpackedSize += bytes.length;
        yield bytes;
      }
    };
    const part = { name, flags: sizesFollow, method: 8, crc: 0, packedSize: 0, unpackedSize: 0, offset: start };
    yield out(localHead(part, time));
    // A failure of the content reaches the loop through the stream.
    for await (const bytes of pipeline(counted, createDeflateRaw(), () => undefined)) {
      packedSize += bytes.length;
      yield out(bytes);
    }
    const sizes = { crc, packedSize, unpackedSize };
    yield out(descriptorOf(sizes));
    written.push({ ...part, ...sizes });
  }
  const directory = offset;
  const lines = await inSlices(written, (part) => directoryLine(part, time));
  for (let i = 0; i < lines.length; i += linesOfPiece) yield out(Buffer.concat(lines.slice(i, i + linesOfPiece)));
  yield out(endOf(written.length, offset - directory, directory));
}

/**
 * Whether a package has the form that {@link writeZip} writes: its parts are consecutive, the head of each matches its
 * line in the directory, and there are no bytes before, between or after them. The contents of the parts are not
 * checked.
 *
 * @param entries of its directory, in order
 */
export function isAsWritten(data: Buffer, entries: Iterable<ZipEntry>): boolean {
  const lines: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    if (entry.offset !== at || at + 30 > data.length) return false;
    const [flags, time] = [data.readUInt16LE(at + 6), data.readUInt32LE(at + 10)];
    const follow = flags === sizesFollow;
    const part = { ...entry, flags: follow ? sizesFollow : 0 };
    const head = localHead(follow ? { ...part, crc: 0, packedSize: 0, unpackedSize: 0 } : part, time);
    const sizes = follow ? descriptorOf(entry) : Buffer.alloc(0);
    const end = at + head.length + entry.packedSize;
    if (!data.subarray(at, at + head.length).equals(head)) return false;
    if (!data.subarray(end, end + sizes.length).equals(sizes)) return false;
    at = end + sizes.length;
    lines.push(directoryLine(part, time));
  }
  const directory = Buffer.concat(lines);
  return data.subarray(at).equals(Buffer.concat([directory, endOf(lines.length, directory.length, at)]));
}

/** The end record of a package: the number of its parts, and the size and the offset of its directory. */
function endOf(parts: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(parts, 8);
  end.writeUInt16LE(parts, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

/** The record after a part whose head has no sizes. */
const descriptorOf = ({
  crc,
  packedSize,
  unpackedSize,
}: Pick<Written, 'crc' | 'packedSize' | 'unpackedSize'>): Buffer =>
  words([descriptorSignature, crc, packedSize, unpackedSize]);

/** @param packed whether the content is compressed already, and is stored as it is */
async function packedPart(content: Buffer, packed: boolean): Promise<PackedPart> {
  const packedBytes = packed ? content : await deflated(content);
  return { method: packed ? 0 : 8, crc: crc32(content), unpackedSize: content.length, packedBytes };
}

const words = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => void bytes.writeUInt32LE(value, 4 * at));
  return bytes;
};

/**
 * Fields common to both heads of a part: required version (2.0), flags, method, time, sum, sizes, length of the name.
 */
function common(part: Written, time: number): Buffer {
  const { name, flags, method, crc, packedSize, unpackedSize } = part;
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt32LE(time, 6);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packedSize, 14);
  bytes.writeUInt32LE(unpackedSize, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

const localHead = (part: Written, time: number): Buffer =>
  Buffer.concat([words([localSignature]), common(part, time), Buffer.from(part.name, 'latin1')]);

function directoryLine(part: Written, time: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(part.offset, 10);
  const version = Buffer.from([20, 0]);
  return Buffer.concat([
    words([centralSignature]),
    version,
    common(part, time),
    rest,
    Buffer.from(part.name, 'latin1'),
  ]);
}

/** The time in Santo Domingo, in the two 16-bit words of the MS-DOS format that ZIP uses. */
function dosTime(at: number): number {
  const [day = 1, month = 1, year = 1980, hours = 0, minutes = 0, seconds = 0] = formatFechaHora(at)
    .split(/[- :]/)
    .map(Number);
  const date = ((year - 1980) << 9) | (month << 5) | day;
  const time = (hours << 11) | (minutes << 5) | (seconds >> 1);
  return ((date << 16) | time) >>> 0;
}

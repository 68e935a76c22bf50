import { signature } from './records.ts';

const endSize = 22;

/** A part of a ZIP package, as declared in its directory. */
export interface ZipEntry {
  /** As written in the directory. */
  readonly name: string;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly unpackedSize: number;
  readonly offset: number;
}

/** A ZIP package that cannot be read: it is damaged, has a password, or has more parts than the caller accepts. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly fault: 'damaged' | 'encrypted' | 'too many parts';

  constructor(fault: ZipError['fault']) {
    super(`The ZIP package is ${fault}`);
    this.fault = fault;
  }
}

const damaged = () => new ZipError('damaged');

/**
 * Reads the directory of a ZIP package held in memory. ZIP64 is refused: nothing that we read needs it.
 *
 * @param data the whole file
 * @param maxEntries maximum number of parts
 * @returns the parts by their names in lower case; the backslashes of some programs of Windows are slashes
 * @throws ZipError
 */
export function readDirectory(data: Buffer, maxEntries: number): Map<string, ZipEntry> {
  const lastEnd = data.length - endSize;
  let end = -1;
  for (let at = lastEnd; at >= Math.max(0, lastEnd - 0xffff); at--) {
    if (data.readUInt32LE(at) === signature.end) {
      end = at;
      break;
    }
  }
  if (end < 0) throw damaged();
  const count = data.readUInt16LE(end + 10);
  let at = data.readUInt32LE(end + 16);
  // 0xffff entries or a 0xffffffff offset indicate ZIP64.
  if (count > maxEntries) throw new ZipError('too many parts');
  if (data.readUInt16LE(end + 4) !== 0 || data.readUInt16LE(end + 8) !== count) throw damaged();
  const entries = new Map<string, ZipEntry>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || data.readUInt32LE(at) !== signature.central) throw damaged();
    const nameEnd = at + 46 + data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + 46, nameEnd);
    const key = name.toLowerCase().replaceAll('\\', '/');
    if ((data.readUInt16LE(at + 8) & 1) !== 0) throw new ZipError('encrypted');
    if (entries.has(key)) throw damaged();
    entries.set(key, {
      name,
      method: data.readUInt16LE(at + 10),
      crc: data.readUInt32LE(at + 16),
      packedSize: data.readUInt32LE(at + 20),
      unpackedSize: data.readUInt32LE(at + 24),
      offset: data.readUInt32LE(at + 42),
    });
    at = nameEnd + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * The packed bytes of a part.
 *
 * @throws ZipError if they are not in the file, or neither stored nor deflated
 */
export function packedBytes(data: Buffer, { method, offset, packedSize }: ZipEntry): Buffer {
  if (method !== 0 && method !== 8) throw damaged();
  if (offset + 30 > data.length || data.readUInt32LE(offset) !== signature.local) throw damaged();
  const start = offset + 30 + data.readUInt16LE(offset + 26) + data.readUInt16LE(offset + 28);
  if (start + packedSize > data.length) throw damaged();
  return data.subarray(start, start + packedSize);
}

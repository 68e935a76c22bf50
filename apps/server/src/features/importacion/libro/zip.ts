import { crc32, inflateRawSync } from 'node:zlib';
import { LibroError } from './libro-error.ts';

const maxEntries = 200;
const freeBytes = 1024 * 1024;
const maxRatio = 200;

const localSignature = 0x04034b50;
const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const endSize = 22;

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly unpackedSize: number;
  readonly offset: number;
}

/** The parts of a ZIP package. */
export interface Zip {
  has(name: string): boolean;
  /** Unpacked bytes of a part, its checksum verified; undefined if there is none of that name. */
  extract(name: string): Buffer | undefined;
}

const damaged = (detail?: string) => new LibroError('LIBRO-DANADO', detail);
const tooLarge = (maxUnpacked: number) =>
  new LibroError('LIBRO-GRANDE', `Descomprimido supera ${Math.floor(maxUnpacked / (1024 * 1024))} MB.`);

function readDirectory(data: Buffer): Map<string, Entry> {
  const lastEnd = data.length - endSize;
  let end = -1;
  for (let at = lastEnd; at >= Math.max(0, lastEnd - 0xffff); at--) {
    if (data.readUInt32LE(at) === endSignature) {
      end = at;
      break;
    }
  }
  if (end < 0) throw damaged();
  const count = data.readUInt16LE(end + 10);
  let at = data.readUInt32LE(end + 16);
  // 0xffff entries or a 0xffffffff offset indicate ZIP64, which no workbook within our limits needs.
  if (count > maxEntries) throw new LibroError('LIBRO-GRANDE', `Contiene más de ${maxEntries} partes internas.`);
  if (data.readUInt16LE(end + 4) !== 0 || data.readUInt16LE(end + 8) !== count) throw damaged();
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || data.readUInt32LE(at) !== centralSignature) throw damaged();
    const nameEnd = at + 46 + data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + 46, nameEnd).toLowerCase();
    if ((data.readUInt16LE(at + 8) & 1) !== 0) throw new LibroError('LIBRO-CLAVE');
    if (entries.has(name)) throw damaged();
    entries.set(name, {
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
 * Opens a ZIP package held in memory. Its declared sizes are not trusted: unpacking is limited while it runs, over all
 * parts together and by the compression ratio of each.
 *
 * @param data the whole file
 * @param maxUnpacked bytes that all the parts extracted may take together
 * @throws LibroError LIBRO-DANADO, LIBRO-GRANDE, LIBRO-CLAVE; `extract` throws the same
 */
export function openZip(data: Buffer, maxUnpacked: number): Zip {
  const entries = readDirectory(data);
  let announced = 0;
  for (const { unpackedSize } of entries.values()) announced += unpackedSize;
  if (announced > maxUnpacked) throw tooLarge(maxUnpacked);
  let left = maxUnpacked;

  function unpack({ method, crc, packedSize, unpackedSize, offset }: Entry): Buffer {
    if (offset + 30 > data.length || data.readUInt32LE(offset) !== localSignature) throw damaged();
    const start = offset + 30 + data.readUInt16LE(offset + 26) + data.readUInt16LE(offset + 28);
    if (start + packedSize > data.length) throw damaged();
    const packed = data.subarray(start, start + packedSize);
    const bytes = method === 8 ? inflate(packed, unpackedSize) : packed;
    if ((method !== 0 && method !== 8) || crc32(bytes) !== crc) throw damaged();
    left -= bytes.length;
    if (left < 0) throw tooLarge(maxUnpacked);
    return bytes;
  }

  function inflate(packed: Buffer, announcedSize: number): Buffer {
    const limit = Math.min(left, Math.max(freeBytes, maxRatio * packed.length));
    try {
      // One chunk of the announced size avoids joining many; zlib itself stops at the limit.
      const chunkSize = Math.max(1024, Math.min(announcedSize + 1, limit));
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit), chunkSize });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxUnpacked);
      throw damaged();
    }
  }

  return {
    has: (name) => entries.has(name.toLowerCase()),
    extract(name) {
      const entry = entries.get(name.toLowerCase());
      return entry && unpack(entry);
    },
  };
}

import { crc32, inflateRawSync } from 'node:zlib';
import { WorkbookError } from '../read/workbook-error.ts';
import { packedBytes, readDirectory, type ZipEntry, ZipError } from './directory.ts';

const maxEntries = 200;
const freeBytes = 1024 * 1024;
const maxRatio = 200;

/** The parts of a ZIP package. */
export interface Zip {
  has(name: string): boolean;
  /** Unpacks a part and verifies its checksum; undefined if there is none with this name. */
  extract(name: string): Buffer | undefined;
}

const damaged = () => new WorkbookError('LIBRO-DANADO');
const tooLarge = (maxUnpacked: number) =>
  new WorkbookError('LIBRO-GRANDE', `Descomprimido supera ${Math.floor(maxUnpacked / (1024 * 1024))} MB.`);

/** Converts an error of the package to one of the workbook. */
function asLibro<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.fault === 'encrypted') throw new WorkbookError('LIBRO-CLAVE');
    throw error.fault === 'damaged'
      ? damaged()
      : new WorkbookError('LIBRO-GRANDE', `Contiene más de ${maxEntries} partes internas.`);
  }
}

/**
 * Opens a ZIP package held in memory. Its declared sizes are not trusted: unpacking is limited while it runs, over all
 * parts together and by the compression ratio of each.
 *
 * @param data the whole file
 * @param maxUnpacked maximum bytes of all extracted parts together
 * @throws WorkbookError LIBRO-DANADO, LIBRO-GRANDE, LIBRO-CLAVE; `extract` throws the same
 */
export function openZip(data: Buffer, maxUnpacked: number): Zip {
  const entries = asLibro(() => readDirectory(data, maxEntries));
  let announced = 0;
  for (const { unpackedSize } of entries.values()) announced += unpackedSize;
  if (announced > maxUnpacked) throw tooLarge(maxUnpacked);
  let left = maxUnpacked;

  function unpack(entry: ZipEntry): Buffer {
    const packed = asLibro(() => packedBytes(data, entry));
    const bytes = entry.method === 8 ? inflate(packed, entry.unpackedSize) : packed;
    if (crc32(bytes) !== entry.crc) throw damaged();
    left -= bytes.length;
    if (left < 0) throw tooLarge(maxUnpacked);
    return bytes;
  }

  function inflate(packed: Buffer, announcedSize: number): Buffer {
    const limit = Math.min(left, Math.max(freeBytes, maxRatio * packed.length));
    try {
      // One chunk of the declared size avoids joining many. zlib itself stops at the limit.
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

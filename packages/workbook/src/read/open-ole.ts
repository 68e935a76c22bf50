import { WorkbookError } from './workbook-error.ts';

const headerSize = 512;
const entrySize = 128;
const longestName = 64;
/** Sector numbers from this one on are marks: end of a chain, free sectors, and sectors of the table itself. */
const firstMark = 0xfffffffa;
const damaged = () => new WorkbookError('LIBRO-DANADO');

/** A file of sectors, linked into chains by a table. */
interface Sectors {
  readonly size: number;
  readonly count: number;
  /** The number of the sector that follows a sector. */
  readonly next: (sector: number) => number;
  readonly bytes: (sector: number) => Buffer;
}

/** Reads the bytes of a chain of sectors. A cyclic chain counts as a damaged file. */
function readChain({ size, count, next, bytes }: Sectors, first: number, length = Number.POSITIVE_INFINITY): Buffer {
  const parts: Buffer[] = [];
  for (let sector = first; sector < firstMark && parts.length * size < length; sector = next(sector)) {
    if (sector >= count || parts.length >= count) throw damaged();
    parts.push(bytes(sector));
  }
  const whole = Buffer.concat(parts);
  if (length === Number.POSITIVE_INFINITY) return whole;
  if (whole.length < length) throw damaged();
  return whole.subarray(0, length);
}

/** Sectors of the allocation table: the header lists the first 109, a separate chain lists the others. */
function tableSectors(file: Buffer, { size, count, bytes }: Omit<Sectors, 'next'>): number[] {
  const list = file.subarray(76, headerSize);
  const sectors: number[] = [];
  const take = (from: Buffer, entries: number) => {
    for (let i = 0; i < entries; i++) if (from.readUInt32LE(i * 4) < firstMark) sectors.push(from.readUInt32LE(i * 4));
  };
  take(list, 109);
  let chained = 0;
  for (let sector = file.readUInt32LE(68); sector < firstMark; chained++) {
    if (sector >= count || chained >= count) throw damaged();
    const more = bytes(sector);
    if (more.length < size) throw damaged();
    take(more, size / 4 - 1);
    sector = more.readUInt32LE(size - 4);
  }
  if (sectors.length > count) throw damaged();
  return sectors;
}

/** Streams of an OLE file by their name in lower case; each is read on demand. */
type OleStreams = ReadonlyMap<string, () => Buffer>;

/**
 * Opens an OLE compound file, the container of the formats before 2007.
 *
 * @param file the whole file
 * @throws WorkbookError LIBRO-DANADO; the streams may throw it too
 * @source [MS-CFB] Compound File Binary File Format
 */
export function openOle(file: Buffer): OleStreams {
  if (file.length < headerSize) throw damaged();
  const [shift, miniShift] = [file.readUInt16LE(30), file.readUInt16LE(32)];
  if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw damaged();
  const size = 1 << shift;
  const plain = {
    size,
    count: Math.ceil(file.length / size) - 1,
    bytes: (sector: number) => file.subarray((sector + 1) * size, (sector + 2) * size),
  };
  const table = Buffer.concat(tableSectors(file, plain).map(plain.bytes));
  const sectors: Sectors = { ...plain, next: nextIn(table) };

  const directory = readChain(sectors, file.readUInt32LE(48));
  const streams = new Map<string, () => Buffer>();
  let root: { first: number; length: number } | undefined;
  for (let at = 0; at + entrySize <= directory.length; at += entrySize) {
    const kind = directory[at + 66];
    const first = directory.readUInt32LE(at + 116);
    const length = directory.readUInt32LE(at + 120);
    if (kind === 5) root ??= { first, length };
    if (kind !== 2) continue;
    const nameLength = Math.min(longestName, Math.max(2, directory.readUInt16LE(at + 64))) - 2;
    const name = directory.toString('utf16le', at, at + nameLength).toLowerCase();
    const isSmall = length < file.readUInt32LE(56);
    if (!streams.has(name)) streams.set(name, () => readChain(isSmall ? miniSectors() : sectors, first, length));
  }

  /** The 64-byte sectors of short streams. Together they form the stream of the root. */
  function miniSectors(): Sectors {
    const mini = 1 << miniShift;
    const whole = root ? readChain(sectors, root.first, root.length) : Buffer.alloc(0);
    return {
      size: mini,
      count: Math.ceil(whole.length / mini),
      next: nextIn(readChain(sectors, file.readUInt32LE(60))),
      bytes: (sector) => whole.subarray(sector * mini, (sector + 1) * mini),
    };
  }
  return streams;
}

const nextIn = (table: Buffer) => (sector: number) => {
  if (sector * 4 + 4 > table.length) throw damaged();
  return table.readUInt32LE(sector * 4);
};

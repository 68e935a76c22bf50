const sectorSize = 512;
const entriesOfSector = sectorSize / 4;
/** Number of sectors of the table listed in the header; a chain of sectors lists the others. */
const listedInHeader = 109;
const mark = { free: 0xffffffff, end: 0xfffffffe, table: 0xfffffffd, list: 0xfffffffc } as const;
/** Minimum length of a stream: a shorter one would require another kind of storage. */
const shortestStream = 4_096;

const sectorsOf = (bytes: number): number => Math.ceil(bytes / sectorSize);

/**
 * Writes a file of one stream in the container of the formats before 2007. The stream is the last part of the file, so
 * that its pieces are passed on unchanged.
 *
 * @param name of the stream, at most 31 characters
 * @source [MS-CFB] Compound File Binary File Format, version 3
 */
export function* writeOle(name: string, pieces: readonly Buffer[]): Generator<Buffer> {
  const written = pieces.reduce((sum, { length }) => sum + length, 0);
  const length = Math.max(written, shortestStream);
  const content = sectorsOf(length);
  // The table also has an entry for each of its own sectors.
  let [table, list] = [0, 0];
  for (let sectors = 1; sectors !== 0; ) {
    sectors = Math.ceil((content + 1 + table + list) / entriesOfSector) - table;
    table += sectors;
    list = Math.ceil(Math.max(0, table - listedInHeader) / (entriesOfSector - 1));
  }
  const [firstList, directory, first] = [table, table + list, table + list + 1];

  const head = Buffer.alloc(sectorSize);
  head.write('d0cf11e0a1b11ae1', 'hex');
  for (const [value, at] of [
    [0x3e, 24], // minor version
    [3, 26],
    [0xfffe, 28], // byte order
    [9, 30], // 512 bytes
    [6, 32],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const [value, at] of [
    [table, 44],
    [directory, 48],
    [shortestStream, 56],
    [mark.end, 60], // no short streams
    [list === 0 ? mark.end : firstList, 68],
    [list, 72],
  ] as const)
    head.writeUInt32LE(value, at);
  for (let at = 0; at < listedInHeader; at++) head.writeUInt32LE(at < table ? at : mark.free, 76 + at * 4);
  yield head;

  const entries = new Uint32Array(table * entriesOfSector).fill(mark.free);
  entries.fill(mark.table, 0, table).fill(mark.list, firstList, directory);
  entries[directory] = mark.end;
  for (let at = 0; at < content; at++) entries[first + at] = at + 1 < content ? first + at + 1 : mark.end;
  yield wordsOf(entries);

  const more = new Uint32Array(list * entriesOfSector).fill(mark.free);
  for (let at = listedInHeader, place = 0; at < table; at++, place++) {
    if (place % entriesOfSector === entriesOfSector - 1) place++; // the last entry names the next sector
    more[place] = at;
  }
  for (let at = 0; at < list; at++)
    more[(at + 1) * entriesOfSector - 1] = at + 1 < list ? firstList + at + 1 : mark.end;
  yield wordsOf(more);

  yield Buffer.concat([
    entryOf('Root Entry', 5, 1, mark.end, 0),
    entryOf(name, 2, mark.free, first, length),
    Buffer.alloc(sectorSize / 2),
  ]);
  yield* pieces;
  yield Buffer.alloc(content * sectorSize - written);
}

function wordsOf(values: Uint32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** Makes an entry of the directory. @param child the entry below it */
function entryOf(name: string, kind: 2 | 5, child: number, first: number, length: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry.writeUInt8(kind, 66);
  entry.writeUInt8(1, 67);
  entry.writeUInt32LE(mark.free, 68);
  entry.writeUInt32LE(mark.free, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(first, 116);
  entry.writeUInt32LE(length, 120);
  return entry;
}

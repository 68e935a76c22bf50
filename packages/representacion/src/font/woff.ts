import { inflateSync } from 'node:zlib';

/** The tables of a font by their four-letter tags. */
export type Tables = ReadonlyMap<string, Buffer>;

/**
 * Reads the tables of a WOFF file (version 1), decompressed. Throws for any other file.
 * @source W3C, WOFF File Format 1.0, §4-5
 */
export function readWoff(file: Buffer): Tables {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const entry = 44 + 20 * i;
    const offset = file.readUInt32BE(entry + 4);
    const stored = file.readUInt32BE(entry + 8);
    const length = file.readUInt32BE(entry + 12);
    const bytes = file.subarray(offset, offset + stored);
    tables.set(file.toString('latin1', entry, entry + 4), stored < length ? inflateSync(bytes) : bytes);
  }
  return tables;
}

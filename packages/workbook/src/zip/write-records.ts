import { descriptorOf, directoryLine, endOf, localHead, type PartRecord, type PartSums } from './records.ts';

/** A part whose packed bytes are at hand. They are copied as they are. */
export interface PackedPart {
  /** 0: stored; 8: deflated. */
  readonly method: number;
  /** Checksum of the unpacked bytes. */
  readonly crc: number;
  readonly unpackedSize: number;
  readonly packedBytes: Uint8Array;
}

/** A part that is deflated as it arrives. */
export interface DeflatedPart {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Its sums, after its last piece. */
  readonly sums: () => Pick<PartSums, 'crc' | 'unpackedSize'>;
}

/** Lines of the directory that are written in one step. */
const linesOfPiece = 1_000;
/** Above these a package needs ZIP64, which is not written. */
const mostBytes = 0xfffffffe;
const mostParts = 0xfffe;

/**
 * Writes a ZIP package of packed parts, in Node and in browsers, as they arrive. Of a written part, only its line of
 * the directory is stored.
 *
 * @param time modification time of its parts, of `dosTime`
 * @throws RangeError if it would have over 4 GiB or 65,534 parts
 */
export async function* writeRecords(
  parts: AsyncIterable<{ readonly name: string; readonly content: PackedPart | DeflatedPart }>,
  time: number,
): AsyncGenerator<Uint8Array> {
  const written: PartRecord[] = [];
  let offset = 0;
  const out = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    if (offset > mostBytes || written.length > mostParts) throw new RangeError('The package needs ZIP64');
    return bytes;
  };
  for await (const { name, content } of parts) {
    if ('packedBytes' in content) {
      const { packedBytes, ...facts } = content;
      const part = { name, sumsFollow: false, ...facts, packedSize: packedBytes.length, offset };
      yield out(localHead(part, time));
      yield out(packedBytes);
      written.push(part);
      continue;
    }
    const part = { name, sumsFollow: true, method: 8, crc: 0, packedSize: 0, unpackedSize: 0, offset };
    yield out(localHead(part, time));
    const start = offset;
    for await (const bytes of content.pieces) yield out(bytes);
    const sums = { ...content.sums(), packedSize: offset - start };
    yield out(descriptorOf(sums));
    written.push({ ...part, ...sums });
  }
  const directory = offset;
  for (let at = 0; at < written.length; at += linesOfPiece) {
    // Other work of the process has its turn between two pieces.
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    yield out(joined(written.slice(at, at + linesOfPiece).map((part) => directoryLine(part, time))));
  }
  yield out(endOf(written.length, offset - directory, directory));
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length;
  }
  return bytes;
}

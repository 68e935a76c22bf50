import { dosTime } from './records.ts';
import { writeRecords } from './write-records.ts';

/** A file of a package. */
interface ZipFile {
  readonly name: string;
  readonly blob: Blob;
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32 of some bytes, for browsers. @source ISO 3309 */
export const crc32 = (bytes: Uint8Array): number =>
  ~bytes.reduce((crc, byte) => table[(crc ^ byte) & 0xff]! ^ (crc >>> 8), 0xffffffff) >>> 0;

/**
 * A ZIP package of files, without compression, made in a browser. A repeated name gets a number.
 *
 * @param at the modification time of its files, in the local time of the device
 * @throws RangeError if it would have over 4 GiB or 65,534 files
 */
export async function storedZip(files: readonly ZipFile[], at: Date): Promise<Blob> {
  const [month, day] = [at.getMonth() + 1, at.getDate()];
  const time = dosTime(at.getFullYear(), month, day, at.getHours(), at.getMinutes(), at.getSeconds());
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const bytes of writeRecords(storedParts(files), time)) pieces.push(bytes as Uint8Array<ArrayBuffer>);
  return new Blob(pieces, { type: 'application/zip' });
}

async function* storedParts(files: readonly ZipFile[]) {
  const names = new Set<string>();
  for (const { name, blob } of files) {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const content = { method: 0, crc: crc32(bytes), unpackedSize: bytes.length, packedBytes: bytes };
    yield { name: unusedName(name, names), content };
  }
}

function unusedName(name: string, names: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  let unused = name;
  for (let n = 2; names.has(unused); n++) unused = `${stem} (${n})${ending}`;
  names.add(unused);
  return unused;
}

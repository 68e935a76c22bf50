/** A file of a package. */
export interface ZipFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Flags: the names are in UTF-8, and the sizes are known before the bytes. @source APPNOTE.TXT, 4.4.4 */
const utf8 = 0x0800;
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32 of some bytes. @source ISO 3309 */
export const crc32 = (bytes: Uint8Array): number =>
  ~bytes.reduce((crc, byte) => table[(crc ^ byte) & 0xff]! ^ (crc >>> 8), 0xffffffff) >>> 0;

/**
 * A ZIP package of files, without compression. A repeated name gets a number.
 *
 * @param at the modification time of its files, in the local time of the device
 */
export async function zipOf(files: readonly ZipFile[], at: Date): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const names = new Set<string>();
  let offset = 0;
  for (const { name, blob } of files) {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const encoded = new TextEncoder().encode(unusedName(name, names));
    const about = { crc: crc32(bytes), size: bytes.length, nameLength: encoded.length, at };
    const local = record(signatures.local, about);
    directory.push(record(signatures.central, about, offset), encoded);
    parts.push(local, encoded, bytes);
    offset += local.length + encoded.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return new Blob([...parts, ...directory, endOf(files.length, size, offset)], { type: 'application/zip' });
}

function unusedName(name: string, names: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  let unused = name;
  for (let n = 2; names.has(unused); n++) unused = `${stem} (${n})${ending}`;
  names.add(unused);
  return unused;
}

interface About {
  readonly crc: number;
  readonly size: number;
  readonly nameLength: number;
  readonly at: Date;
}

/** The header of a file; with `offset`, its entry in the directory. */
function record(signature: number, { crc, size, nameLength, at }: About, offset?: number): Uint8Array<ArrayBuffer> {
  const isEntry = offset !== undefined;
  const view = new DataView(new ArrayBuffer(isEntry ? 46 : 30));
  view.setUint32(0, signature, true);
  const from = isEntry ? 6 : 4;
  if (isEntry) view.setUint16(4, 20, true);
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  const day = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  for (const [index, value] of [20, utf8, 0, time, day].entries()) view.setUint16(from + index * 2, value, true);
  for (const [index, value] of [crc, size, size].entries()) view.setUint32(from + 10 + index * 4, value, true);
  view.setUint16(from + 22, nameLength, true);
  if (isEntry) view.setUint32(42, offset, true);
  return new Uint8Array(view.buffer);
}

function endOf(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(22));
  view.setUint32(0, signatures.end, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return new Uint8Array(view.buffer);
}

// Records of a ZIP package, for Node and for browsers. @source APPNOTE.TXT, 4.3 and 4.4

/** The first word of each kind of record. */
export const signature = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
} as const;

/** Flags of a part: its checksum and sizes follow its bytes; its name is in UTF-8. */
export const flag = { sumsFollow: 0x0008, utf8: 0x0800 } as const;

/** Minimum version of a reader: 2.0. */
const version = 20;

/** Checksum of the unpacked bytes of a part, and its sizes. */
export interface PartSums {
  readonly crc: number;
  readonly packedSize: number;
  readonly unpackedSize: number;
}

/** A part, as declared in the directory at the end of a package. */
export interface PartRecord extends PartSums {
  readonly name: string;
  /** Whether its sums follow its bytes. Otherwise the head before its bytes has them. */
  readonly sumsFollow: boolean;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  /** Of its head in the package. */
  readonly offset: number;
}

const encoder = new TextEncoder();

/** The head of a part, before its bytes. @param time modification time, of {@link dosTime} */
export function localHead(part: PartRecord, time: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = recordFor(signature.local, 30, part.name);
  const sums = part.sumsFollow ? { crc: 0, packedSize: 0, unpackedSize: 0 } : part;
  putCommon(view, 4, { ...part, ...sums }, time, bytes.length - 30);
  return bytes;
}

/** The line of a part in the directory. @param time modification time, of {@link dosTime} */
export function directoryLine(part: PartRecord, time: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = recordFor(signature.central, 46, part.name);
  view.setUint16(4, version, true);
  putCommon(view, 6, part, time, bytes.length - 46);
  view.setUint32(42, part.offset, true);
  return bytes;
}

/** The sums of a part, after its bytes. */
export function descriptorOf({ crc, packedSize, unpackedSize }: PartSums): Uint8Array<ArrayBuffer> {
  const { bytes, view } = recordFor(signature.descriptor, 16);
  for (const [at, value] of [crc, packedSize, unpackedSize].entries()) view.setUint32(4 + at * 4, value, true);
  return bytes;
}

/** The end of a package: the number of its parts, and the size and the offset of its directory. */
export function endOf(parts: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = recordFor(signature.end, 22);
  view.setUint16(8, parts, true);
  view.setUint16(10, parts, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return bytes;
}

/**
 * A time on the clock of some place, in the two 16-bit words of MS-DOS.
 *
 * @param month from 1
 */
export const dosTime = (
  year: number,
  month: number,
  day: number,
  hours: number,
  minutes: number,
  seconds: number,
): number => {
  const date = ((year - 1980) << 9) | (month << 5) | day;
  return ((date << 16) | (hours << 11) | (minutes << 5) | (seconds >> 1)) >>> 0;
};

/** An empty record with its first word, and a name after its fields. */
function recordFor(first: number, fields: number, name = '') {
  const encoded = encoder.encode(name);
  const bytes = new Uint8Array(fields + encoded.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, first, true);
  bytes.set(encoded, fields);
  return { bytes, view };
}

/** Writes the fields that both records of a part have. */
function putCommon(view: DataView, at: number, part: PartRecord, time: number, nameLength: number): void {
  const isAscii = nameLength === part.name.length;
  const flags = (part.sumsFollow ? flag.sumsFollow : 0) | (isAscii ? 0 : flag.utf8);
  view.setUint16(at, version, true);
  view.setUint16(at + 2, flags, true);
  view.setUint16(at + 4, part.method, true);
  view.setUint32(at + 6, time, true);
  view.setUint32(at + 10, part.crc, true);
  view.setUint32(at + 14, part.packedSize, true);
  view.setUint32(at + 18, part.unpackedSize, true);
  view.setUint16(at + 22, nameLength, true);
}

/** How a picture is turned or mirrored to be shown, from 1 (not at all) to 8. @source Exif 2.32, Orientation */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The facts about a picture in the headers of its JPEG. Sizes are pixels as stored, before it is turned. */
export interface Jpeg {
  readonly width: number;
  readonly height: number;
  readonly colors: 'grey' | 'rgb' | 'cmyk' | 'cmyk-inverted';
  readonly orientation: Orientation;
}

/** Frames that a PDF can show: sequential and progressive ones, of eight bits, in Huffman codes. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];
const startOfScan = 0xda;

/**
 * Reads the header of a JPEG.
 * @throws RangeError if it is damaged, cut off, or of a kind that a PDF cannot show
 * @source ISO/IEC 10918-1, annex B; ISO 32000-1, 7.4.8
 */
export function parseJpeg(file: Buffer): Jpeg {
  let orientation: Orientation = 1;
  let isAdobe = false;
  let frame: Buffer | undefined;
  for (const { marker, data, end } of segments(file)) {
    if (marker === 0xe1) orientation = orientationOf(data) ?? orientation;
    // Adobe's programs write CMYK values inverted, and mark the file.
    if (marker === 0xee) isAdobe ||= data.toString('latin1', 0, 5) === 'Adobe';
    if (frames.includes(marker)) frame = data;
    if (marker !== startOfScan) continue;
    const [bits, components] = [frame?.[0], frame?.[5] ?? 0];
    const kinds = { 1: 'grey', 3: 'rgb', 4: isAdobe ? 'cmyk-inverted' : 'cmyk' } as const;
    if (frame === undefined || bits !== 8 || !(components in kinds)) throw new RangeError('JPEG of no known kind');
    if (!file.includes(Buffer.from([0xff, 0xd9]), end)) throw new RangeError('JPEG cut off');
    const colors = kinds[components as keyof typeof kinds];
    return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1), colors, orientation };
  }
  throw new RangeError('JPEG without an image');
}

/** The segments of the header, up to the first scan. A marker may follow any number of octets 0xff. */
function* segments(file: Buffer): Generator<{ readonly marker: number; readonly data: Buffer; readonly end: number }> {
  let marker = 0;
  for (let at = 2; marker !== startOfScan; ) {
    if (file[at] !== 0xff) throw new RangeError('JPEG damaged');
    while (file[at] === 0xff) at++;
    marker = file.readUInt8(at);
    const end = at + 1 + file.readUInt16BE(at + 1);
    if (end > file.length || end < at + 3) throw new RangeError('JPEG cut off');
    yield { marker, data: file.subarray(at + 3, end), end };
    at = end;
  }
}

/** The orientation in a segment of Exif; undefined if it states none. @source Exif 2.32, 4.6.2 and 4.6.4 */
function orientationOf(data: Buffer): Orientation | undefined {
  const tiff = data.subarray(6);
  if (data.toString('latin1', 0, 6) !== 'Exif\0\0' || tiff.length < 8) return undefined;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  for (let entry = 0, at = first + 2; entry < short(first) && at + 12 <= tiff.length; entry++, at += 12) {
    if (short(at) !== 0x0112) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : undefined;
  }
  return undefined;
}

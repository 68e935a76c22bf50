// Images of a few pixels, written without any library.
import { deflateSync } from 'node:zlib';

/** Four by two grey pixels. */
export const greyJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAALCAACAAQBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
);

/** Four by two red pixels. */
export const redJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAANSP/9k=',
  'base64',
);

/** Sixteen by eight pixels: the left half is black, the right half white. */
export const halvesJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APn+vv8Ar//Z',
  'base64',
);

/** Sixteen by eight pixels of CMYK, with 100 of 255 of black ink. */
export const inkJpeg = Buffer.from(
  '/9j/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAAUCAAIABAEAREAAhEAAxEABBEA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oADgQBAAIAAwAEAAA/APn+vn+vn+sOiiiiv//Z',
  'base64',
);

/** A JPEG with octets after its first marker. */
export const withHeader = (jpeg: Buffer, octets: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), octets, jpeg.subarray(2)]);

/** The segment in which Adobe's programs say that they wrote a JPEG. */
export const adobe = Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]);

/** The segment in which a camera states the orientation of its picture. */
export function exif(orientation: number, isLittle: boolean): Buffer {
  const big = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const little = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
  const tiff = isLittle ? little : big;
  return Buffer.from([0xff, 0xe1, 0, 8 + tiff.length, ...Buffer.from('Exif\0\0'), ...tiff]);
}

/** The pass that contains a pixel of an interlaced PNG. @source PNG, 8.2 */
function passOf(x: number, y: number): number {
  if (y % 2 === 1) return 7;
  return Number(['16462646', '56565656', '36463646', '56565656'][(y % 8) / 2]![x % 8]);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  // The checksum is zero: no reader here checks it.
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

/** Contents of a PNG; `sample` returns the samples of a pixel, as many as its colour type has. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly depth: 1 | 2 | 4 | 8 | 16;
  readonly colors: 0 | 2 | 3 | 4 | 6;
  readonly interlaced?: boolean;
  readonly palette?: Buffer;
  readonly transparency?: Buffer;
  readonly sample: (x: number, y: number) => readonly number[];
}

/** A PNG of unfiltered rows. */
export function makePng({
  width,
  height,
  depth,
  colors,
  interlaced = false,
  palette,
  transparency,
  sample,
}: Drawn): Buffer {
  const rows: Buffer[] = [];
  for (const pass of interlaced ? [1, 2, 3, 4, 5, 6, 7] : [0])
    for (let y = 0; y < height; y++) {
      const columns = Array.from({ length: width }, (_, x) => x).filter((x) => pass === 0 || passOf(x, y) === pass);
      if (columns.length === 0) continue;
      const bits = columns
        .flatMap((x) => sample(x, y))
        .map((value) => value.toString(2).padStart(depth, '0'))
        .join('');
      const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
      rows.push(Buffer.from([0, ...bytes]));
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colors, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

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

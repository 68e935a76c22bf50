/** The kind and size of an image, from its first bytes. */
interface ImageFacts {
  readonly tipo: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the kind and size of a PNG, JPEG or WebP from its header, regardless of its name; undefined if it is none of
 * these.
 */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  const size = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

const text = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

/** @source PNG (Third Edition) §5.2, §11.2.2 */
function readPng(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 24 || text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR')
    return undefined;
  return { tipo: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments that contain the size (SOF0–SOF15), except three codes in that interval with another meaning. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads the segments up to the frame header. @source ITU-T T.81 §B.1, §B.2.2 */
function readJpeg(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // Any number of 0xFF may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return { tipo: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** @source RFC 9649 §2.5 to §2.7: the three forms of the first chunk */
function readWebp(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 30 || text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined;
  const tipo = 'image/webp';
  switch (text(bytes, 12, 16)) {
    case 'VP8 ':
      return { tipo, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { tipo, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { tipo, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

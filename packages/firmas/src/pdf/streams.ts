import { constants, unzipSync, type ZlibOptions } from 'node:zlib';
import { asBuffer } from '@timbre/worker/as-buffer';
import { PdfError } from './pdf-error.ts';

/** Maximum unpacked octets of one stream, and of all streams together. */
const mostOctets = 32 * 1024 * 1024;
const mostTogether = 128 * 1024 * 1024;
/** Maximum number of streams. */
const mostStreams = 100_000;
/** Number of octets before a stream that are searched for its dictionary. */
const dictionaryOctets = 8 * 1024;

const filters = /\/(FlateDecode|LZWDecode|RunLengthDecode|ASCIIHexDecode|ASCII85Decode)(?![\w.])/g;

/**
 * Enforces limits on the unpacked size of the streams of a PDF: unpacks every one and discards the result. It does not
 * rely on the dictionaries: data that begins as zlib or gzip is unpacked, also if packed several times. Images are not
 * unpacked, because nothing here reads them.
 *
 * @throws PdfError `pdf/comprimido`
 */
export function limitStreams(bytes: Uint8Array): void {
  const file = asBuffer(bytes);
  let left = mostTogether;
  let count = 0;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue;
    if (++count > mostStreams) throw new PdfError('pdf/comprimido');
    const dictionary = dictionaryBefore(file, at);
    // Cross-reference and object streams, which the library always unpacks, have one of these keys.
    const isStructure = /\/(?:W|First)(?![\w.])/.test(dictionary);
    demandFewFilters(dictionary, isStructure);
    if (!isStructure && /\/Subtype\s*\/Image(?![\w.])/.test(dictionary)) continue;
    left -= unpackedLength(file.subarray(startOf(file, at + 6)), Math.min(left, mostOctets));
  }
}

/** Source text of the dictionary of a stream, from the end of the previous object; `#xx` escapes are decoded. */
function dictionaryBefore(file: Buffer, at: number): string {
  const text = file.toString('latin1', Math.max(0, at - dictionaryOctets), at);
  const from = Math.max(text.lastIndexOf('endstream'), text.lastIndexOf('endobj'), 0);
  return text.slice(from).replace(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function demandFewFilters(dictionary: string, isStructure: boolean): void {
  const names = [...dictionary.matchAll(filters)].map(([, name]) => name!);
  const packed = names.filter((name) => !name.startsWith('ASCII'));
  const isPlain = names.length === 0 || (names.length === 1 && names[0] === 'FlateDecode');
  if (packed.length > 1 || (isStructure && !isPlain)) throw new PdfError('pdf/comprimido');
}

/** Offset at which the octets of a stream begin, after its keyword. */
function startOf(file: Buffer, after: number): number {
  let at = after;
  while (file[at] === 0x20 || file[at] === 0x09) at++;
  if (file[at] === 0x0d) at++;
  if (file[at] === 0x0a) at++;
  return at;
}

/**
 * Unpacked size of the packed data at the beginning, including consecutive packed parts; 0 if there is none.
 *
 * @throws PdfError `pdf/comprimido` beyond `most`, also for data that is packed again inside
 */
function unpackedLength(packed: Buffer, most: number): number {
  let [sum, at] = [0, 0];
  while (isPacked(packed, at)) {
    const { buffer, read } = unpack(packed.subarray(at), most - sum);
    sum += buffer.length + unpackedLength(buffer, most - sum - buffer.length);
    if (read === 0) break;
    at += read;
  }
  return sum;
}

/** Whether zlib or gzip data begins at an offset. @source RFC 1950, §2.2; RFC 1952, §2.3.1 */
function isPacked(octets: Buffer, at: number): boolean {
  const [first = 0, second = 0] = [octets[at], octets[at + 1]];
  return (first === 0x1f && second === 0x8b) || ((first & 0x0f) === 8 && (first * 256 + second) % 31 === 0);
}

/** Unpacks data. Damaged data counts as empty: the library refuses it. */
function unpack(packed: Buffer, most: number): { readonly buffer: Buffer; readonly read: number } {
  const options: ZlibOptions = {
    info: true,
    maxOutputLength: Math.max(1, most),
    chunkSize: 256 * 1024,
    finishFlush: constants.Z_SYNC_FLUSH,
  };
  try {
    const { buffer, engine } = unzipSync(packed, options) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return { buffer, read: engine.bytesWritten };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new PdfError('pdf/comprimido', error);
    return { buffer: Buffer.alloc(0), read: 0 };
  }
}

import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packedZeros, pdfOfTable } from '../../testing/bombs.ts';
import { makePdf } from '../../testing/pdfs.ts';
import { openPdf } from './open-pdf.ts';
import { limitStreams } from './streams.ts';

const megabyte = 1024 * 1024;
const plain = await makePdf();

/** A file with a stream of the octets, after a valid one. */
const withStream = (octets: Uint8Array, dictionary = '<< /Filter /FlateDecode >>') =>
  Buffer.concat([plain, Buffer.from(`\n9 0 obj\n${dictionary}\nstream\r\n`), octets, Buffer.from('\nendstream\n')]);

describe('limits before a PDF is read', () => {
  const flate = '/FlateDecode';
  const cases: Readonly<Record<string, () => Buffer>> = {
    'packed twice': () => pdfOfTable(packedZeros(40 * megabyte, 2), `[${flate} ${flate}]`),
    'packed three times': () => pdfOfTable(packedZeros(40 * megabyte, 3), `[${flate} ${flate} ${flate}]`),
    'packed twice, which another object says': () => pdfOfTable(packedZeros(40 * megabyte, 2), '7 0 R'),
    'packed twice, with its filter in hexadecimal': () =>
      pdfOfTable(packedZeros(1 * megabyte, 2), '[/Flate#44ecode /#46lateDecode]'),
    'of a stream of 33 MB': () => pdfOfTable(packedZeros(33 * megabyte, 1), flate),
    'of a stream of several that are packed one after the other': () =>
      pdfOfTable(Buffer.concat(Array.from({ length: 3 }, () => packedZeros(15 * megabyte, 1))), flate),
    'of a stream in gzip': () => pdfOfTable(gzipSync(Buffer.alloc(33 * megabyte)), flate),
    'of a stream without its end': () => pdfOfTable(packedZeros(33 * megabyte, 1).subarray(0, -8), flate),
    'whose table says that it is a picture': () => pdfOfTable(packedZeros(33 * megabyte, 1), flate, '/Subtype /Image '),
    'whose table has two filters': () => pdfOfTable(packedZeros(100, 1), '[/ASCIIHexDecode /FlateDecode]'),
    'whose table is packed with LZW': () => pdfOfTable(Buffer.from([0x80, 0x0b]), '/LZWDecode'),
    'of many streams that are small alone': () =>
      Buffer.concat(Array.from({ length: 5 }, () => withStream(packedZeros(30 * megabyte, 1)))),
  };

  test.each(Object.keys(cases))('a PDF %s is refused before it is read', async (name) => {
    await expect(openPdf(cases[name]!())).rejects.toMatchObject({ code: 'pdf/comprimido' });
  });
});

test('a PDF with a large picture, a large page and text in two filters is read', () => {
  const picture = '<< /Subtype /Image /Width 10000 /Height 10000 /Filter /FlateDecode >>';
  const text = '<< /Length 9 /Filter [ /ASCII85Decode /FlateDecode ] >>';
  limitStreams(withStream(packedZeros(100 * megabyte, 1), picture));
  limitStreams(withStream(packedZeros(30 * megabyte, 1)));
  limitStreams(withStream(Buffer.from('GhQ8~>'), text));
  limitStreams(withStream(deflateSync('80 0 0 80 0 0 cm')));
});

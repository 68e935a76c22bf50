import { deflateSync } from 'node:zlib';

/** A PDF whose cross-reference table is a stream with these octets and filters. */
export function pdfOfTable(packed: Uint8Array, filter: string, more = ''): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n`;
  const dictionary = `<< /Type /XRef /Size 4 /W [1 2 1] /Root 1 0 R /Filter ${filter} /Length ${packed.length} ${more}>>`;
  return Buffer.concat([
    Buffer.from(`${head}3 0 obj\n${dictionary}\nstream\n`),
    packed,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
}

/** Zeros, packed a number of times. */
export const packedZeros = (octets: number, times: number): Buffer =>
  Array.from({ length: times }).reduce<Buffer>((inner) => deflateSync(inner, { level: 9 }), Buffer.alloc(octets));

// Rows of the four formats for the tests of workbooks, with every field that the format has enabled.
import { type FormatCode, formatOf } from '@timbre/reports';
import type { ToolRow } from '../src/tool/cells.ts';

/** An invented row with every enabled field; `n` makes it differ from others. */
export function fullRow(codigo: FormatCode, n: number): ToolRow {
  const fila = formatOf(codigo).fields.flatMap((field): [string, string][] => {
    const { key, kind, codes, enabled, pattern } = field;
    if (enabled === false) return [];
    if (kind === 'amount') return [[key, `${n}${field.numero}.${String(n % 100).padStart(2, '0')}`]];
    if (kind === 'date') return [[key, `2026-08-${String((n % 28) + 1).padStart(2, '0')}`]];
    if (kind === 'ncf') return [[key, `B01${String(n).padStart(8, '0')}`]];
    if (kind === 'rnc') return [[key, '132111117']];
    if (pattern !== undefined) return [[key, '076']];
    if (kind === 'code') return [[key, Object.keys(codes ?? {}).sort()[n % Object.keys(codes ?? {}).length]!]];
    return [[key, `Proveedor & Hijos <${n}>`]];
  });
  return { fila: Object.fromEntries(fila) };
}

/** A number of full rows, in pages of `size`. */
export async function* pagesOf(codigo: FormatCode, count: number, size = 7): AsyncGenerator<readonly ToolRow[]> {
  for (let from = 0; from < count; from += size)
    yield Array.from({ length: Math.min(size, count - from) }, (_, i) => fullRow(codigo, from + i + 1));
}

/** Reads a whole stream. */
export async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

import { CFB, read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../testing/workbooks.ts';
import { openOle } from '../read/open-ole.ts';
import { openWorkbook } from '../read/open-workbook.ts';
import type { SheetColumn } from './column.ts';
import { writeOle } from './write-ole.ts';
import { writeXls } from './write-xls.ts';

type Line = readonly [text: string, amount: string | null, day: string | null];

const columns: readonly SheetColumn<Line>[] = [
  { header: 'Razón social', kind: 'texto', width: 20, of: ([text]) => text },
  { header: 'Monto', kind: 'monto', width: 14, of: ([, amount]) => amount },
  { header: 'Fecha', kind: 'fecha', width: 12, of: ([, , day]) => day },
];

async function* pagesOf(lines: readonly Line[], size = 100) {
  for (let from = 0; from < lines.length; from += size) yield lines.slice(from, from + size);
}

async function fileOf(...sheets: (readonly Line[])[]): Promise<Buffer> {
  const named = sheets.map((lines, at) => ({ name: `Hoja ${at + 1}`, columns, pages: pagesOf(lines) }));
  const parts: Buffer[] = [];
  for await (const part of writeXls(named)) parts.push(part);
  return Buffer.concat(parts);
}

const linesOf = (count: number): Line[] =>
  Array.from({ length: count }, (_, n) => [`Suplidora ${n + 1} ñ`, `${n}.25`, '2026-08-31']);

test('our reader and another library read the same texts, amounts and dates, sheet by sheet', async () => {
  const bytes = await fileOf(linesOf(300), [['Ω, no latino', '-12345678901.05', null]]);
  const ours = openWorkbook(bytes, limits).map(({ name, rows }) => ({ name, rows: [...rows()] }));
  expect(ours.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Hoja 1', 301],
    ['Hoja 2', 2],
  ]);
  expect(ours[0]!.rows[300]).toMatchObject({ number: 301, cells: ['Suplidora 300 ñ', '299.25', '31-08-2026'] });
  expect(ours[1]!.rows[1]!.cells).toEqual(['Ω, no latino', '-12345678901.05']);
  const other = read(bytes);
  expect(other.SheetNames).toEqual(['Hoja 1', 'Hoja 2']);
  const rows = utils.sheet_to_json<unknown[]>(other.Sheets['Hoja 1']!, { header: 1 });
  expect(rows[0]).toEqual(['Razón social', 'Monto', 'Fecha']);
  expect(rows[300]).toEqual(['Suplidora 300 ñ', 299.25, 46_265]);
});

test('other work gets its turns while rows are encoded', async () => {
  let turns = 0;
  let isWriting = true;
  const turn = () => {
    turns += 1;
    if (isWriting) setImmediate(turn);
  };
  setImmediate(turn);
  await fileOf(linesOf(20_000));
  isWriting = false;
  expect(turns).toBeGreaterThan(2);
});

test('any text is read back as it was, also one that looks like a formula', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), { maxLength: 20 }),
      async (texts) => {
        const bytes = await fileOf(texts.map((text): Line => [text, null, null]));
        const rows = utils.sheet_to_json<unknown[]>(read(bytes).Sheets['Hoja 1']!, { header: 1, blankrows: true });
        expect(rows.slice(1).map(([text]) => text)).toEqual(texts);
      },
    ),
    { numRuns: 15, examples: [[['=1+1', '@x', '\u0000', 'ñ']]] },
  );
});

test.each([0, 1, 4_096, 109 * 128 * 512 - 600, 109 * 128 * 512, 16_000_000])(
  'a stream of %i bytes is unchanged by its container, however long its table is',
  (length) => {
    const stream = Buffer.alloc(length, 'Timbre ');
    const bytes = Buffer.concat([...writeOle('Workbook', [stream.subarray(0, 1), stream.subarray(1)])]);
    const padded = Buffer.concat([stream, Buffer.alloc(Math.max(0, 4_096 - length))]);
    for (const read of [
      openOle(bytes).get('workbook')!(),
      CFB.find(CFB.read(bytes, { type: 'buffer' }), 'Workbook')!.content,
    ])
      expect(padded.equals(Buffer.from(read as Uint8Array))).toBe(true);
  },
);

import { read, utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { limits } from '../../testing/workbooks.ts';
import { openWorkbook } from '../read/open-workbook.ts';
import { textAt } from '../tool/cells.ts';
import type { SheetColumn } from './column.ts';
import { writeXlsx } from './write-xlsx.ts';

const columns: readonly SheetColumn<string>[] = [{ header: 'Texto', kind: 'texto', width: 20, of: (text) => text }];

/** Texts that a workbook stores in another form, or that a program might take for something else. */
const texts = [
  'Pan_x0041_',
  '_x000D_',
  '_x005F_x0041_',
  '_x00e9_x',
  '_xZZZZ_',
  '__x0041__',
  'uno\r\ndos\rtres\ntab\t.',
  '  con blancos  ',
  '=1+1',
  "'",
  '<b>&amp;</b>',
  '0012345678901234567',
  '🥖 ñandú 漢字',
] as const;

test('our reader and another library read every text as it was written', async () => {
  const pages = (async function* () {
    yield texts;
  })();
  const parts: Buffer[] = [];
  for await (const part of writeXlsx('Textos', columns, pages, 0)) parts.push(part);
  const bytes = Buffer.concat(parts);
  const [sheet] = openWorkbook(bytes, limits);
  expect([...sheet!.rows()].map(({ cells }) => cells[0])).toEqual(['Texto', ...texts]);
  const { Sheets } = read(bytes, { type: 'buffer' });
  const rows = utils.sheet_to_json<string[]>(Sheets.Textos!, { header: 1 });
  // That library reads CRLF as LF.
  expect(rows.map(([text]) => text)).toEqual(['Texto', ...texts.map((text) => text.replace('\r\n', '\n'))]);
});

test('a text in a form of the DGII is escaped in the same way', () => {
  expect(textAt('A', 1, 'Pan_x0041_\r<')).toContain('>Pan_x005F_x0041__x000D_&lt;<');
});

import { writeXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { sheetXml, textRow, xlsxOf, xlsxParts, zipOf } from '../../testing/workbooks.ts';
import { openZip } from '../zip/open-zip.ts';
import { openXlsx } from './open-xlsx.ts';
import type { Row } from './sheet.ts';

const open = (bytes: Uint8Array) => openXlsx(openZip(Buffer.from(bytes), 10_000_000));
const rowsOf = (rows: string, options = {}): Row[] => {
  const [sheet] = open(zipOf(xlsxParts({ Hoja: rows }, options)));
  return [...sheet!.rows()];
};
const cellsOf = (cells: string, options = {}) => rowsOf(`<row r="1">${cells}</row>`, options)[0]?.cells;
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as { codigo?: string }).codigo ?? String(error);
  }
  return 'none';
};

describe('openXlsx', () => {
  it('text cells are untouched, however the file stores them', () => {
    const strings = '<si><t>0001</t></si><si><r><t/></r><r><t>Ferre</t></r><r><t>tería</t></r><rPh><t>x</t></rPh></si>';
    const cells = `<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t xml:space="preserve"> 10.00 </t></is></c>
      <c t="str"><f>A1&amp;"x"</f><v>a &lt;b&gt; &#241; &#x1F600;</v></c><c t="inlineStr"><is><t><![CDATA[<&>]]>!</t></is></c>`;
    expect(cellsOf(cells, { strings })).toEqual(['0001', 'Ferretería', ' 10.00 ', 'a <b> ñ 😀', '<&>!']);
  });

  it('the escapes of control characters are undone', () => {
    expect(cellsOf('<c t="inlineStr"><is><t>a_x000D_b_x005F_x</t></is></c>')).toEqual(['a\rb_x']);
  });

  it('numbers and dates become text by the format of their style', () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd\\/mm\\/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="4"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="2"/><xf numFmtId="164"/></cellXfs>';
    const cells = '<c><v>0.1</v></c><c s="1"><v>1500</v></c><c s="2"><v>46128</v></c><c t="d"><v>2026-04-16</v></c>';
    expect(cellsOf(cells, { styles })).toEqual(['0.1', '1500.00', '16-04-2026', '16-04-2026']);
    expect(cellsOf('<c s="2"><v>44666</v></c>', { styles, date1904: true })).toEqual(['16-04-2026']);
  });

  it('the stored value of a formula is read, and formulas without one are listed', () => {
    const [row] = rowsOf(
      '<row r="3"><c><f>1+1</f><v>2</v></c><c><f>NOW()</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    );
    expect(row!.cells[0]).toBe('2');
    expect(row!.bad.map(({ column }) => column)).toEqual([1, 2]);
    expect(row!.bad[1]!.mensaje).toContain('#DIV/0!');
  });

  it('the text of a formula has its escapes undone', () => {
    expect(cellsOf('<c t="str"><f>A1</f><v>a_x000D_b</v></c>')).toEqual(['a\rb']);
  });

  it('a row that is hidden, by hand or by a filter, is known', () => {
    const rows = rowsOf('<row r="1"><c><v>1</v></c></row><row r="2" hidden="1"><c><v>2</v></c></row>');
    expect(rows.map(({ hidden }) => hidden)).toEqual([undefined, true]);
  });

  it('booleans are shown as Excel does in Spanish', () => {
    expect(cellsOf('<c t="b"><v>1</v></c><c t="b"><v>0</v></c>')).toEqual(['VERDADERO', 'FALSO']);
  });

  it('the escapes of the text of a formula are undone too', () => {
    expect(cellsOf('<c t="str"><f>A1</f><v>Pan_x000D_&#10;dulce_x005F_x</v></c>')).toEqual(['Pan\r\ndulce_x']);
  });

  it('hidden rows and a yes or no are told apart; a filter hides rows', () => {
    const source = '<row r="1"><c t="b"><v>1</v></c></row><row r="2" hidden="1"><c t="str"><v>x</v></c></row>';
    expect(rowsOf(source)).toEqual([
      { number: 1, cells: ['VERDADERO'], numbers: [], booleans: [0], bad: [] },
      { number: 2, cells: ['x'], numbers: [], bad: [], hidden: true },
    ]);
  });

  it('a row without a height is hidden, and so are columns without a width', () => {
    const source = '<row r="1" ht="0" customHeight="1"><c><v>1</v></c></row><row r="2" ht="15"><c><v>2</v></c></row>';
    const columns =
      '<cols><col min="1" max="1" width="9"/><col min="2" max="4" hidden="1"/><col min="9" max="9" width="0"/></cols>';
    const parts = xlsxParts({ Hoja: source });
    const part = 'xl/worksheets/sheet1.xml';
    const [sheet] = open(zipOf({ ...parts, [part]: parts[part]!.replace('<sheetData>', `${columns}<sheetData>`) }));
    expect([...sheet!.rows()].map(({ hidden }) => hidden)).toEqual([true, undefined]);
    expect(sheet!.hiddenColumns).toEqual([
      [1, 3],
      [8, 8],
    ]);
  });

  it('a hidden sheet is told apart, and a workbook that counts from 1904', () => {
    const parts = xlsxParts({ Uno: '', Dos: '', Tres: '' }, { date1904: true });
    const hide = (name: string, state: string) => (xml: string) =>
      xml.replace(`name="${name}"`, `name="${name}" state="${state}"`);
    const workbook = hide('Tres', 'visible')(hide('Dos', 'hidden')(parts['xl/workbook.xml']!));
    const sheets = open(zipOf({ ...parts, 'xl/workbook.xml': workbook }));
    expect(sheets.map(({ name, hidden, date1904 }) => [name, hidden, date1904])).toEqual([
      ['Uno', false, true],
      ['Dos', true, true],
      ['Tres', false, true],
    ]);
  });

  it('cells are placed by their reference, or one after another without it', () => {
    const [first, second] = rowsOf(
      '<row r="2"><c r="B2"><v>1</v></c><c><v>2</v></c><c r="AA2"><v>3</v></c></row><row><c><v>4</v></c></row>',
    );
    expect(first!.number).toBe(2);
    expect([first!.cells.indexOf('1'), first!.cells.indexOf('2'), first!.cells.indexOf('3')]).toEqual([1, 2, 26]);
    expect(second!.number).toBe(3);
  });

  it('rows without text are left out', () => {
    const rows =
      '<row r="1"><c r="A1" s="3"/></row><row r="2"/><row r="3"><c><v></v></c></row><row r="4"><c><v>1</v></c></row>';
    expect(rowsOf(rows)).toEqual([{ number: 4, cells: ['1'], numbers: [0], bad: [] }]);
    const parts = xlsxParts({ Hoja: '' });
    parts['xl/worksheets/sheet1.xml'] = '<worksheet><sheetData/></worksheet>';
    expect([...open(zipOf(parts))[0]!.rows()]).toEqual([]);
  });

  it('parts that prefix their elements are read', () => {
    const parts = xlsxParts({ Hoja: '' });
    parts['xl/worksheets/sheet1.xml'] = sheetXml('<row r="1"><c><v>7</v></c></row>').replace(/<(\/?)(\w)/g, '<$1x:$2');
    expect([...open(zipOf(parts))[0]!.rows()][0]!.cells).toEqual(['7']);
  });

  it('the sheets are in the order of their tabs, with what they declare', async () => {
    const sheets = ['Uno', 'Dos'].map((name) => ({ name, rows: [['Título'], ['31']] }));
    expect(open(await writeXlsx({ sheets })).map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ['Uno', 2],
      ['Dos', 2],
    ]);
  });

  it('more than a hundred sheets are refused', () => {
    const parts = xlsxParts({ H: '' });
    const sheets = '<sheet name="H" r:id="s1"/>'.repeat(101);
    parts['xl/workbook.xml'] = parts['xl/workbook.xml']!.replace('</sheets>', `${sheets}</sheets>`);
    expect(codeOf(() => open(zipOf(parts)))).toBe('LIBRO-GRANDE');
  });

  it.each([
    ['a package without a workbook', { 'a.txt': 'x' }, 'LIBRO-TIPO'],
    [
      'a document of another program',
      { ...xlsxParts({ H: '' }), '_rels/.rels': rels('word/document.xml') },
      'LIBRO-TIPO',
    ],
    ['a binary workbook', { ...xlsxParts({ H: '' }), '_rels/.rels': rels('xl/workbook.bin') }, 'LIBRO-BINARIO'],
    ['a workbook that lacks a sheet', without('xl/worksheets/sheet1.xml'), 'LIBRO-DANADO'],
    ['a workbook that lacks itself', without('xl/workbook.xml'), 'LIBRO-DANADO'],
  ])('%s is refused', (_, parts, code) => {
    expect(codeOf(() => open(zipOf(parts)))).toBe(code);
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY x "y">]><row/>'],
    ['an entity of its own', '<row><c t="str"><v>&x;</v></c></row>'],
    ['a string that is not there', '<row><c t="s"><v>9</v></c></row>'],
    ['a column beyond the last', '<row><c r="XFE1"><v>1</v></c></row>'],
    ['a row beyond the last', '<row r="1048577"><c><v>1</v></c></row>'],
    ['a row without a number', '<row r="x"><c><v>1</v></c></row>'],
    ['a reference without a column', '<row><c r="1"><v>1</v></c></row>'],
  ])('a sheet with %s is refused', (_, rows) => {
    expect(codeOf(() => rowsOf(rows))).toBe('LIBRO-DANADO');
  });

  it('a sheet that breaks off is refused, wherever it does', () => {
    const whole = sheetXml(textRow(1, ['a', 'b'])).replace('</worksheet>', '');
    const end = whole.indexOf('</sheetData>');
    for (let length = whole.indexOf('<row'); length < end; length++) {
      const parts = xlsxParts({ Hoja: '' });
      parts['xl/worksheets/sheet1.xml'] = whole.slice(0, length);
      expect(codeOf(() => [...open(zipOf(parts))[0]!.rows()])).toBe('LIBRO-DANADO');
    }
  });

  it('text that is not UTF-8 is refused', () => {
    const parts: Record<string, string | Buffer> = xlsxParts({ Hoja: '' });
    parts['xl/worksheets/sheet1.xml'] = Buffer.from(sheetXml(textRow(1, ['á'])), 'latin1');
    expect(codeOf(() => open(zipOf(parts)))).toBe('LIBRO-DANADO');
  });

  it('a text longer than a cell may hold is ignored and reported', () => {
    const [row] = [...open(xlsxOf({ Hoja: [['x'.repeat(32_768), 'b']] }))[0]!.rows()];
    expect(row!.cells).toEqual([undefined, 'b']);
    expect(row!.bad).toHaveLength(1);
  });
});

function rels(target: string): string {
  return xlsxParts({ H: '' })['_rels/.rels']!.replace('xl/workbook.xml', target);
}

function without(name: string): Record<string, string> {
  const { [name]: _, ...rest } = xlsxParts({ H: '' });
  return rest;
}

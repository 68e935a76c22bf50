import { CFB, utils, write } from '@e965/xlsx';
import { writeXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { limits, textRow, xlsxOf, xlsxParts, zipOf } from '../../testing/workbooks.ts';
import { openCsv } from './open-csv.ts';
import { openWorkbook } from './open-workbook.ts';

const megabyte = 1024 * 1024;
const codeOf = async (bytes: Buffer): Promise<string> => {
  try {
    openWorkbook(bytes, limits);
  } catch (error) {
    return (error as { codigo?: string }).codigo ?? String(error);
  }
  return 'none';
};

/** An OLE file with one stream. */
function oleWith(stream: string): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(5000, 7));
  return Buffer.from(CFB.write(container, { type: 'buffer' }));
}

describe('openWorkbook', () => {
  it.each([
    ['nothing', ''],
    ['a text', 'TipoeCF;ENCF\n31;E310000000001'],
    ['a page that calls itself .xls', '<html><table><tr><td>31</td></tr></table></html>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a package of something else', zipOf({ 'word/document.xml': '<x/>' })],
    ['an OLE file of something else', oleWith('WordDocument')],
    ['two bytes of a ZIP', 'PK'],
  ])('%s is refused as no workbook', async (_, content) => {
    expect(await codeOf(Buffer.from(content))).toBe('LIBRO-TIPO');
  });

  it.each([
    [
      'a page that calls itself .xls',
      '\ufeff<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>',
      'página web (HTML)',
    ],
    [
      'a sheet of Excel 2003 in XML',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'hoja XML de Excel 2003',
    ],
    ['a workbook of LibreOffice', zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), '(.ods)'],
    ['a text with tabs', Buffer.from('\ufeffRNC\tNCF\n', 'utf16le'), '.csv'],
    ['a PDF', '%PDF-1.7\n', 'PDF'],
    [
      'a sheet of LibreOffice in one XML',
      '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">',
      '(.fods)',
    ],
    ['a saved web page', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n', '(.mht)'],
    ['a sheet in SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"RNC"\r\n', '(.slk)'],
    ['a text with format', '{\\rtf1\\ansi RNC}', '(.rtf)'],
    ['JSON', '[{"rnc": "131246796"}]', 'JSON'],
    ['the link of Google Sheets', '{"url": "https://docs.google.com/open?id=x"}', 'descárguelo como .xlsx'],
    ['an XML', '\ufeff<?xml version="1.0"?>\n<ECF/>', 'XML'],
    ['nothing', '', 'vacío'],
    ['a file of gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'comprimido'],
    ['a file of RAR', 'Rar!\x1a\x07\0', 'comprimido'],
    ['a file of 7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), 'comprimido'],
    ['a ZIP with workbooks', zipOf({ 'compras.xlsx': 'PK' }), 'comprimido'],
    ['a workbook of Numbers before 2013', zipOf({ 'Index.zip': 'x' }), '(.numbers)'],
    ['a letter of Word', zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>' }), 'Word'],
    ['a workbook of Excel 2', Buffer.from([0x09, 0x00, 0x04, 0x00, 0x02, 0x00, 0x10, 0x00]), 'anterior a la 97'],
    ['a workbook of Excel 4', Buffer.from([0x09, 0x04, 0x06, 0x00, 0x00, 0x00, 0x10, 0x00]), 'anterior a la 97'],
    ['the mark of an open workbook', Buffer.from(`\x05Juan${' '.repeat(160)}`, 'latin1'), 'está abierto'],
  ])('%s is refused by its name', (_, content, name) => {
    expect(() => openWorkbook(Buffer.from(content), limits)).toThrow(name);
  });

  it.each([
    ['a page', '<html><table><tr><td>RNC', 'página web (HTML)'],
    ['a sheet in SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\n', '(.slk)'],
    ['JSON', '[{"rnc": "131246796"}]', 'JSON'],
    ['an XML', '<?xml version="1.0"?><ECF/>', 'XML'],
  ])('%s with the name of a text is refused by its name too', (_, content, name) => {
    expect(() => openCsv(Buffer.from(content))).toThrow(name);
  });

  it('a text whose first header is ID is a text', () => {
    expect(() => openCsv(Buffer.from('ID;Proveedor;RNC\r\nA;B;1\r\n'))).not.toThrow();
  });

  it.each(['xlsx', 'biff8'] as const)('the hidden sheets of a workbook are known, in %s', (bookType) => {
    const book = utils.book_new();
    for (const name of ['Vista', 'Oculta', 'Muy oculta'])
      utils.book_append_sheet(book, utils.aoa_to_sheet([['a']]), name);
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 2 }] };
    const sheets = openWorkbook(write(book, { type: 'buffer', bookType }), limits);
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Vista', false],
      ['Oculta', true],
      ['Muy oculta', true],
    ]);
  });

  it('a file with a password is refused, with the request to remove it', async () => {
    expect(await codeOf(oleWith('EncryptedPackage'))).toBe('LIBRO-CLAVE');
  });

  it('a file of more than 10 MB is refused before it is opened', async () => {
    expect(await codeOf(Buffer.alloc(10 * megabyte + 1))).toBe('LIBRO-GRANDE');
  });

  it.each([
    ['that announces its size', 200 * megabyte],
    ['that announces nothing of it', 1000],
  ])('a sheet of 200 MB %s is refused, without ever holding it', async (_, announcedSize) => {
    const parts: Record<string, string | Buffer> = xlsxParts({ ECF: '' });
    parts['xl/worksheets/sheet1.xml'] = Buffer.alloc(200 * megabyte, ' ');
    const bomb = zipOf(parts, { 'xl/worksheets/sheet1.xml': { announcedSize } });
    delete parts['xl/worksheets/sheet1.xml'];
    const before = process.memoryUsage().arrayBuffers;
    expect(await codeOf(bomb)).toBe('LIBRO-GRANDE');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(110 * megabyte);
  });

  it('a workbook cut short is refused, wherever it is cut', async () => {
    const whole = xlsxOf({ ECF: [['TipoeCF'], ['31']] });
    for (let length = 4; length < whole.length; length += 101) {
      expect(await codeOf(whole.subarray(0, length))).toBe('LIBRO-DANADO');
    }
  });

  it('macros and links to other workbooks are not read', async () => {
    const parts = xlsxParts({ ECF: textRow(1, ['TipoeCF']) });
    parts['xl/vbaProject.bin'] = 'macro';
    parts['xl/externalLinks/externalLink1.xml'] = '<not xml';
    expect(await codeOf(zipOf(parts))).toBe('none');
  });

  it('numbers and dates that a spreadsheet wrote as such are read', async () => {
    const rows = [
      ['FechaEmision', 'MontoTotal', 'RNCEmisor', 'eNCF'],
      [new Date(Date.UTC(2026, 3, 16)), 1180.5, 133009889, 'E310000000001'],
    ];
    const [sheet] = openWorkbook(Buffer.from(await writeXlsx({ sheets: [{ name: 'ECF', rows }] })), limits);
    expect([...sheet!.rows()][1]!.cells).toEqual(['16-04-2026', '1180.5', '133009889', 'E310000000001']);
  });
});

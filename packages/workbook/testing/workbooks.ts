// Workbooks for tests, with content that no spreadsheet library would write.
import { crc32, deflateRawSync } from 'node:zlib';

/** The limits of the server for workbooks of documents. */
export const limits = { bytes: 10 * 1024 * 1024, descomprimido: 100 * 1024 * 1024 };

/** False declarations of a part of {@link zipOf}. */
export interface PartOptions {
  readonly stored?: boolean;
  readonly encrypted?: boolean;
  readonly announcedSize?: number;
}

/** A ZIP package of these parts. */
export function zipOf(parts: Record<string, string | Buffer>, options: Record<string, PartOptions> = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const { stored = false, encrypted = false, announcedSize } = options[name] ?? {};
    const bytes = Buffer.from(content);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const file = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(announcedSize ?? bytes.length, 18);
    common.writeUInt16LE(file.length, 22);
    locals.push(Buffer.from('PK\x03\x04'), common, file, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, file);
    offset += 30 + file.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = Object.keys(parts).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Source of a sheet part around the source of its rows. */
export const sheetXml = (rows: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${namespace}"><sheetData>${rows}</sheetData></worksheet>`;

/** Input of {@link xlsxParts} besides the sheets: sources of whole elements. */
export interface XlsxOptions {
  /** Items of the shared strings: `<si><t>…</t></si>`. */
  readonly strings?: string;
  /** Inside of the styles part: `<numFmts>…</numFmts><cellXfs>…</cellXfs>`. */
  readonly styles?: string;
  readonly date1904?: boolean;
}

/** Parts of an .xlsx with these sheets: name → source of its `<row>`s. */
export function xlsxParts(sheets: Record<string, string>, options: XlsxOptions = {}): Record<string, string> {
  const names = Object.keys(sheets);
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${relationshipsNamespace}">${relationship('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${namespace}" xmlns:r="${types}"><workbookPr date1904="${Number(options.date1904 ?? false)}"/><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationshipsNamespace}">${names
      .map((_, index) => relationship(`s${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join(
        '',
      )}${relationship('strings', 'sharedStrings', 'sharedStrings.xml')}${relationship('styles', 'styles', '/xl/styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${namespace}">${options.strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${namespace}">${options.styles ?? ''}</styleSheet>`,
  };
  names.forEach((name, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheets[name]!);
  });
  return parts;
}

/** Source of a `<row>` of text cells; null leaves the cell out. */
export const textRow = (number: number, texts: readonly (string | null)[]) =>
  `<row r="${number}">${texts
    .map((text) => (text === null ? '<c/>' : `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`))
    .join('')}</row>`;

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** An .xlsx of text cells: sheet name → rows, the header first. */
export const xlsxOf = (sheets: Record<string, readonly (readonly (string | null)[])[]>): Buffer =>
  zipOf(
    xlsxParts(
      Object.fromEntries(
        Object.entries(sheets).map(([name, rows]) => [name, rows.map((row, i) => textRow(i + 1, row)).join('')]),
      ),
    ),
  );

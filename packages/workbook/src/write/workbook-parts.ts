import type { ZipPart } from '../zip/write-zip.ts';

/** A sheet of a workbook: its name, and its part as a stream of text. */
interface SheetPart {
  readonly name: string;
  readonly content: AsyncIterable<string>;
}

/**
 * The parts of a workbook.
 *
 * @param styles content of the part `styles`
 */
export function* workbookParts(styles: string, sheets: readonly SheetPart[]): Generator<ZipPart> {
  yield { name: '[Content_Types].xml', content: Buffer.from(contentTypes(sheets)) };
  yield { name: '_rels/.rels', content: Buffer.from(rootRelations) };
  yield { name: 'xl/workbook.xml', content: Buffer.from(workbook(sheets)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(workbookRelations(sheets)) };
  yield { name: 'xl/styles.xml', content: Buffer.from(styles) };
  for (const [at, { content }] of sheets.entries()) yield { name: `xl/worksheets/sheet${at + 1}.xml`, content };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text for XML, without the characters that XML cannot contain. */
export const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>]/g, (character) => entities[character]!);

/**
 * Writes the text of a cell: a return, which XML would read as a line feed, is stored as `_x000D_`, and a text that looks
 * like such an escape as `_x005F_x…`.
 * @source ISO/IEC 29500-1, 22.9.2.19, ST_Xstring
 */
export const cellText = (text: string): string =>
  escaped(text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_'));

/** The first line of every part. */
export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Namespace of the parts. */
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: readonly SheetPart[]) =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;
const rootRelations = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbook = (sheets: readonly SheetPart[]) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`;
const workbookRelations = (sheets: readonly SheetPart[]) =>
  `${head}<Relationships xmlns="${relations}">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

import type { ZipPart } from '../zip/write.ts';

/**
 * The parts of a workbook of one sheet.
 *
 * @param name of the sheet
 * @param styles the part of that name
 * @param sheet the part of the sheet, as it comes
 */
export function* workbookParts(name: string, styles: string, sheet: AsyncIterable<string>): Generator<ZipPart> {
  yield { name: '[Content_Types].xml', content: Buffer.from(contentTypes) };
  yield { name: '_rels/.rels', content: Buffer.from(rootRelations) };
  yield { name: 'xl/workbook.xml', content: Buffer.from(workbook(name)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(workbookRelations) };
  yield { name: 'xl/styles.xml', content: Buffer.from(styles) };
  yield { name: 'xl/worksheets/sheet1.xml', content: sheet };
}

/** `A`, `B`, … `Z`, `AA`. */
export const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in XML, without the characters that XML cannot hold. */
export const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>]/g, (character) => entities[character]!);

/** The first line of every part. */
export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Namespace of the parts. */
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;
const rootRelations = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbook = (name: string) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const workbookRelations = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

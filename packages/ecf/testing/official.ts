// The DGII's own files, in a folder next to the repository, for conformance tests and benchmarks.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import type { DocumentKey } from '../src/schema/documents.ts';

const folder = fileURLToPath(new URL('../../../../shared/dgii/', import.meta.url));

/** Whether the official files are available. */
export const officialFiles = existsSync(`${folder}xsd`);

const fileOf = (document: DocumentKey): string => {
  if (document === 'RFCE') return 'RFCE 32 v.1.0';
  if (document === 'SemillaModel') return 'Semilla v.1.0';
  if (document === 'ARECF') return 'ARECF v1.0';
  return /^\d/.test(document) ? `e-CF ${document} v.1.0` : `${document} v.1.0`;
};

/** The schema of a document as published. */
export const officialXsd = (document: DocumentKey): string =>
  readFileSync(`${folder}xsd/${fileOf(document)}.xsd`, 'utf8').replace(/^\uFEFF/, '');

/** Constructs of the official schemas that libxml2 cannot read or misreads, with an equivalent that it can read. */
const forLibxml2: readonly (readonly [RegExp, string])[] = [
  // A blank before the name of a type (e-CF 31).
  [/name="\s+/g, 'name="'],
  // Groups as .NET writes them (ACECF, RFCE).
  [/\(\?:/g, '('],
  // libxml2 adds up the counts of alternatives: it accepts 19 digits for «11 or 9».
  [/(['"])\[0-9\]\{11\}\|\[0-9\]\{9\}\1/g, '"[0-9]{9}([0-9][0-9])?"'],
  [/"\(\\d\{11,11\}\)\|\(\\d\{9,9\}\)"/g, String.raw`"\d{9}(\d\d)?"`],
  [
    /"\(\[a-z0-9A-Z\]\{13,13\}\)\|\(\[a-z0-9A-Z\]\{11,11\}\)\|\(\[a-z0-9A-Z\]\{9,9\}\)\*?"/g,
    '"[a-z0-9A-Z]{9}([a-z0-9A-Z][a-z0-9A-Z])?([a-z0-9A-Z][a-z0-9A-Z])?"',
  ],
];

/** The schema of a document, adapted to libxml2. */
export const readableXsd = (document: DocumentKey): string =>
  forLibxml2.reduce((xsd, [pattern, replacement]) => xsd.replace(pattern, () => replacement), officialXsd(document));

/** The occurrence matrix of the e-CF: a row for each path, a column for each type; `0..1`, `1..7` or `-`. */
export const officialMatrix = (): string => readFileSync(`${folder}structure/MATRIX.tsv`, 'utf8');

/** The official code tables: XSD type → [code, label] pairs. */
export const officialCodes = (): Record<string, [string, string][]> =>
  JSON.parse(readFileSync(`${folder}structure/code-tables.json`, 'utf8'));

/** A sheet of an official workbook: its headers and its rows, without the cells that contain `#e`. */
export interface OfficialSheet {
  readonly headers: string[];
  readonly rows: Record<string, string>[];
}

/** The sheets of an official certification workbook. */
export const officialWorkbook = (name: string): Record<string, OfficialSheet> =>
  JSON.parse(readFileSync(`${folder}set-de-pruebas/${name}.json`, 'utf8'));

/** Compiles a schema with libxml2. Returns a check that lists the faults of a document; empty when it is valid. */
export function schemaChecker(xsd: string): (xml: string) => string[] {
  const schema = XmlDocument.fromString(xsd);
  const validator = XsdValidator.fromDoc(schema);
  schema.dispose();
  return (xml) => errorsOf(validator, xml);
}

const checkers = new Map<DocumentKey, (xml: string) => string[]>();

/** The faults that libxml2 finds in a document by its official schema; empty when it is valid. */
export function schemaErrors(document: DocumentKey, xml: string): string[] {
  const checker = checkers.get(document) ?? schemaChecker(readableXsd(document));
  checkers.set(document, checker);
  return checker(xml);
}

function errorsOf(validator: XsdValidator, xml: string): string[] {
  const parsed = XmlDocument.fromString(xml);
  try {
    validator.validate(parsed);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return [error.message];
  } finally {
    parsed.dispose();
  }
}

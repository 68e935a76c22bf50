import { decodeXml, type XmlElement, XmlError } from '@timbre/xml';
import { readDocument } from '../codec/read-document.ts';
import type { Fault } from '../fault.ts';
import { type DocumentKind, signatureOf } from '../schema/documents.ts';
import type { DocumentTrees } from '../schema/types.generated.ts';
import { scanValid } from './scan-valid.ts';
import { validateStructure } from './validate-structure.ts';

/** A document and all its structural faults; without `kind` when the text is not XML or is none of the six formats. */
export type ValidatedDocument =
  | {
      [K in DocumentKind]: { readonly kind: K; readonly tree: DocumentTrees[K]; readonly faults: readonly Fault[] };
    }[DocumentKind]
  | { readonly kind: undefined; readonly faults: readonly Fault[] };

/**
 * Reads a document and checks it against its schema, as an official schema processor would, and by the rules of
 * {@link strictCodes}. The Signature must be present where the schema requires one; it is not verified.
 * @param input XML text, its bytes, or the element when it was read before
 * @param options `unsigned`: the document is about to be signed, and needs no Signature yet
 */
export function validateXml(
  input: string | Uint8Array | XmlElement,
  options: { readonly unsigned?: boolean } = {},
): ValidatedDocument {
  return scan(input) ?? readAndValidate(input, options.unsigned === true);
}

/** Largest text that the reader accepts; larger ones are left to it to refuse. */
const mostScanned = 5_000_000;

function scan(input: string | Uint8Array | XmlElement): ValidatedDocument | undefined {
  if (!(typeof input === 'string' || input instanceof Uint8Array) || input.length > mostScanned) return undefined;
  try {
    return scanValid(decodeXml(input));
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

function readAndValidate(input: string | Uint8Array | XmlElement, unsigned: boolean): ValidatedDocument {
  const read = readDocument(input);
  if (read.kind === undefined) return read;
  const faults: Fault[] = [...read.faults, ...validateStructure(read.kind, read.tree)];
  const replaced = read.faults.some(({ code }) => code === 'ESTRICTO-FIRMA');
  if (read.signature === undefined && signatureOf[read.kind] === 'required' && !unsigned && !replaced)
    faults.push({ code: 'XSD-FIRMA', path: 'Signature', message: 'Falta la firma' });
  const validated: object = { kind: read.kind, tree: read.tree, faults };
  return validated as ValidatedDocument;
}

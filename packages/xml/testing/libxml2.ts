import { XmlDocument } from 'libxml2-wasm';

/** Canonical form of a document by libxml2, without comments; undefined if libxml2 refuses it. */
export function canonicalByLibxml2(xml: string): string | undefined {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(xml);
  } catch {
    return undefined;
  }
  try {
    return document.canonicalizeToString();
  } catch {
    return undefined;
  } finally {
    document.dispose();
  }
}

/** Canonical form, within its document, of the first element of an XPath. */
export function canonicalSubtreeByLibxml2(xml: string, xpath: string): string {
  const document = XmlDocument.fromString(xml);
  try {
    const node = document.get(xpath);
    if (node === null) throw new Error(`nothing at ${xpath}`);
    return node.canonicalizeToString();
  } finally {
    document.dispose();
  }
}

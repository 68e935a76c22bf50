/** The name of the root element, after the declaration and comments. */
const root = /^(?:\uFEFF)?(?:\s|<\?[^>]*>|<!--[\s\S]*?-->)*<(?:[\w.-]+:)?([\w.-]+)/;

/** Documents of the DGII that are not forms: each is created in its own part of the platform. */
export const fiscalDocuments: ReadonlySet<string> = new Set(['ECF', 'RFCE', 'ANECF', 'ACECF', 'ARECF', 'SemillaModel']);

/** The local name of the root element of an XML, without parsing it; undefined if the beginning is not XML. */
export const rootOfXml = (bytes: Buffer): string | undefined =>
  root.exec(bytes.subarray(0, 4096).toString('utf8'))?.[1];

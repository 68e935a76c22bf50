export { algorithms, signatureNamespace } from './algorithms.ts';
export { type CanonicalizeOptions, canonicalize } from './canonicalize.ts';
export {
  dropWhitespace,
  leafText,
  type XmlAttribute,
  type XmlChild,
  type XmlDeclaration,
  type XmlElement,
} from './element.ts';
export { escapeAttribute, escapeText } from './escape.ts';
export { type ReadLimits, readXml } from './read-xml.ts';
export { decode as decodeXml, positionAt } from './source.ts';
export { XmlError, type XmlErrorCode } from './xml-error.ts';

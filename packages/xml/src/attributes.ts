import type { XmlAttribute, XmlDeclaration } from './element.ts';
import { readName } from './names.ts';
import { resolveReferences } from './references.ts';
import { fail, skipBlanks } from './source.ts';

export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;

interface RawAttribute {
  readonly name: string;
  readonly value: string;
}

/** Reads the attributes of a tag, from the end of its name up to its `>`, or up to the `/` before it. */
export function readAttributes(text: string, from: number, most: number) {
  const attributes: RawAttribute[] = [];
  const declarations: XmlDeclaration[] = [];
  let at = from;
  for (;;) {
    const start = skipBlanks(text, at);
    const code = text.charCodeAt(start);
    if (code === GREATER || (code === SLASH && text.charCodeAt(start + 1) === GREATER)) {
      return { attributes, declarations, end: start };
    }
    if (start === at || start >= text.length) fail('xml/etiqueta', text, Math.min(start, text.length));
    if (attributes.length + declarations.length === most) fail('xml/demasiados-atributos', text, start, most);
    const name = readName(text, start);
    const nameEnd = start + name.length;
    const equals = skipBlanks(text, nameEnd);
    const opening = skipBlanks(text, equals + 1);
    const quote = text.charCodeAt(opening);
    if (text.charCodeAt(equals) !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE))
      fail('xml/atributo', text, start);
    const closing = text.indexOf(quote === QUOTE ? '"' : "'", opening + 1);
    if (closing < 0) fail('xml/atributo', text, start);
    const value = attributeValue(text, opening + 1, closing);
    if (name === 'xmlns') addDeclaration(text, start, declarations, '', value);
    else if (name.startsWith('xmlns:')) addDeclaration(text, start, declarations, name.slice(6), value);
    else attributes.push({ name, value });
    at = closing + 1;
  }
}

function attributeValue(text: string, start: number, end: number): string {
  const raw = text.slice(start, end);
  const less = raw.indexOf('<');
  if (less >= 0) fail('xml/atributo', text, start + less);
  return raw.includes('&') ? resolveReferences(text, start, end, true) : raw.replace(/[\t\n]/g, ' ');
}

const absoluteUri =
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+(?:#[\w\-.~:/?@!$&'()*+,;=]*)?$/;

/** Namespace names must be absolute URIs: a document with any other cannot be canonicalised (Canonical XML 1.0, §1.3). */
function addDeclaration(text: string, at: number, into: XmlDeclaration[], prefix: string, uri: string): void {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  if (into.some((other) => other.prefix === prefix)) fail('xml/atributo-repetido', text, at, name);
  const reserved = prefix === 'xmlns' || uri === xmlnsNamespace || (prefix === 'xml') !== (uri === xmlNamespace);
  const wrong = uri === '' ? prefix !== '' : !absoluteUri.test(uri);
  if (reserved || wrong) fail('xml/espacio-de-nombres', text, at, name);
  into.push({ prefix, uri });
}

export function resolvePrefix(text: string, at: number, prefix: string, scope: Map<string, string>): string {
  const uri = scope.get(prefix);
  if (uri === undefined || uri === '') fail('xml/prefijo', text, at, prefix);
  return uri;
}

export function resolveAttributes(text: string, at: number, raw: readonly RawAttribute[], scope: Map<string, string>) {
  const attributes: XmlAttribute[] = [];
  for (const { name, value } of raw) {
    const colon = name.indexOf(':');
    const local = name.slice(colon + 1);
    const namespace = colon < 0 ? '' : resolvePrefix(text, at, name.slice(0, colon), scope);
    if (attributes.some((other) => other.local === local && other.namespace === namespace)) {
      fail('xml/atributo-repetido', text, at, name);
    }
    attributes.push({ name, local, namespace, value });
  }
  return attributes;
}

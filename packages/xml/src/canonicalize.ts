import type { XmlAttribute, XmlDeclaration, XmlElement } from './element.ts';
import { escapeAttribute, escapeText } from './escape.ts';

/**
 * `ancestors`: the elements around an element that is not the root, outermost first: it inherits their namespaces and
 * `xml:` attributes. `omit`: a descendant to leave out (the enveloped Signature).
 * `exclusive`: writes the exclusive form; the list has the prefixes that are written as in the inclusive form ('' = the
 * default namespace).
 */
export interface CanonicalizeOptions {
  readonly ancestors?: readonly XmlElement[];
  readonly omit?: XmlElement | undefined;
  readonly exclusive?: readonly string[] | undefined;
}

/** Prefix → namespace in scope while an element is written; a missing prefix is undeclared. */
type Scope = Map<string, string>;

/**
 * Writes an element in canonical form. The UTF-8 bytes of the text are the input of the digest.
 * @source Canonical XML 1.0 (without comments), §2.3 and §2.4; Exclusive XML Canonicalization 1.0, §3
 */
export function canonicalize(
  element: XmlElement,
  { ancestors = [], omit, exclusive }: CanonicalizeOptions = {},
): string {
  if (exclusive !== undefined) {
    const scope: Scope = new Map();
    for (const { declarations } of ancestors) enter(scope, declarations);
    return writeUsed(element, { scope, written: new Map(), omit, listed: exclusive });
  }
  if (ancestors.length === 0) return writeElement(element, new Map(), omit);
  const { declarations, attributes } = inherit([...ancestors, element]);
  return writeElement({ ...element, declarations, attributes }, new Map(), omit);
}

/** The namespaces in scope at the innermost element of a path, and the `xml:` attributes that it inherits. */
function inherit(path: readonly XmlElement[]): Pick<XmlElement, 'declarations' | 'attributes'> {
  const declarations = new Map<string, XmlDeclaration>();
  const xmlAttributes = new Map<string, XmlAttribute>();
  for (const element of path) {
    for (const declaration of element.declarations) declarations.set(declaration.prefix, declaration);
    for (const attribute of element.attributes) {
      if (attribute.name.startsWith('xml:')) xmlAttributes.set(attribute.name, attribute);
    }
  }
  const own = path.at(-1)?.attributes.filter((attribute) => !xmlAttributes.has(attribute.name)) ?? [];
  return { declarations: [...declarations.values()], attributes: [...own, ...xmlAttributes.values()] };
}

function writeElement(element: XmlElement, scope: Scope, omit: XmlElement | undefined): string {
  const { name, attributes } = element;
  const changed = element.declarations.length === 0 ? noDeclarations : changedDeclarations(element, scope);
  let out = changed.length + attributes.length === 0 ? `<${name}>` : openingTag(name, changed, attributes);
  const outer = enter(scope, changed);
  for (const child of element.children) {
    if (typeof child === 'string') out += escapeText(child);
    else if (child !== omit) out += writeElement(child, scope, omit);
  }
  enter(scope, outer);
  return `${out}</${name}>`;
}

function openingTag(
  name: string,
  declarations: readonly XmlDeclaration[],
  attributes: readonly XmlAttribute[],
): string {
  let out = `<${name}`;
  for (const { prefix, uri } of declarations) {
    out += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(uri)}"`;
  }
  if (attributes.length > 0) {
    const sorted = attributes.length === 1 ? attributes : [...attributes].sort(compareAttributes);
    for (const attribute of sorted) out += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
  }
  return `${out}>`;
}

const noDeclarations: readonly XmlDeclaration[] = [];

/** The declarations that change the scope, in the order of their prefixes; `xml` itself is never written. */
function changedDeclarations(element: XmlElement, scope: Scope): readonly XmlDeclaration[] {
  return element.declarations
    .filter(({ prefix, uri }) => prefix !== 'xml' && (scope.get(prefix) ?? '') !== uri)
    .sort((a, b) => compareCodePoints(a.prefix, b.prefix));
}

interface Exclusively {
  /** Namespaces in scope in the document. */
  readonly scope: Scope;
  /** Namespaces in scope in the written text. */
  readonly written: Scope;
  readonly omit: XmlElement | undefined;
  readonly listed: readonly string[];
}

/** Writes the exclusive form: only namespaces whose prefixes are used, where they are used, and listed ones. */
function writeUsed(element: XmlElement, state: Exclusively): string {
  const { scope, written, omit, listed } = state;
  const { name, attributes } = element;
  const hidden = enter(scope, element.declarations);
  const changed = [...new Set([prefixOf(name), ...prefixesOf(attributes), ...listed])]
    .map((prefix) => ({ prefix, uri: scope.get(prefix) ?? '' }))
    .filter(({ prefix, uri }) => prefix !== 'xml' && (written.get(prefix) ?? '') !== uri)
    .sort((a, b) => compareCodePoints(a.prefix, b.prefix));
  const outer = enter(written, changed);
  let out = openingTag(name, changed, attributes);
  for (const child of element.children) {
    if (typeof child === 'string') out += escapeText(child);
    else if (child !== omit) out += writeUsed(child, state);
  }
  enter(written, outer);
  enter(scope, hidden);
  return `${out}</${name}>`;
}

/** Adds declarations to a scope and returns those that restore it. */
function enter(scope: Scope, declarations: readonly XmlDeclaration[]): readonly XmlDeclaration[] {
  if (declarations.length === 0) return noDeclarations;
  const former = declarations.map(({ prefix }) => ({ prefix, uri: scope.get(prefix) ?? '' }));
  for (const { prefix, uri } of declarations) scope.set(prefix, uri);
  return former;
}

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

/**
 * The prefixes of attributes. The default namespace is not included: an attribute without a prefix has no namespace.
 */
const prefixesOf = (attributes: readonly XmlAttribute[]): readonly string[] =>
  attributes.map(({ name }) => prefixOf(name)).filter((prefix) => prefix !== '');

const compareAttributes = (a: XmlAttribute, b: XmlAttribute): number =>
  compareCodePoints(a.namespace, b.namespace) || compareCodePoints(a.local, b.local);

const surrogate = /[\ud800-\udfff]/;

/** Compares by code point. `<` compares by UTF-16 unit, which differs for characters beyond U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  if (!surrogate.test(a) && !surrogate.test(b)) return a < b ? -1 : 1;
  const left = [...a];
  const right = [...b];
  const at = left.findIndex((character, index) => character !== right[index]);
  const codePoint = (characters: string[]) => characters[at]?.codePointAt(0) ?? -1;
  return at < 0 ? -1 : codePoint(left) - codePoint(right);
}

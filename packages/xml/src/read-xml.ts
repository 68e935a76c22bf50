import { readAttributes, resolveAttributes, resolvePrefix, xmlNamespace } from './attributes.ts';
import type { XmlAttribute, XmlChild, XmlDeclaration, XmlElement } from './element.ts';
import { readName } from './names.ts';
import { resolveReferences } from './references.ts';
import { decode, fail, isDeclaration, refuseForbidden, skipBlanks, skipDeclaration } from './source.ts';
import { XmlError } from './xml-error.ts';

/** Limits beyond which a text is refused. Nodes are elements, attributes, comments and CDATA sections. */
export interface ReadLimits {
  /** Bytes, or UTF-16 units if the input is a string. */
  readonly size: number;
  readonly depth: number;
  readonly nodes: number;
  /** Attributes and namespace declarations on one element. */
  readonly attributes: number;
  /**
   * Whether comments are skipped, refused, or skipped `between` elements and refused next to a text. Never retained.
   */
  readonly comments: 'skip' | 'refuse' | 'between';
}

const defaults: ReadLimits = { size: 5_000_000, depth: 64, nodes: 50_000, attributes: 64, comments: 'skip' };

const BANG = 33;
const SLASH = 47;
const GREATER = 62;
const QUESTION = 63;

const longestShown = 80;
const notBlank = /[^ \t\r\n]/;

type Building = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: XmlChild[] };

/** Prefix → namespace in scope at the current position. */
type Scope = Map<string, string>;

const noAttributes: readonly XmlAttribute[] = [];
const noDeclarations: readonly XmlDeclaration[] = [];

/**
 * Parses one document, strictly: no DOCTYPE, no entities except the five of XML, no processing instructions,
 * UTF-8 only (a byte order mark is skipped), within `limits`. Line ends and attribute values are normalised
 * as XML 1.0 requires. Comments are dropped, CDATA becomes text, blanks between elements are retained.
 *
 * @returns the root element
 * @throws XmlError with the position and the reason for refusing the text
 * @source XML 1.0 (fifth edition); Namespaces in XML 1.0
 */
export function readXml(input: string | Uint8Array, limits: Partial<ReadLimits> = {}): XmlElement {
  const { size, depth: maxDepth, nodes: maxNodes, attributes: maxAttributes, comments } = { ...defaults, ...limits };
  if (input.length > size) throw new XmlError('xml/demasiado-grande', size, 1, 1);
  const text = decode(input);
  refuseForbidden(text);

  const scope: Scope = new Map([['xml', xmlNamespace]]);
  const open: Building[] = [];
  /** For each open element that declares namespaces, the declarations that it overrides. */
  const hidden: (readonly XmlDeclaration[] | undefined)[] = [];
  let root: Building | undefined;
  let current: Building | undefined;
  let defaultNamespace = '';
  let nodes = 0;
  /** Text since the last tag: comments and CDATA sections do not split it. */
  let pending = '';
  /** Position of a comment since the last tag, if comments next to texts are refused; -1 = none. */
  let comment = -1;
  let nextReference = find(text, '&', 0);
  let nextSectionEnd = find(text, ']]>', 0);
  let position = skipDeclaration(text);

  for (;;) {
    const tag = find(text, '<', position);
    if (tag > position) {
      if (current === undefined) {
        const stray = skipBlanks(text, position);
        if (stray < tag) refuseStray(text, stray, tag);
      } else {
        if (nextSectionEnd < position) nextSectionEnd = find(text, ']]>', position);
        if (nextSectionEnd < tag) fail('xml/cdata', text, nextSectionEnd);
        if (nextReference < position) nextReference = find(text, '&', position);
        pending += nextReference < tag ? resolveReferences(text, position, tag) : text.slice(position, tag);
      }
    }
    if (tag === text.length) break;
    if (comment >= 0 && notBlank.test(pending)) fail('xml/comentario', text, comment);

    const next = text.charCodeAt(tag + 1);
    if (next === SLASH) {
      if (current === undefined) fail('xml/etiqueta', text, tag);
      position = readClosingTag(text, tag, current.name);
      append(current, pending);
      pending = '';
      comment = -1;
      if (leaveScope(scope, hidden.pop())) defaultNamespace = scope.get('') ?? '';
      open.pop();
      current = open.length === 0 ? undefined : open[open.length - 1];
      continue;
    }

    nodes += 1;
    if (nodes > maxNodes) fail('xml/demasiados-nodos', text, tag, maxNodes);
    if (next === BANG) {
      const cdata = current !== undefined && text.startsWith('<![CDATA[', tag);
      position = cdata ? endOfCdata(text, tag) : endOfComment(text, tag, comments);
      if (cdata) pending += text.slice(tag + 9, position - 3);
      else if (comments === 'between') comment = tag;
      continue;
    }
    if (next === QUESTION) refuseInstruction(text, tag);
    if (root !== undefined && current === undefined) fail('xml/varias-raices', text, tag);
    if (open.length >= maxDepth) fail('xml/profundidad', text, tag, maxDepth);

    const name = readName(text, tag + 1);
    const element: Building = {
      name,
      local: name,
      namespace: defaultNamespace,
      declarations: noDeclarations,
      attributes: noAttributes,
      children: [],
      offset: tag,
    };
    let end = tag + 1 + name.length;
    let undone: readonly XmlDeclaration[] | undefined;
    if (text.charCodeAt(end) !== GREATER) {
      // Attributes, blanks, or the `/` of an empty element follow.
      const read = readAttributes(text, end, maxAttributes);
      end = read.end;
      nodes += read.attributes.length + read.declarations.length;
      if (nodes > maxNodes) fail('xml/demasiados-nodos', text, tag, maxNodes);
      if (read.declarations.length > 0) {
        undone = enterScope(scope, read.declarations);
        defaultNamespace = scope.get('') ?? '';
        element.declarations = read.declarations;
        element.namespace = defaultNamespace;
      }
      if (read.attributes.length > 0) element.attributes = resolveAttributes(text, tag, read.attributes, scope);
    }
    const colon = name.indexOf(':');
    if (colon >= 0) {
      element.local = name.slice(colon + 1);
      element.namespace = resolvePrefix(text, tag, name.slice(0, colon), scope);
    }

    if (current === undefined) root = element;
    else append(current, pending, element);
    pending = '';
    comment = -1;
    if (text.charCodeAt(end) === SLASH) {
      position = end + 2;
      if (leaveScope(scope, undone)) defaultNamespace = scope.get('') ?? '';
    } else {
      position = end + 1;
      open.push(element);
      hidden.push(undone);
      current = element;
    }
  }

  if (current !== undefined) fail('xml/sin-cerrar', text, current.offset, current.name);
  if (root === undefined) fail('xml/sin-raiz', text, text.length);
  return root;
}

/** Refuses a processing instruction. A declaration that is not the first of the file is refused by that name. */
function refuseInstruction(text: string, tag: number): never {
  if (!isDeclaration(text, tag)) fail('xml/instruccion', text, tag);
  const before = notBlank.test(text.slice(0, tag)) ? 'otro contenido' : 'espacios o líneas en blanco';
  fail('xml/declaracion-tardia', text, tag, before);
}

/** Refuses a text outside of the root, which ends at `tag`. */
function refuseStray(text: string, stray: number, tag: number): never {
  if (isDeclaration(text, tag)) refuseInstruction(text, tag);
  fail('xml/texto-fuera', text, stray);
}

/** Position of the first occurrence of a piece from `from` on; the text's length if there is none. */
function find(text: string, piece: string, from: number): number {
  const at = text.indexOf(piece, from);
  return at < 0 ? text.length : at;
}

/** Appends to the parent the text before an element, and the element. */
function append(parent: Building, text: string, element?: XmlElement): void {
  if (parent.children.length === 0) {
    // V8 sizes `[a]` exactly; `push` on `[]` allocates 17 slots.
    if (element !== undefined) parent.children = text === '' ? [element] : [text, element];
    else if (text !== '') parent.children = [text];
    return;
  }
  if (text !== '') parent.children.push(text);
  if (element !== undefined) parent.children.push(element);
}

/** Adds declarations to the scope and returns those that they override. */
function enterScope(scope: Scope, declarations: readonly XmlDeclaration[]): readonly XmlDeclaration[] {
  const hidden = declarations.map(({ prefix }) => ({ prefix, uri: scope.get(prefix) ?? '' }));
  for (const { prefix, uri } of declarations) scope.set(prefix, uri);
  return hidden;
}

/** Restores the overridden declarations; returns whether there were any. */
function leaveScope(scope: Scope, hidden: readonly XmlDeclaration[] | undefined): boolean {
  if (hidden === undefined) return false;
  for (const { prefix, uri } of hidden) scope.set(prefix, uri);
  return true;
}

/** Checks that a closing tag has this name, and returns the position after it. */
function readClosingTag(text: string, tag: number, name: string): number {
  const nameEnd = tag + 2 + name.length;
  const end = text.charCodeAt(nameEnd) === GREATER ? nameEnd : skipBlanks(text, nameEnd);
  if (text.slice(tag + 2, nameEnd) !== name || text.charCodeAt(end) !== GREATER) {
    const written = text.slice(tag, find(text, '>', tag) + 1).slice(0, longestShown);
    fail('xml/cierre', text, tag, written);
  }
  return end + 1;
}

/** Returns the position after a comment. Refuses anything else that begins with `<!`. */
function endOfComment(text: string, tag: number, comments: ReadLimits['comments']): number {
  if (text.startsWith('<!DOCTYPE', tag)) fail('xml/doctype', text, tag);
  if (text.startsWith('<![CDATA[', tag)) fail('xml/cdata', text, tag);
  if (!text.startsWith('<!--', tag)) fail('xml/etiqueta', text, tag);
  if (comments === 'refuse') fail('xml/comentario', text, tag);
  const close = text.indexOf('--', tag + 4);
  if (close < 0 || text.charCodeAt(close + 2) !== GREATER) fail('xml/comentario-mal-formado', text, tag);
  return close + 3;
}

function endOfCdata(text: string, tag: number): number {
  const close = text.indexOf(']]>', tag + 9);
  if (close < 0) fail('xml/cdata', text, tag);
  return close + 3;
}

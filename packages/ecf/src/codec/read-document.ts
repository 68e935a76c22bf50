import type { XmlElement } from '@timbre/xml';
import { decodeXml, leafText, readXml, signatureNamespace, XmlError } from '@timbre/xml';
import { type Fault, mostFaults } from '../fault.ts';
import type { DocumentKind } from '../schema/documents.ts';
import { documentKinds } from '../schema/documents.ts';
import type { SchemaNode } from '../schema/tree.ts';
import { trees } from '../schema/tree.ts';
import type { DocumentTrees } from '../schema/types.generated.ts';
import type { StructureCode } from '../structure/codes.ts';
import { type Scanned, scanValid } from '../structure/scan-valid.ts';

/** A document of one kind after parsing: texts verbatim. Its Signature, if it has one, is not verified. */
export interface ReadDocumentOf<K extends DocumentKind> {
  readonly kind: K;
  readonly tree: DocumentTrees[K];
  /** Faults that the tree cannot represent: unknown, repeated or misplaced elements, loose text, attributes. */
  readonly faults: readonly Fault[];
  /** The structure of the tree was checked while it was read, and is valid; otherwise it is yet to be checked. */
  readonly isValid: boolean;
}

/** Result of reading; without `kind` when the text is not XML or is none of the six formats. */
export type ReadDocument =
  | { [K in DocumentKind]: ReadDocumentOf<K> }[DocumentKind]
  | { readonly kind: undefined; readonly faults: readonly Fault[] };

/** An element of a format, with its position among its siblings. */
interface Place {
  readonly node: SchemaNode;
  readonly order: number;
  readonly inside: Places;
}

type Places = ReadonlyMap<string, Place>;

const placesOf = (nodes: readonly SchemaNode[]): Places =>
  new Map(nodes.map((node, order) => [node.name, { node, order, inside: placesOf(node.children) }]));

const places = new Map(documentKinds.map((kind) => [kind as string, placesOf(trees[kind])]));

/**
 * Limits for reading documents, in place of the reader's own: the largest documents are notes of 10,000 lines. A document
 * to be signed must be smaller, or it could not be read back once signed.
 * Code that parses or verifies a document before {@link readDocument} must use these limits too.
 */
export const documentLimits = { size: 5_000_000, nodes: 400_000 } as const;

type Branch = Record<string, unknown>;

/**
 * Reads a document of any of the six formats: its tree and the faults that a tree cannot represent.
 * A text that is not XML yields one fault, with the code of the {@link XmlError} and the place in the message.
 *
 * A text is first read by {@link scanValid}, which also validates. That returns undefined for a document with faults or
 * in an unusual form: then it is parsed as any XML.
 * @param input XML text, its bytes, or the element when it was read before
 */
export function readDocument(input: string | Uint8Array | XmlElement): ReadDocument {
  let root: XmlElement;
  try {
    if (typeof input === 'string' || input instanceof Uint8Array) {
      const scanned = scan(input);
      if (scanned !== undefined) return { ...scanned, faults: [], isValid: true } as object as ReadDocument;
      root = readXml(input, documentLimits);
    } else root = input;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const { code, message, line, column } = error;
    return { kind: undefined, faults: [{ code, path: '', message: `${message} (línea ${line}, columna ${column})` }] };
  }
  const inside = places.get(root.local);
  const reading: Reading = { namespace: root.namespace, signature: signatureIn(root), faults: [] };
  if (inside === undefined) report(reading, 'XSD-RAIZ', '', unknownRoot(root));
  else if (root.namespace !== '')
    report(reading, 'XSD-RAIZ', '', `${root.local} no debe llevar espacio de nombres y lleva «${root.namespace}»`);
  const { faults } = reading;
  if (inside === undefined) return { kind: undefined, faults };
  const tree = readBranch(reading, root, inside, '');
  return { kind: root.local, tree, faults, isValid: false } as object as ReadDocument;
}

/** The fault of a root that is no document, in Spanish: how it is written, or which there are. */
function unknownRoot({ name, local }: XmlElement): string {
  const meant = likeName(local, documentKinds);
  const roots = `la raíz debe ser ${documentKinds.slice(0, -1).join(', ')} o ${documentKinds.at(-1)}`;
  return `«${name.slice(0, 60)}» no es un documento conocido: ${meant === undefined ? roots : `se escribe ${meant}`}`;
}

/** The name that another one is in other capitals. */
const likeName = (name: string, names: Iterable<string>): string | undefined =>
  [...names].find((one) => one.toLowerCase() === name.toLowerCase());

const scan = (input: string | Uint8Array): Scanned | undefined =>
  input.length > documentLimits.size ? undefined : scanValid(decodeXml(input));

interface Reading {
  /** Namespace of the root, which should be none. The elements are in it, or in none. */
  readonly namespace: string;
  readonly signature: XmlElement | undefined;
  readonly faults: Fault[];
}

function report({ faults }: Reading, code: StructureCode, path: string, message: string): void {
  if (faults.length < mostFaults) faults.push({ code, path, message });
}

/** The first Signature among the children of the root. */
const signatureIn = (root: XmlElement): XmlElement | undefined =>
  root.children.find(
    (child): child is XmlElement =>
      typeof child !== 'string' && child.local === 'Signature' && child.namespace === signatureNamespace,
  );

const lastElement = (element: XmlElement): XmlElement | undefined =>
  element.children.findLast((child) => typeof child !== 'string');

function readBranch(reading: Reading, element: XmlElement, inside: Places, path: string): Branch {
  const branch: Branch = {};
  let last = -1;
  checkAttributes(reading, element, path);
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (/[^ \t\r\n]/.test(child)) report(reading, 'XSD-TEXTO', path, `Sobra el texto «${child.trim().slice(0, 60)}»`);
      continue;
    }
    if (child === reading.signature) {
      if (child !== lastElement(element))
        report(reading, 'XSD-FIRMA', 'Signature', 'La firma debe ser el último elemento del documento');
      continue;
    }
    const isOurs = child.namespace === reading.namespace || child.namespace === '';
    const place = isOurs ? inside.get(child.local) : undefined;
    const childPath = path === '' ? child.local : `${path}.${child.local}`;
    if (place === undefined) {
      const atSignature = path === '' && reading.signature === undefined && child === lastElement(element);
      reportUnknown(reading, child, childPath, atSignature, isOurs ? inside.keys() : []);
      continue;
    }
    const { node, order } = place;
    const before = branch[node.name];
    if (order < last) {
      const [code, fault] = before === undefined ? (['XSD-ORDEN', 'está fuera de su orden'] as const) : repeated;
      report(reading, code, childPath, `${node.name} ${fault}`);
    } else if (before !== undefined && !node.repeats)
      report(reading, repeated[0], childPath, `${node.name} ${repeated[1]}`);
    last = Math.max(last, order);
    if (node.repeats) {
      const list = (before ?? []) as unknown[];
      list.push(readElement(reading, child, place, `${childPath}[${list.length + 1}]`));
      branch[node.name] = list;
    } else if (before === undefined) branch[node.name] = readElement(reading, child, place, childPath);
  }
  return branch;
}

/** Reports an element that its parent does not have. @param names of the elements that it may mean */
function reportUnknown(
  reading: Reading,
  child: XmlElement,
  path: string,
  atSignature: boolean,
  names: Iterable<string>,
): void {
  const name = child.name.slice(0, 60);
  const meant = likeName(child.local, names);
  const written = meant === undefined ? '' : `: se escribe ${meant}`;
  if (atSignature) report(reading, 'ESTRICTO-FIRMA', path, `${name} está en el lugar de la firma`);
  else report(reading, 'XSD-SOBRA', path, `${name} no existe en este lugar${written}`);
}

const repeated = ['XSD-REPETIDO', 'aparece más veces de las admitidas'] as const;

function readElement(reading: Reading, element: XmlElement, place: Place, path: string): unknown {
  if (place.node.type === undefined) return readBranch(reading, element, place.inside, path);
  checkAttributes(reading, element, path);
  const text = leafText(element);
  if (text === undefined) report(reading, 'XSD-TIPO', path, `${element.local} debe contener solo texto`);
  return text ?? '';
}

const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** Elements have no attributes of their own. Attributes that refer to a schema are allowed anywhere and ignored. */
function checkAttributes(reading: Reading, element: XmlElement, path: string): void {
  for (const { name, local, namespace } of element.attributes) {
    if (namespace === instanceNamespace && (local === 'schemaLocation' || local === 'noNamespaceSchemaLocation'))
      continue;
    const code = namespace === instanceNamespace && local === 'type' ? 'ESTRICTO-ATRIBUTO' : 'XSD-ATRIBUTO';
    report(reading, code, path, `Sobra el atributo «${name.slice(0, 60)}»`);
  }
}

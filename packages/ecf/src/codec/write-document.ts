import { escapeText } from '@timbre/xml';
import type { DocumentKind } from '../schema/documents.ts';
import type { SchemaNode } from '../schema/tree.ts';
import { trees } from '../schema/tree.ts';
import type { DocumentTrees } from '../schema/types.generated.ts';

/** The line a file begins with. It is no part of what is signed: canonical form has none. */
export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** A row of the schema with its tags ready. */
interface Tagged {
  readonly name: string;
  readonly open: string;
  readonly close: string;
  readonly repeats: boolean;
  /** Undefined for an element that holds text. */
  readonly children: readonly Tagged[] | undefined;
}

const tag = ({ name, type, repeats, children }: SchemaNode): Tagged => ({
  name,
  open: `<${name}>`,
  close: `</${name}>`,
  repeats,
  children: type === undefined ? children.map(tag) : undefined,
});

const tagged = new Map<DocumentKind, readonly Tagged[]>();

function taggedTree(kind: DocumentKind): readonly Tagged[] {
  let rows = tagged.get(kind);
  if (rows === undefined) {
    rows = trees[kind].map(tag);
    tagged.set(kind, rows);
  }
  return rows;
}

type Branch = Readonly<Record<string, unknown>>;

/**
 * Writes a document as canonical XML (C14N 1.0): elements in schema order whatever the order of the keys, texts verbatim,
 * no blanks between elements, no namespaces, no declaration. Nothing empty is written: an absent key, `''`, an empty list
 * or an element left without content. The Signature is inserted by the signer as last child of the root.
 * @param tree checked before with {@link validateStructure}: keys that the schema does not have are not written
 */
export function writeDocument<K extends DocumentKind>(kind: K, tree: DocumentTrees[K]): string {
  return `${writeChildren(`<${kind}>`, taggedTree(kind), tree)}</${kind}>`;
}

/** `before` with the children after it: one text that grows at its end is the quickest to make and to read. */
function writeChildren(before: string, rows: readonly Tagged[], branch: object): string {
  let xml = before;
  for (const row of rows) {
    const value = (branch as Branch)[row.name];
    if (value === undefined) continue;
    if (row.repeats) for (const one of value as readonly unknown[]) xml = writeElement(xml, row, one);
    else xml = writeElement(xml, row, value);
  }
  return xml;
}

function writeElement(before: string, row: Tagged, value: unknown): string {
  if (row.children === undefined)
    return value === '' ? before : before + row.open + escapeText(value as string) + row.close;
  const opened = before + row.open;
  const written = writeChildren(opened, row.children, value as object);
  return written.length === opened.length ? before : written + row.close;
}

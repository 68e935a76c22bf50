import { escapeText } from '@timbre/xml';
import type { DocumentKind } from '../schema/documents.ts';
import type { SchemaNode } from '../schema/tree.ts';
import { trees } from '../schema/tree.ts';
import type { DocumentTrees, ECF } from '../schema/types.generated.ts';

/** First line of a file. It is not signed: the canonical form has no declaration. */
export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** A row of the schema with its tags precomputed. */
interface Tagged {
  readonly name: string;
  readonly open: string;
  readonly close: string;
  readonly repeats: boolean;
  /** Undefined for an element that contains text. */
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
 * Writes a document as canonical XML (C14N 1.0): elements in schema order for any order of the keys, texts verbatim,
 * no blanks between elements, no namespaces, no declaration. Nothing empty is written: an absent key, `''`, an empty list
 * or an element left without content. The signer inserts the Signature as last child of the root.
 * @param tree already checked with {@link validateStructure}: keys that the schema does not have are not written
 */
export function writeDocument<K extends DocumentKind>(kind: K, tree: DocumentTrees[K]): string {
  return `${writeChildren(`<${kind}>`, taggedTree(kind), tree)}</${kind}>`;
}

/** The sections of an e-CF between its header and its reference: its lines and their sums, most of a large document. */
export const middleSections = [
  'DetallesItems',
  'Subtotales',
  'DescuentosORecargos',
  'Paginacion',
] as const satisfies readonly (keyof ECF)[];

/** An e-CF without its middle sections: the part that numbering, signing and storing need. */
export type ECFHead = Omit<ECF, (typeof middleSections)[number]>;

/** An e-CF whose middle sections are already written. */
export interface SplitECF {
  readonly head: ECFHead;
  /** Canonical text of the sections that the head lacks, concatenated. */
  readonly middle: string;
}

const isMiddle = ({ name }: Tagged): boolean => (middleSections as readonly string[]).includes(name);

/** An e-CF without its middle. */
export function headOf(tree: ECF): ECFHead {
  const { DetallesItems, Subtotales, DescuentosORecargos, Paginacion, ...head } = tree;
  return head;
}

/** Writes the middle of an e-CF, and returns the rest unchanged. @param tree as for {@link writeDocument} */
export const splitECF = (tree: ECF): SplitECF => ({
  head: headOf(tree),
  middle: writeChildren('', taggedTree('ECF').filter(isMiddle), tree),
});

/**
 * The text that {@link writeDocument} returns for the whole. The head may have changed since; the middle is inserted as
 * it is.
 */
export function writeSplit({ head, middle }: SplitECF): string {
  const rows = taggedTree('ECF');
  const first = rows.findIndex(isMiddle);
  const after = rows.slice(first).filter((row) => !isMiddle(row));
  return `${writeChildren(writeChildren('<ECF>', rows.slice(0, first), head) + middle, after, head)}</ECF>`;
}

/** Appends the children to `before`: appending to a single text is the fastest way to build it and to read it. */
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

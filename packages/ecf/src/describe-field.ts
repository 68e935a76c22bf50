import { tiposECF } from '@timbre/values';
import type { CodeTable } from './schema/codes/code-table.ts';
import type { DocumentKey, DocumentKind } from './schema/documents.ts';
import type { SimpleType } from './schema/simple-types.ts';
import { simpleTypeOf } from './schema/simple-types.ts';
import type { SchemaNode } from './schema/tree.ts';
import { trees } from './schema/tree.ts';

/** Specification of one element in the schemas. */
export interface FieldDescription {
  readonly name: string;
  /** From the root, without indices: `DetallesItems.Item.MontoItem`. */
  readonly path: string;
  /** Documents that allow it, and how many times it may occur within its parent. */
  readonly occurs: readonly { readonly document: DocumentKey; readonly least: number; readonly most: number }[];
  /** Constraint on its text, in Spanish; undefined for an element that contains elements. */
  readonly description: string | undefined;
  /** Most characters, where the type sets them. */
  readonly mostCharacters: number | undefined;
  readonly codes: CodeTable | undefined;
  /** Names of its child elements, in order. */
  readonly children: readonly string[];
}

function describe(kind: DocumentKind, node: SchemaNode): FieldDescription {
  const documents: readonly DocumentKey[] = kind === 'ECF' ? tiposECF : [kind];
  const occurs = documents
    .map((document) => ({ document, least: node.occurs(document)[0], most: node.occurs(document)[1] }))
    .filter(({ most }) => most > 0);
  const first = occurs[0]?.document ?? documents[0]!;
  const type: SimpleType | undefined = node.type && simpleTypeOf(node.type, first);
  return {
    name: node.name,
    path: node.path,
    occurs,
    description: type?.description,
    mostCharacters: type?.length?.[1],
    codes: type?.codes,
    children: node.children.map(({ name }) => name),
  };
}

/**
 * Describes an element for a form or a reference page.
 * @param path as in a fault: `DetallesItems.Item[3].UnidadMedida`; indices are ignored
 * @returns undefined when the format has no such element
 */
export function describeField(kind: DocumentKind, path: string): FieldDescription | undefined {
  let nodes: readonly SchemaNode[] = trees[kind];
  let node: SchemaNode | undefined;
  for (const step of path.replace(/\[\d+\]/g, '').split('.')) {
    node = nodes.find(({ name }) => name === step);
    if (node === undefined) return undefined;
    nodes = node.children;
  }
  return node && describe(kind, node);
}

/** Every element of a format, parents before their children. */
export function listFields(kind: DocumentKind): readonly FieldDescription[] {
  const list = (nodes: readonly SchemaNode[]): FieldDescription[] =>
    nodes.flatMap((node) => [describe(kind, node), ...list(node.children)]);
  return list(trees[kind]);
}

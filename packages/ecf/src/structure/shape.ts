import { tiposECF } from '@timbre/values';
import type { DocumentKey } from '../schema/documents.ts';
import type { SchemaNode } from '../schema/tree.ts';
import { treeOf } from '../schema/tree.ts';
import type { LeafCheck } from './leaf-check.ts';
import { leafCheck } from './leaf-check.ts';

/** An element as one document defines it, ready to check. */
export interface Shape {
  readonly name: string;
  readonly required: boolean;
  readonly most: number;
  readonly repeats: boolean;
  /** Check of its text; undefined for an element that contains elements. */
  readonly leaf: LeafCheck | undefined;
  readonly children: readonly Shape[];
}

function compile(nodes: readonly SchemaNode[], document: DocumentKey): readonly Shape[] {
  return nodes.flatMap((node) => {
    const [least, most] = node.occurs(document);
    if (most === 0) return [];
    return {
      name: node.name,
      required: least > 0,
      most,
      repeats: node.repeats,
      leaf: node.type === undefined ? undefined : leafCheck(node.type, document),
      children: compile(node.children, document),
    };
  });
}

const compiled = new Map<DocumentKey, readonly Shape[]>();

/** The elements that a document allows under its root, in order; compiled once. */
export function shapeOf(document: DocumentKey): readonly Shape[] {
  let shape = compiled.get(document);
  if (shape === undefined) {
    shape = compile(treeOf(document), document);
    compiled.set(document, shape);
  }
  return shape;
}

/** Name of a document for people: `el tipo 31`, `el RFCE`. */
export const nameOf = (document: DocumentKey): string =>
  (tiposECF as readonly string[]).includes(document) ? `el tipo ${document}` : `el ${document}`;

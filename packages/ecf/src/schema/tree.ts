import { tiposECF } from '@timbre/values';
import type { DocumentKey, DocumentKind } from './documents.ts';
import { ECF } from './ecf.ts';
import { ACECF, ANECF, ARECF, RFCE, SemillaModel } from './other-documents.ts';
import type { SimpleTypeName } from './simple-types.ts';
import { simpleTypes } from './simple-types.ts';

/** One row of a tree: an element of a format, with its path and how often it may occur. */
export interface SchemaNode {
  readonly name: string;
  /** Path from the root, which is left out: `Encabezado.IdDoc.eNCF`. */
  readonly path: string;
  /** Simple type of an element that contains text; undefined for one that contains elements. */
  readonly type: SimpleTypeName | undefined;
  readonly children: readonly SchemaNode[];
  /** It may occur several times in a row: an array in the tree. */
  readonly repeats: boolean;
  /** Least and most occurrences within its parent in a document; [0, 0] where it is not allowed. */
  readonly occurs: (document: DocumentKey) => readonly [least: number, most: number];
}

const kindOf = (document: DocumentKey): DocumentKind =>
  (tiposECF as readonly string[]).includes(document) ? 'ECF' : (document as DocumentKind);

/** Column of a document in its table: e-CF have one for each type, the other formats a single one. */
const columnOf = (document: DocumentKey): number =>
  kindOf(document) === 'ECF' ? (tiposECF as readonly string[]).indexOf(document) : 0;

const row = /^( *)(\w+)(?:\[(\d+)((?:,\d+:\d+)*)\])? +(?:(\w+) +)?([1?.]+)$/;

function parseTree(text: string): readonly SchemaNode[] {
  const lines = text.split('\n').filter((line) => /[1?.]$/.test(line));
  let next = 0;

  const siblings = (depth: number, parent: string): SchemaNode[] => {
    const nodes: SchemaNode[] = [];
    while (next < lines.length) {
      const match = row.exec(lines[next] ?? '');
      if (match === null) throw new Error(`Not a row of a schema tree: ${lines[next]}`);
      const [, indent = '', name = '', most = '1', others = '', type, columns = ''] = match;
      if (indent.length < depth * 2) break;
      next++;
      if (type !== undefined && !(type in simpleTypes)) throw new Error(`No simple type ${type}`);
      const mostIn = new Map(others.split(',').map((other) => other.split(':') as [string, string]));
      const path = parent === '' ? name : `${parent}.${name}`;
      nodes.push({
        name,
        path,
        type: type as SimpleTypeName | undefined,
        children: siblings(depth + 1, path),
        repeats: most !== '1',
        occurs: (document) => {
          const mark = columns[columnOf(document)];
          return mark === '.' ? [0, 0] : [mark === '1' ? 1 : 0, Number(mostIn.get(document) ?? most)];
        },
      });
    }
    return nodes;
  };

  return siblings(0, '');
}

/** The tree of each format, parsed from its table. That of the e-CF has the elements of all ten types. */
export const trees: Readonly<Record<DocumentKind, readonly SchemaNode[]>> = {
  ECF: parseTree(ECF),
  RFCE: parseTree(RFCE),
  ACECF: parseTree(ACECF),
  ARECF: parseTree(ARECF),
  ANECF: parseTree(ANECF),
  SemillaModel: parseTree(SemillaModel),
};

/** The tree of a document's format. */
export const treeOf = (document: DocumentKey): readonly SchemaNode[] => trees[kindOf(document)];

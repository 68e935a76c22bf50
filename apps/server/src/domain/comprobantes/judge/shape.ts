import type { ErrorDeDocumento } from '@timbre/contract';
import { type SchemaNode, trees } from '@timbre/ecf';

/** A document's tree inside the platform: the names and nesting of the XML, with strings as leaves. */
export type Tree = { [name: string]: Tree | Tree[] | string | string[] };

type Value = Tree[string];
type Report = (error: ErrorDeDocumento & { readonly campo: string }) => void;

/** Child elements by name, for each table of the schema. */
const inside = new Map<readonly SchemaNode[], ReadonlyMap<string, SchemaNode>>();

function byName(nodes: readonly SchemaNode[]): ReadonlyMap<string, SchemaNode> {
  let names = inside.get(nodes);
  if (names === undefined) {
    names = new Map(nodes.map((node) => [node.name, node]));
    inside.set(nodes, names);
  }
  return names;
}

/**
 * Converts each element of a tree to the shape that the schema's table defines: text, elements, or a list. A single
 * element where a list is allowed becomes a list. Any other mismatch is reported and left out. Unknown elements remain,
 * for the validator to refuse.
 *
 * @param report receives an error for each element left out, with its path
 */
export const shapeECF = (tree: Tree, report: Report): Tree => shapeBranch(tree, trees.ECF, '', report);

function shapeBranch(branch: Tree, nodes: readonly SchemaNode[], path: string, report: Report): Tree {
  const known = byName(nodes);
  const shaped: Tree = {};
  for (const [name, value] of Object.entries(branch)) {
    const node = known.get(name);
    const at = path === '' ? name : `${path}.${name}`;
    const element = node === undefined ? value : shapeElement(node, value, at, report);
    if (element !== undefined) shaped[name] = element;
  }
  return shaped;
}

function shapeElement(node: SchemaNode, value: Value, path: string, report: Report): Value | undefined {
  if (!node.repeats) return shapeOne(node, value, path, report);
  const all = (Array.isArray(value) ? value : [value]) as Value[];
  return all.flatMap((one, i) => shapeOne(node, one, `${path}[${i + 1}]`, report) ?? []) as Value;
}

function shapeOne(node: SchemaNode, value: Value, path: string, report: Report): Tree | string | undefined {
  const isText = typeof value === 'string';
  if (node.type !== undefined && isText) return value;
  if (node.type === undefined && !isText && !Array.isArray(value))
    return shapeBranch(value, node.children, path, report);
  const wanted = node.type === undefined ? 'contener elementos' : 'ser un texto';
  const actual = isText ? 'un texto' : Array.isArray(value) ? 'una lista' : 'un objeto';
  report({ codigo: 'JSON-FORMA', campo: path, mensaje: `${node.name} debe ${wanted}, no ${actual}` });
  return undefined;
}

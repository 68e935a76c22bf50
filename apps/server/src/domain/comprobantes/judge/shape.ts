import { type SchemaNode, trees } from '@timbre/ecf';
import { type RawLeaf, type Report, readLeaf } from './read-leaf.ts';

/** A document's tree inside the platform: the names and nesting of the XML, with strings as leaves. */
export type Tree = { [name: string]: Tree | Tree[] | string | string[] };

/** The same as JSON has it: any nesting, and values of each kind. */
export type RawTree = { [name: string]: RawValue };
type RawValue = RawTree | RawValue[] | RawLeaf;

type Value = Tree[string];

/** Child elements by name, for each table of the schema; also by their names in lower case, none of which is a name. */
const inside = new Map<readonly SchemaNode[], ReadonlyMap<string, SchemaNode>>();

function byName(nodes: readonly SchemaNode[]): ReadonlyMap<string, SchemaNode> {
  let names = inside.get(nodes);
  if (names === undefined) {
    names = new Map(nodes.flatMap((node) => [[node.name.toLowerCase(), node] as const, [node.name, node] as const]));
    inside.set(nodes, names);
  }
  return names;
}

/** The error of a name in other capitals than those of the schema. */
export const misspelt = (campo: string, written: string, name: string) => ({
  codigo: 'JSON-NOMBRE',
  campo,
  mensaje: `«${written}» se escribe «${name}»: los nombres distinguen mayúsculas de minúsculas`,
});

/**
 * Converts each element of a tree to the shape that the schema's table defines: text, elements, or a list. A single
 * element where a list is allowed becomes a list, and each value the text of its element. Any other mismatch is reported and left out, as is a name in other
 * capitals. Unknown elements remain, for the validator to refuse.
 *
 * @param report receives an error for each element left out, with its path
 */
export const shapeECF = (tree: RawTree, report: Report): Tree => shapeBranch(tree, trees.ECF, '', report);

function shapeBranch(branch: RawTree, nodes: readonly SchemaNode[], path: string, report: Report): Tree {
  const known = byName(nodes);
  const shaped: Tree = {};
  for (const [name, value] of Object.entries(branch)) {
    const node = known.get(name) ?? known.get(name.toLowerCase());
    const at = path === '' ? name : `${path}.${name}`;
    const element = node === undefined ? asTexts(value) : shapeElement(node, value, at, report);
    if (node !== undefined && node.name !== name) report(misspelt(at, name, node.name));
    else if (element !== undefined) shaped[name] = element;
  }
  return shaped;
}

function shapeElement(node: SchemaNode, value: RawValue, path: string, report: Report): Value | undefined {
  if (!node.repeats) return shapeOne(node, value, path, report);
  const all = Array.isArray(value) ? value : [value];
  return all.flatMap((one, i) => shapeOne(node, one, `${path}[${i + 1}]`, report) ?? []) as Value;
}

function shapeOne(node: SchemaNode, value: RawValue, path: string, report: Report): Tree | string | undefined {
  const isLeaf = typeof value !== 'object';
  if (node.type !== undefined && isLeaf) return readLeaf(value, node.name, path, report);
  if (node.type === undefined && !isLeaf && !Array.isArray(value))
    return shapeBranch(value, node.children, path, report);
  const wanted = node.type === undefined ? 'contener elementos' : 'ser un texto';
  const actual = isLeaf ? 'un texto' : Array.isArray(value) ? 'una lista' : 'un objeto';
  report({ codigo: 'JSON-FORMA', campo: path, mensaje: `${node.name} debe ${wanted}, no ${actual}` });
  return undefined;
}

/** An element that the schema does not have, with texts as its values. */
function asTexts(value: RawValue): Value {
  if (Array.isArray(value)) return value.map(asTexts) as Value;
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asTexts(one)]));
}

// The tree of an e-CF while it is written: any part may be missing. Paths have the form of those of the faults,
// `DetallesItems.Item[2].NombreItem`: from the root, with the occurrences of a repeated element counted from 1.

export type Tree = { readonly [name: string]: Node | undefined };
export type Node = string | Tree | readonly Node[];

/** The steps of a path: a name, or an index from 0. */
const stepsOf = (path: string): (string | number)[] =>
  path.split('.').flatMap((part) => {
    const [, name = '', index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(part) ?? [];
    return index === undefined ? [name] : [name, Number(index) - 1];
  });

const inside = (node: Node | undefined, step: string | number): Node | undefined => {
  if (node === undefined || typeof node === 'string') return undefined;
  return (node as Record<string | number, Node | undefined>)[step];
};

/** The node at a path; undefined when there is none. */
export const nodeAt = (tree: Tree, path: string): Node | undefined =>
  stepsOf(path).reduce<Node | undefined>(inside, tree);

/** The text at a path; '' when there is none. */
export function textAt(tree: Tree, path: string): string {
  const node = nodeAt(tree, path);
  return typeof node === 'string' ? node : '';
}

/** The occurrences of a repeated element. A single one may be stored without a list. */
export function listAt(tree: Tree, path: string): readonly Node[] {
  const node = nodeAt(tree, path);
  return Array.isArray(node) ? node : node === undefined ? [] : [node as Node];
}

/**
 * The tree with another node at a path. Without a node, the element is removed, and so is each element that it leaves
 * empty, but not a list.
 */
export const withAt = (tree: Tree, path: string, node: Node | undefined): Tree =>
  (replaced(tree, stepsOf(path), node) as Tree | undefined) ?? {};

function replaced(
  at: Node | undefined,
  [step, ...rest]: (string | number)[],
  node: Node | undefined,
): Node | undefined {
  if (step === undefined) return node;
  const next = replaced(inside(at, step), rest, node);
  if (typeof step === 'number') {
    const list = Array.isArray(at) ? [...at] : at === undefined ? [] : [at as Node];
    list[step] = next ?? {};
    return Array.from(list, (one) => one ?? {});
  }
  const { [step]: _, ...others } = (typeof at === 'object' && !Array.isArray(at) ? at : {}) as Tree;
  if (next !== undefined && next !== '') return { ...others, [step]: next };
  return Object.keys(others).length === 0 ? undefined : others;
}

/** The tree without empty texts, elements and occurrences. */
export function pruned(node: Node): Node | undefined {
  if (typeof node === 'string') return node.trim() === '' ? undefined : node;
  if (Array.isArray(node)) {
    const items = node.flatMap((one) => pruned(one) ?? []);
    return items.length === 0 ? undefined : items;
  }
  const entries = Object.entries(node as Tree).flatMap(([name, value]) => {
    const child = value === undefined ? undefined : pruned(value);
    return child === undefined ? [] : [[name, child] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

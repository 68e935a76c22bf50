import { type SchemaNode, trees } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { describe, expect, test } from 'vitest';
import { completeDraft } from './complete-draft.ts';

const issuer = {
  id: '00000000-0000-7000-8000-000000000001',
  rnc: '132000005',
  razonSocial: 'Ferretería Ejemplo SRL',
  datos: {},
  ambiente: 'testecf',
  demo: false,
  impreso: { campoNombreItem: 'NombreItem', conLogo: false },
  accesos: {},
} as const;
const now = Date.UTC(2025, 10, 15, 15);

type Branch = { [name: string]: unknown };

const documents = Object.entries(ecfs) as unknown as [string, Branch][];
const judge = (body: unknown) => completeDraft(body, issuer, now, []);
const copy = (tree: Branch): Branch => structuredClone(tree);

/** Each element of the schema, as a path from the root. */
const listNodes = (nodes: readonly SchemaNode[]): SchemaNode[] =>
  nodes.flatMap((node) => [node, ...listNodes(node.children)]);
const nodes = listNodes(trees.ECF);

/** Returns the object that contains an element, and creates it if it is missing. */
function parentOf(tree: Branch, path: string): { parent: Branch; name: string } {
  const names = path.split('.');
  const name = names.pop() ?? '';
  let at = tree;
  for (const step of names) {
    const child = at[step] ?? {};
    at[step] = child;
    at = (Array.isArray(child) ? child[0] : child) as Branch;
  }
  return { parent: at, name };
}

/** JSON values of every kind; each is wrong for most elements. */
const shapes: readonly unknown[] = [
  null,
  '',
  'texto',
  0,
  1.5,
  -1e300,
  true,
  false,
  [],
  {},
  ['texto'],
  [null],
  [[]],
  [{}],
  [['a'], ['b']],
  { otro: 'texto' },
  { '0': 'texto', length: '1' },
  [{ otro: { otro: 'texto' } }],
  [1, { a: 1 }, ['b'], null],
  { toString: 'x', constructor: { name: 'y' } },
];

/** Returns a path as faults write it, without the index of each line. */
const plain = (campo: string | undefined) => (campo ?? '').replace(/\[\d+\]/g, '');

describe('the shape of the elements of the JSON', () => {
  const varied = documents.filter(([name]) => ['31 con páginas', '31 en dólares', '32', '34', '41'].includes(name));
  test.each(varied)(
    'every element of %s in every shape is judged, never an exception',
    { tags: ['P3.6'] },
    (_, document) => {
      for (const node of nodes) {
        for (const shape of shapes) {
          const tree = copy(document);
          const { parent, name } = parentOf(tree, node.path);
          parent[name] = structuredClone(shape);
          expect(() => judge(tree), `${node.path} = ${JSON.stringify(shape)}`).not.toThrow();
        }
      }
    },
  );

  test.each(documents)('an element of %s that holds what it cannot hold is a fault with its path', (_, document) => {
    for (const node of nodes) {
      const wrong = node.type === undefined ? 'texto' : { otro: 'texto' };
      for (const shape of node.repeats ? [[wrong]] : [wrong, [[wrong]]]) {
        const tree = copy(document);
        const { parent, name } = parentOf(tree, node.path);
        parent[name] = structuredClone(shape);
        const named = judge(tree).errores.filter(({ aviso }) => !aviso);
        expect(
          named.map(({ campo }) => plain(campo)),
          `${node.path} = ${JSON.stringify(shape)}`,
        ).toContain(node.path);
      }
    }
  });
});

describe('one object where a list may stand', () => {
  test.each(documents)(
    'one object is read as a list in %s, at every element that repeats',
    { tags: ['P3.6'] },
    (_, document) => {
      const lone = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.length === 1 ? lone(value[0]) : value.map(lone);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, lone(child)]));
      };
      expect(judge(lone(document))).toEqual(judge(document));
    },
  );

  test('one object is read as a list also at elements that no sound document has', () => {
    const repeating = nodes.filter(({ repeats }) => repeats);
    expect(repeating.length).toBeGreaterThan(10);
    const [, document] = documents[0]!;
    for (const node of repeating) {
      const [asList, asOne] = [true, false].map((list) => {
        const tree = copy(document);
        const { parent, name } = parentOf(tree, node.path);
        const one = node.type === undefined ? { [node.children[0]!.name]: '1' } : '1';
        parent[name] = list ? [one] : one;
        return judge(tree);
      });
      expect(asOne, node.path).toEqual(asList);
    }
  });

  test('one object is read as a list under the classic names too: Items, Referencia', () => {
    const [, document] = documents.find(([name]) => name.startsWith('34'))!;
    const { DetallesItems, InformacionReferencia, ...rest } = copy(document) as Branch & {
      DetallesItems: { Item: unknown[] };
    };
    const [item] = DetallesItems.Item;
    const classic = { ...rest, Referencia: InformacionReferencia, DetallesItems: { Items: item } };
    expect(judge(classic)).toEqual(judge({ ...copy(document), DetallesItems: { Item: [item] } }));
  });
});

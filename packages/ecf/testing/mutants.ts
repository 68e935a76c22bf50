// Documents with one change that damages them, to compare verdicts.
import { escapeText, readXml, type XmlElement } from '@timbre/xml';
import { below, pick, type Random } from './samples.ts';

/** An element that can be changed. */
interface Node {
  name: string;
  attributes: string;
  children: (Node | string)[];
}

const thaw = (element: XmlElement): Node => ({
  name: element.name,
  attributes: [
    ...(element.local === 'Signature' ? [` xmlns="${element.namespace}"`] : []),
    ...element.attributes.map(({ name, value }) => ` ${name}="${value}"`),
  ].join(''),
  children: element.children.map((child) => (typeof child === 'string' ? child : thaw(child))),
});

const write = ({ name, attributes, children }: Node): string =>
  `<${name}${attributes}>${children.map((child) => (typeof child === 'string' ? escapeText(child) : write(child))).join('')}</${name}>`;

const copy = (node: Node): Node => ({
  ...node,
  children: node.children.map((child) => (typeof child === 'string' ? child : copy(child))),
});

/** An element and its parent. */
interface Spot {
  readonly node: Node;
  readonly parent: Node;
  readonly at: number;
}

function spotsIn(parent: Node): Spot[] {
  return parent.children.flatMap((node, at) =>
    typeof node === 'string' || node.name === 'Signature' ? [] : [{ node, parent, at }, ...spotsIn(node)],
  );
}

const isLeaf = ({ node }: Spot): boolean => node.children.every((child) => typeof child === 'string');
const setText = ({ node }: Spot, text: string): void => {
  node.children = [text];
};
const textOf = ({ node }: Spot): string => node.children.join('');
/** The first characters of a text, without splitting a code point. */
const head = (text: string, count: number): string => [...text].slice(0, count).join('');

const badTexts = [
  'abc',
  '1.5.2',
  '-5',
  '99',
  'ZZ',
  '0',
  '1e5',
  '31-02-2025',
  '2025-01-01',
  '1,000.00',
  'ñ',
  '+1',
  '007',
  '1.',
  '$',
  '1.005',
];

/** Each way to damage a document in one place. */
const mutations: Record<string, (spot: Spot, random: Random, root: Node) => void> = {
  drop: ({ parent, at }) => parent.children.splice(at, 1),
  duplicate: ({ node, parent, at }) => parent.children.splice(at, 0, copy(node)),
  'swap with the next': ({ parent, at }) => {
    const next = parent.children[at + 1];
    if (next !== undefined && typeof next !== 'string' && next.name !== 'Signature')
      parent.children.splice(at, 2, next, parent.children[at]!);
  },
  'move to the front': ({ node, parent, at }) => {
    parent.children.splice(at, 1);
    parent.children.unshift(node);
  },
  'move elsewhere': ({ node, parent, at }, random, root) => {
    parent.children.splice(at, 1);
    pick(random, [
      root,
      ...spotsIn(root)
        .filter((spot) => !isLeaf(spot))
        .map((spot) => spot.node),
    ]).children.unshift(node);
  },
  'unknown element': ({ parent, at }) =>
    parent.children.splice(at, 0, { name: 'Desconocido', attributes: '', children: ['1'] }),
  'other letter case': ({ node }) => {
    node.name = node.name.toLowerCase();
  },
  attribute: ({ node }) => {
    node.attributes = ' nota="1"';
  },
  'loose text': ({ parent, at }) => parent.children.splice(at, 0, 'suelto'),
  'blanks around': ({ parent, at }) => parent.children.splice(at, 0, '\n  '),
  'repeat many times': ({ node, parent, at }) =>
    parent.children.splice(at, 0, ...Array.from({ length: 21 }, () => copy(node))),
  'no content': ({ node }) => {
    node.children = [];
  },
  'wrong text': (spot, random) => isLeaf(spot) && setText(spot, pick(random, badTexts)),
  'too long': (spot) => isLeaf(spot) && setText(spot, head(textOf(spot).repeat(1001) || 'x'.repeat(1001), 1001)),
  'a bit longer': (spot, random) =>
    isLeaf(spot) && setText(spot, textOf(spot) + head(textOf(spot), 1 + below(random, 12))),
  shorter: (spot) => isLeaf(spot) && setText(spot, head(textOf(spot), [...textOf(spot)].length - 1)),
  'one sign changed': (spot, random) => {
    if (!isLeaf(spot)) return;
    const signs = [...textOf(spot)];
    signs[below(random, signs.length)] = pick(random, [...'09aZñ .-_+/#:$🧾']);
    setText(spot, signs.join(''));
  },
  'blanks inside the tag': (spot, random) =>
    isLeaf(spot) && setText(spot, `${pick(random, [' ', '\n'])}${textOf(spot)} `),
  'only blanks': (spot) => isLeaf(spot) && setText(spot, '  '),
  'an element in the text': (spot) =>
    isLeaf(spot) && spot.node.children.push({ name: 'b', attributes: '', children: [] }),
  'no signature': (_, __, root) => {
    root.children = root.children.filter((child) => typeof child === 'string' || child.name !== 'Signature');
  },
  'two signatures': (_, __, root) => {
    const signature = root.children.at(-1);
    if (signature !== undefined) root.children.push(signature);
  },
  'another element for the signature': (_, __, root) => {
    root.children[root.children.length - 1] = { name: 'Firma', attributes: '', children: [] };
  },
};

/** Names of the mutations. */
export const mutationNames: readonly string[] = Object.keys(mutations);

/** The document with one mutation at a random place. */
export function mutate(xml: string, mutation: string, random: Random): string {
  const root = thaw(readXml(xml));
  mutations[mutation]!(pick(random, spotsIn(root)), random, root);
  return write(root);
}

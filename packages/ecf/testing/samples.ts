// Documents made from the schema tables alone: minimal, full and random trees.
import type { CodeTable, DocumentKey, DocumentKind, SchemaNode, SimpleType } from '../src/index.ts';
import { simpleTypeOf, treeOf } from '../src/index.ts';

/** All fifteen documents. */
export const documentKeys: readonly DocumentKey[] = [
  ...(['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'] as const),
  ...(['RFCE', 'ACECF', 'ARECF', 'ANECF', 'SemillaModel'] as const),
];

export const kindOf = (document: DocumentKey): DocumentKind =>
  /^\d/.test(document) ? 'ECF' : (document as DocumentKind);

/** A repeatable source of numbers in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Random = () => number;

export const below = (random: Random, n: number): number => Math.floor(random() * n);

export const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)]!;

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, i) => (i === 0 ? 1 + below(random, 9) : below(random, 10))).join('');

const alphabet = [...'abcdefghijklmnñopqrstuvwxyzABCDEFGHIJKLMNÑOPQRSTUVWXYZáéíóú0123456789 &<>"\'-.,/#%🧾'];

/** A text that a simple type accepts. */
export function validText(type: SimpleType, random: Random): string {
  const { codes, calendar, base, length, range, form = '' } = type;
  if (codes !== undefined) return pick(random, Object.keys(codes as CodeTable));
  if (calendar === 'fecha') return `${10 + below(random, 18)}-0${1 + below(random, 9)}-20${10 + below(random, 80)}`;
  if (calendar === 'fechaHora') return `0${1 + below(random, 9)}-1${below(random, 3)}-2026 1${below(random, 10)}:05:59`;
  if (calendar === 'instanteISO') return '2026-11-21T07:05:09.1234567-04:00';
  if (range !== undefined) return String(Math.min(range[1], range[0] + below(random, 1000)));
  if (base === 'decimal') {
    const exact = /\{2\}|\[0-9\]\{1,16\}\\\.\[0-9\]\{2\}/.test(form);
    const fraction = exact ? 2 : 1 + below(random, Number(/\{1,(\d)\}\)\?$/.exec(form)?.[1] ?? 2));
    const sign = form.startsWith('-?') && random() < 0.5 ? '-' : '';
    return `${sign}${digits(random, 1 + below(random, 3))}.${digits(random, fraction)}`;
  }
  if (base === 'integer' && form.startsWith('[0-9]{1,')) return digits(random, 1 + below(random, 2));
  if (form.includes('[0-9]{11}|[0-9]{9}')) return digits(random, random() < 0.5 ? 9 : 11);
  if (form.includes('[a-z0-9A-Z]{13}')) return `E31${digits(random, 10)}`;
  if (form.includes('-[0-9]{3}-')) return '809-555-0100';
  if (form.includes('@')) return 'facturas+dgii@empresa.com.do';
  if (form.includes('{1,15}')) return '30 días';
  if (form === '[^\\n\\r]{6}') return 'aB3+/z';
  if (form !== '') return length?.[1] === 3 ? 'CIF' : 'Haití, La Española'.slice(0, length?.[1]);
  const [least, most] = length ?? [1, 40];
  const count = Math.max(1, least, Math.min(most, 1 + below(random, 60)));
  const text = Array.from({ length: count }, () => pick(random, alphabet)).join('');
  return text.trim() === '' ? 'x'.repeat(count) : text;
}

/**
 * A tree that the schema of a document accepts.
 * @param chance that an optional element is present: 0 gives the minimal document, 1 the full one
 */
export function validTree(document: DocumentKey, chance: number, random: Random): object {
  const branch = (nodes: readonly SchemaNode[]): Record<string, unknown> => {
    const tree: Record<string, unknown> = {};
    for (const node of nodes) {
      const [least, most] = node.occurs(document);
      const type = node.type && simpleTypeOf(node.type, document);
      if (most === 0 || type?.avoid !== undefined || (least === 0 && random() >= chance)) continue;
      const one = (): unknown => (type ? validText(type, random) : branch(node.children));
      if (node.name === 'TipoeCF' && /^\d/.test(document)) tree[node.name] = document;
      else if (!node.repeats) tree[node.name] = one();
      else tree[node.name] = Array.from({ length: 1 + below(random, Math.min(most, 3)) }, one);
      if (type === undefined && isEmpty(tree[node.name])) delete tree[node.name];
    }
    // Where every element is optional, one must be present: otherwise the tag would be empty.
    const first = nodes.find((node) => node.type !== undefined && node.occurs(document)[1] > 0);
    if (Object.keys(tree).length === 0 && first?.type)
      tree[first.name] = validText(simpleTypeOf(first.type, document), random);
    return tree;
  };
  return branch(treeOf(document));
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const method = (name: string, algorithm: string): string => `<${name} Algorithm="${algorithm}"></${name}>`;

/** A Signature with only the right form: it does not verify. */
export const dummySignature = [
  '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>',
  method('CanonicalizationMethod', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'),
  method('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
  '<Reference URI=""><Transforms>',
  method('Transform', 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'),
  '</Transforms>',
  method('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256'),
  `<DigestValue>${'A'.repeat(43)}=</DigestValue></Reference></SignedInfo>`,
  `<SignatureValue>${'B'.repeat(342)}==</SignatureValue>`,
  `<KeyInfo><X509Data><X509Certificate>${'C'.repeat(1600)}</X509Certificate></X509Data></KeyInfo></Signature>`,
].join('');

/** The document with the dummy Signature as last child of its root. */
export const withSignature = (xml: string): string => xml.replace(/<\/\w+>$/, (close) => dummySignature + close);

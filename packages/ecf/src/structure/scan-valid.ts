import { isTipoECF } from '@timbre/values';
import { signatureNamespace } from '@timbre/xml';
import type { DocumentKey, DocumentKind } from '../schema/documents.ts';
import { documentKinds } from '../schema/documents.ts';
import type { Shape } from './shape.ts';
import { shapeOf } from './shape.ts';

/** An element with its tags precomputed, to be searched for in the text. */
interface Target {
  readonly shape: Shape;
  readonly open: string;
  readonly close: string;
  /** Key of its opening tag, by {@link keyOf}. */
  readonly key: number;
  readonly inside: readonly Target[];
  /** Its text elements, where it contains nothing else: then a single regular expression reads the whole element. */
  readonly plain: { readonly pattern: RegExp; readonly leaves: readonly Shape[] } | undefined;
}

/** Key that distinguishes most tags of one parent without comparing names: length and two characters. */
const keyOf = (text: string, from: number, to: number): number =>
  ((to - from) << 16) | (text.charCodeAt(from + 1) << 8) | text.charCodeAt(to - 1);

/** Concatenated strings are ropes in V8. Interning flattens them, and flat strings compare fastest. */
const flattenRope = (text: string): string => Object.keys({ [text]: 0 })[0]!;

const targetsOf = (shapes: readonly Shape[]): readonly Target[] =>
  shapes.map((shape) => {
    const open = flattenRope(`<${shape.name}>`);
    return {
      shape,
      open,
      close: flattenRope(`</${shape.name}>`),
      key: keyOf(open, 0, open.length - 1),
      inside: targetsOf(shape.children),
      plain: shape.leaf === undefined ? plainOf(shape) : undefined,
    };
  });

function plainOf({ name, children }: Shape): Target['plain'] {
  const leaves = children.filter(({ leaf, repeats }) => leaf !== undefined && !repeats);
  if (leaves.length === 0 || children.some((child) => child.required && !leaves.includes(child))) return undefined;
  const inside = leaves.map(({ name: tag, leaf, required }) => {
    return `(?:<${tag}>(${leaf?.within.pattern})</${tag}>[ \\t\\n]*)${required ? '' : '?'}`;
  });
  return { pattern: new RegExp(`<${name}>[ \\t\\n]*${inside.join('')}</${name}>`, 'y'), leaves };
}

const compiled = new Map<DocumentKey, readonly Target[]>();

function targets(document: DocumentKey): readonly Target[] {
  let compiledTargets = compiled.get(document);
  if (compiledTargets === undefined) {
    compiledTargets = targetsOf(shapeOf(document));
    compiled.set(document, compiledTargets);
  }
  return compiledTargets;
}

type Branch = Record<string, unknown>;

const declaration = /^<\?xml version="1\.0"(?: encoding="(?:utf-8|UTF-8)")?\?>/;
/** Escapes a text for use in a pattern. */
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const base64 = '[A-Za-z0-9+/= \\t\\n]*';
const method = (name: string): string => `<${name} Algorithm="[!#-%'-;=-~]*"(?:/>|></${name}>)`;
/** A Signature in the authority's form, written without blanks or prefixes. @source Firmado de e-CF */
const plainSignature = new RegExp(
  [
    `<Signature xmlns="${literally(signatureNamespace)}"><SignedInfo>${method('CanonicalizationMethod')}${method('SignatureMethod')}`,
    `<Reference URI=""><Transforms>(?:${method('Transform')})+</Transforms>${method('DigestMethod')}`,
    `<DigestValue>${base64}</DigestValue></Reference></SignedInfo><SignatureValue>${base64}</SignatureValue>`,
    `<KeyInfo><X509Data>(?:<X509Certificate>${base64}</X509Certificate>)+</X509Data></KeyInfo></Signature>`,
  ].join(''),
  'y',
);

/** A document without structural faults. `tree` has the type of its kind. */
export interface Scanned {
  readonly kind: DocumentKind;
  readonly tree: Branch;
}

/**
 * Reads and validates in one pass a document that is valid and plainly written, signed or not: tags without attributes or
 * inner blanks, no comments, no CDATA, only the five references of XML. This is the common case, and several times faster
 * than reading and validating separately. It never refuses a document: all others are left to the slow path, which
 * explains the faults.
 * @param text decoded: no byte order mark, lines ended by LF
 * @returns the result of the slow path, without faults; undefined when the slow path must decide
 */
export function scanValid(text: string): Scanned | undefined {
  const start = skipBlanks(text, declaration.exec(text)?.[0].length ?? 0);
  const kind = documentKinds.find((name) => text.startsWith(`<${name}>`, start));
  if (kind === undefined || text.includes(']]>')) return undefined;
  const document = kind === 'ECF' ? declaredTipo(text) : kind;
  if (document === undefined) return undefined;
  const scan = new Scan(text, start + kind.length + 2);
  const tree = scan.children(targets(document));
  if (tree === undefined || (kind === 'ECF' && !isOfTipo(tree, document))) return undefined;
  plainSignature.lastIndex = scan.at;
  const end = skipBlanks(text, plainSignature.test(text) ? plainSignature.lastIndex : scan.at);
  if (!text.startsWith(`</${kind}>`, end)) return undefined;
  if (skipBlanks(text, end + kind.length + 3) !== text.length) return undefined;
  return { kind, tree };
}

function declaredTipo(text: string): DocumentKey | undefined {
  const tipo = /<TipoeCF>(\d\d)<\/TipoeCF>/.exec(text)?.[1] ?? '';
  return isTipoECF(tipo) ? tipo : undefined;
}

const isOfTipo = (tree: Branch, tipo: string): boolean =>
  ((tree.Encabezado as Branch).IdDoc as Branch).TipoeCF === tipo;

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (let unit = text.charCodeAt(at); unit === 32 || unit === 10 || unit === 9; unit = text.charCodeAt(at)) at++;
  return at;
}

const references: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The text with the five references resolved; undefined when it has other references. */
function resolve(raw: string): string | undefined {
  let value = '';
  let from = 0;
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', from)) {
    const end = raw.indexOf(';', at);
    const character = references.get(raw.slice(at + 1, end));
    if (character === undefined) return undefined;
    value += raw.slice(from, at) + character;
    from = end + 1;
  }
  return value + raw.slice(from);
}

/** A position in a text. Each method advances past what it reads; after one returns undefined the scan must not be used. */
class Scan {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  children(targets: readonly Target[]): Branch | undefined {
    const branch: Branch = {};
    let empty = true;
    let key = this.nextKey();
    for (const target of targets) {
      if (target.key !== key || !this.sees(target.open)) {
        if (target.shape.required) return undefined;
        continue;
      }
      const value = target.shape.repeats ? this.list(target) : this.element(target);
      if (value === undefined) return undefined;
      branch[target.shape.name] = value;
      empty = false;
      key = this.nextKey();
    }
    return empty ? undefined : branch;
  }

  /** Skips blanks; returns the key of the next tag. */
  private nextKey(): number {
    this.at = skipBlanks(this.text, this.at);
    return keyOf(this.text, this.at, this.text.indexOf('>', this.at));
  }

  private sees(tag: string): boolean {
    return this.text.slice(this.at, this.at + tag.length) === tag;
  }

  private list(target: Target): unknown[] | undefined {
    const list: unknown[] = [];
    do {
      const value = this.element(target);
      if (value === undefined || list.length === target.shape.most) return undefined;
      list.push(value);
      this.at = skipBlanks(this.text, this.at);
    } while (this.sees(target.open));
    return list;
  }

  private element(target: Target): unknown {
    const { shape, open, close, inside, plain } = target;
    if (shape.leaf !== undefined) return this.leaf(target);
    if (plain !== undefined) {
      plain.pattern.lastIndex = this.at;
      const match = plain.pattern.exec(this.text);
      if (match !== null) {
        this.at = plain.pattern.lastIndex;
        return branchOf(plain.leaves, match);
      }
    }
    this.at += open.length;
    const branch = this.children(inside);
    if (!this.sees(close)) return undefined;
    this.at += close.length;
    return branch;
  }

  private leaf({ shape, open, close }: Target): string | undefined {
    const start = this.at + open.length;
    this.at = this.text.indexOf('<', start);
    if (!this.sees(close)) return undefined;
    const { free, accepts } = shape.leaf!;
    const value = accepted(this.text.slice(start, this.at), free, accepts);
    this.at += close.length;
    return value;
  }
}

/** The text of an element, with any references resolved; undefined when it is not accepted. */
function accepted(raw: string, free: boolean, accepts: (value: string) => boolean): string | undefined {
  const value = free && raw.indexOf('&') >= 0 ? resolve(raw) : raw;
  return value !== undefined && accepts(value) ? value : undefined;
}

function branchOf(leaves: readonly Shape[], match: RegExpExecArray): Branch | undefined {
  const branch: Branch = {};
  let empty = true;
  for (let i = 0; i < leaves.length; i++) {
    const raw = match[i + 1];
    if (raw === undefined) continue;
    const shape = leaves[i]!;
    const { free, within } = shape.leaf!;
    const value = within.accepts === undefined ? raw : accepted(raw, free, within.accepts);
    if (value === undefined) return undefined;
    branch[shape.name] = value;
    empty = false;
  }
  return empty ? undefined : branch;
}

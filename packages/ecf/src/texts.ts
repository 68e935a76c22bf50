import { isCellError } from '@timbre/values';
import type { RuleFault } from './rules/rule.ts';
import { type DocumentKind, documentKinds } from './schema/documents.ts';
import { type SimpleType, simpleTypes } from './schema/simple-types.ts';
import { type SchemaNode, trees } from './schema/tree.ts';

/** Matches every text that is not plain, and some that are. Below U+0300 every letter is composed. */
const suspect = /[^\t\n -\u0084\u0086-\u02ff]/;
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;

/**
 * Whether every program reads, signs and verifies a text alike: no line end other than the line feed, and composed letters (NFC).
 *
 * @source XML 1.0, §2.11 (programs turn carriage returns into line feeds); XML 1.1, §2.11 (and NEL and LS); dotnet/runtime #99856
 */
export const isPlainText = (text: string): boolean =>
  !suspect.test(text) || (text.search(lineEnds) < 0 && text.normalize('NFC') === text);

/** The text with composed letters, and its line ends written in one way: a line feed, or a blank. */
const plainText = (text: string, lineEnd: '\n' | ' '): string => text.replace(lineEnds, lineEnd).normalize('NFC');

/** UTF-8 that was read as Windows-1252 or Latin 1: `Ã±` in place of `ñ`. No text has these pairs. */
const readTwice = /[ÂÃ][\u0080-\u00bf‘’“”•–—˜™š›œžŸ€‚ƒ„…†‡ˆ‰Š‹ŒŽ]|â€|â\u0080/;
const htmlReference =
  /&(?:amp|lt|gt|quot|apos|nbsp|iexcl|iquest|deg|reg|copy|[aeiou](?:acute|grave|uml|circ)|[nao]tilde|[ao]rd[fm]|ccedil|#\d{1,6}|#x[0-9a-f]{1,5});/i;
/** Texts that programs write in place of a missing value. */
const noValue = /^(?:null|undefined|NaN|None|\[object Object\])$/;
const mayBeDamaged = /[&ÂÃâ#[]|^(?:null|undefined|NaN|None)$/;

/** How a program damaged a text that it wrote, in Spanish; undefined for any other text. */
export function damageOf(text: string): string | undefined {
  if (!mayBeDamaged.test(text)) return undefined;
  if (readTwice.test(text)) return 'tiene letras con acento que un programa leyó en otra codificación';
  if (htmlReference.test(text)) return 'tiene códigos de HTML, que se imprimen tal cual';
  if (noValue.test(text) || isCellError(text)) return 'es lo que un programa escribe cuando le falta el dato';
  return undefined;
}

/** A text of a document, and its path. */
export interface TextAt {
  readonly path: string;
  readonly text: string;
}

/** The texts of a tree that `isWanted` accepts, with their paths. */
export function textsOf(tree: unknown, isWanted: (text: string) => boolean, path = '', texts: TextAt[] = []): TextAt[] {
  if (typeof tree === 'string') {
    if (isWanted(tree)) texts.push({ path, text: tree });
  } else if (Array.isArray(tree))
    for (const [i, one] of tree.entries()) textsOf(one, isWanted, `${path}[${i + 1}]`, texts);
  else if (typeof tree === 'object' && tree !== null)
    for (const [name, one] of Object.entries(tree))
      textsOf(one, isWanted, path === '' ? name : `${path}.${name}`, texts);
  return texts;
}

/** The texts of a tree that are not plain. */
export const unplainTexts = (tree: unknown): readonly TextAt[] => textsOf(tree, (text) => !isPlainText(text));

/** Common part of the rules about a text that is not plain, in a document that is accepted unchanged. */
export const plainTextRule = {
  at: '',
  severity: 'aviso',
  source: 'XML 1.0, §2.11; XML 1.1, §2.11; Unicode, anexo 15 (NFC)',
  message:
    'El texto trae un fin de línea distinto del usual (CR, NEL, LS o PS) o letras descompuestas: otro programa puede dar por alterada la firma',
} as const;

/** Notice of a text that was changed, for a person. */
export const changedText = (path: string): RuleFault => ({
  code: 'ECF-TEXTO-02',
  path,
  message:
    'El texto traía saltos de línea o letras de otra forma, que no todos los programas leen igual: se escribió con saltos de línea usuales y letras compuestas',
  severity: 'aviso',
});

/**
 * A document's tree with plain texts: see {@link isPlainText}. A line end becomes a line feed where the element may
 * contain one, otherwise a blank. Documents that Timbre makes are written so before they are signed. Those of a
 * certification set, and XML that is sent to be signed, are not.
 *
 * @param onChanged called with the path of each text that was changed
 * @returns the same tree where nothing was changed
 */
export const plainTexts = <Tree extends object>(
  kind: DocumentKind,
  tree: Tree,
  onChanged?: (path: string) => void,
): Tree =>
  plainBranch(tree, '', (text, path) => {
    if (isPlainText(text)) return text;
    onChanged?.(path);
    return plainText(text, freeTexts.get(kind)!.has(path.replace(/\[\d+\]/g, '')) ? '\n' : ' ');
  }) as Tree;

type Write = (text: string, path: string) => string;

function plainBranch(branch: object, path: string, write: Write): object {
  let changed: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(branch)) {
    const plain = plainValue(value, path === '' ? name : `${path}.${name}`, write);
    if (plain !== value) {
      changed ??= { ...branch };
      changed[name] = plain;
    }
  }
  return changed ?? branch;
}

function plainValue(value: unknown, path: string, write: Write): unknown {
  if (typeof value === 'string') return write(value, path);
  if (Array.isArray(value)) {
    const plain = value.map((one, i) => plainValue(one, `${path}[${i + 1}]`, write));
    return plain.some((one, i) => one !== value[i]) ? plain : value;
  }
  return typeof value === 'object' && value !== null ? plainBranch(value, path, write) : value;
}

/** Paths of the elements whose text is of free form: a code, a date or an amount is of one line. */
const freeTexts: ReadonlyMap<DocumentKind, ReadonlySet<string>> = new Map(
  documentKinds.map((kind) => [kind, new Set(freeIn(trees[kind]))]),
);

function freeIn(nodes: readonly SchemaNode[]): string[] {
  return nodes.flatMap(({ path, type, children }) => {
    if (type === undefined) return freeIn(children);
    const { base, codes, form }: SimpleType = simpleTypes[type];
    return base === 'string' && codes === undefined && form === undefined ? [path] : [];
  });
}

import { plainText } from '../../../lib/matching.ts';
import { type TermName, terms, titleOf } from '../terms.ts';
import { chapters } from './chapters.ts';
import { wordsOf } from './inline.ts';
import { termId, termsAddress } from './term-address.ts';

const kinds = ['Tarea', 'Capítulo', 'Término'] as const;

/** A part of the guide that a search finds. */
export interface Found {
  readonly kind: (typeof kinds)[number];
  readonly title: string;
  /** The title of its chapter; undefined if it is one. */
  readonly within: string | undefined;
  /** Its texts: the first that has a typed word is shown. */
  readonly texts: readonly string[];
  /** Its address: `/guia/{capitulo}#{hash}`. */
  readonly capitulo: string;
  readonly hash: string | undefined;
}

interface Entry extends Found {
  readonly plainTitle: string;
  readonly plain: string;
}

const entryOf = (found: Found): Entry => ({
  ...found,
  plainTitle: plainText(found.title),
  plain: plainText([found.title, found.within ?? '', ...found.texts].join(' ')),
});

const index: readonly Entry[] = [
  ...chapters.flatMap(({ id, title, about, steps = [], notes = [], tasks = [] }) => [
    ...tasks.map((task) =>
      entryOf({
        kind: 'Tarea',
        title: task.title,
        within: title,
        texts: [...task.steps, ...(task.notes ?? [])].map(wordsOf),
        capitulo: id,
        hash: task.id,
      }),
    ),
    entryOf({
      kind: 'Capítulo',
      title,
      within: undefined,
      texts: [about, ...steps, ...notes].map(wordsOf),
      capitulo: id,
      hash: undefined,
    }),
  ]),
  ...(Object.keys(terms) as TermName[]).map((name) =>
    entryOf({
      kind: 'Término',
      title: titleOf(name),
      within: undefined,
      texts: [terms[name].rule, terms[name].example],
      capitulo: termsAddress,
      hash: termId(name),
    }),
  ),
];

/** The typed words as they are compared: without accents, capitals, signs and the ending of a plural. */
export const typedWords = (typed: string): readonly string[] =>
  plainText(typed)
    .split(/[^\p{L}\p{N}/-]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 4 ? word.replace(/e?s$/, '') : word));

/** Results shown at most: whoever needs more types another word. */
const most = 20;

/** Every task begins with this word, which nobody types. */
const how = /^como /;

/** How far an entry is from the typed text: it is its title, its title has the words, or its texts. Tasks come first. */
function distance({ plainTitle, kind }: Entry, typed: string, words: readonly string[]): number {
  const isTitle = plainTitle.replace(how, '') === typed;
  const level = isTitle ? 0 : words.every((word) => plainTitle.includes(word)) ? 1 : 2;
  return level * kinds.length + kinds.indexOf(kind);
}

/** The parts of the guide that have every typed word, the closest first; none when nothing is typed. */
export function searchGuide(typed: string): readonly Found[] {
  const words = typedWords(typed);
  if (words.length === 0) return [];
  const plain = plainText(typed.trim()).replace(how, '');
  return index
    .filter((entry) => words.every((word) => entry.plain.includes(word)))
    .map((entry) => ({ entry, far: distance(entry, plain, words) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** The text of a result that shows why it was found: the first with a typed word, else its first. */
export function excerptOf({ texts }: Found, words: readonly string[]): string {
  const has = (text: string) => words.filter((word) => plainText(text).includes(word)).length;
  return texts.toSorted((a, b) => has(b) - has(a))[0] ?? '';
}

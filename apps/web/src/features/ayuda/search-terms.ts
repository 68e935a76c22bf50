import { plainText } from '../../lib/matching.ts';
import { type TermName, terms, topics } from './terms.ts';

/** The terms of a topic that match a search. */
interface Topic {
  readonly topic: string;
  readonly names: readonly TermName[];
}

const names = Object.keys(terms) as TermName[];
/** The searched text of each term. Its document is left out: the title would match about half of the terms. */
const searched = new Map(
  names.map((name) => [name, plainText(`${name} ${terms[name].rule} ${terms[name].example}`)] as const),
);

/**
 * Returns the terms that contain every typed word, with or without accents, by topic. Terms whose name has them come
 * first.
 */
export function findTerms(typed: string): readonly Topic[] {
  const words = plainText(typed).split(/\s+/);
  const has = (text: string) => words.every((word) => text.includes(word));
  const matches = names.filter((name) => has(searched.get(name)!));
  const byName = (name: TermName) => Number(!has(plainText(name)));
  return topics
    .map((topic) => ({
      topic,
      names: matches.filter((name) => terms[name].topic === topic).sort((a, b) => byName(a) - byName(b)),
    }))
    .filter((one) => one.names.length > 0);
}

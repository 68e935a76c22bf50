import { plainText } from '../../../lib/matching.ts';

/** A part of a text; `marked`: it is one of the words looked for. */
export interface Part {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * Splits a text at the words looked for, which are without accents and capitals.
 *
 * @param words as `typedWords` gives them
 */
export function partsOf(text: string, words: readonly string[]): readonly Part[] {
  // One character in place of each, so that the places are those of the text.
  const plain = [...text.normalize('NFC')].map((char) => plainText(char).charAt(0) || ' ');
  const chars = [...text.normalize('NFC')];
  const marked = new Array<boolean>(chars.length).fill(false);
  const line = plain.join('');
  for (const word of words)
    for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + word.length))
      marked.fill(true, at, at + word.length);
  const parts: { text: string; marked: boolean }[] = [];
  for (const [i, char] of chars.entries()) {
    const last = parts.at(-1);
    if (last !== undefined && last.marked === marked[i]) last.text += char;
    else parts.push({ text: char, marked: marked[i] === true });
  }
  return parts;
}

import { type Style, widthOf } from '../pdf/sheet.ts';

/** Puts as many texts as fit on each line, separated by a point that no line begins or ends with. */
export function pack(texts: readonly string[], style: Style, width: number): readonly string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const together = `${lines.at(-1)} · ${text}`;
    if (lines.length > 0 && widthOf(together, style) <= width) lines[lines.length - 1] = together;
    else lines.push(text);
  }
  return lines.flatMap((line) => wrap(line, style, width));
}

/** Splits a word after as many characters, each with its marks, as fit, at least one. */
function split(word: string, style: Style, width: number): [string, string] {
  const chars = word.match(/.\p{M}*/gsu) ?? [word];
  let count = 1;
  while (count < chars.length && widthOf(chars.slice(0, count + 1).join(''), style) <= width) count++;
  return [chars.slice(0, count).join(''), chars.slice(count).join('')];
}

/**
 * Breaks a text into lines between words, and inside a word that is wider than a line. Only the blanks at the breaks
 * are lost.
 * @param first width of the first line, if it begins after a label
 */
export function wrap(text: string, style: Style, width: number, first = width): readonly string[] {
  if (widthOf(text, style) <= first && !text.includes('\n')) return [text];
  const lines: string[] = [];
  const room = () => (lines.length === 0 ? first : width);
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (let word of paragraph.split(/[ \t]+/)) {
      if (line !== '' && widthOf(`${line} ${word}`, style) <= room()) {
        line += ` ${word}`;
        continue;
      }
      if (line !== '') lines.push(line);
      while (widthOf(word, style) > room()) {
        // There may be no room after a label: then the word begins on the next line.
        if (lines.length === 0 && first < width && widthOf(word, style) <= width) {
          lines.push('');
          break;
        }
        const [fits, rest] = split(word, style, room());
        if (rest === '') break;
        lines.push(fits);
        word = rest;
      }
      line = word;
    }
    lines.push(line);
  }
  return lines;
}

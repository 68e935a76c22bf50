import { type Style, widthOf } from '../pdf/sheet.ts';

/** As many of the texts on each line as fit, a point between them: no line begins or ends with it. */
export function pack(texts: readonly string[], style: Style, width: number): readonly string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const together = `${lines.at(-1)} · ${text}`;
    if (lines.length > 0 && widthOf(together, style) <= width) lines[lines.length - 1] = together;
    else lines.push(text);
  }
  return lines.flatMap((line) => wrap(line, style, width));
}

/** Takes from the start of a word what fits; at least one character. */
function split(word: string, style: Style, width: number): [string, string] {
  const chars = [...word];
  let count = 1;
  while (count < chars.length && widthOf(chars.slice(0, count + 1).join(''), style) <= width) count++;
  return [chars.slice(0, count).join(''), chars.slice(count).join('')];
}

/**
 * Breaks a text into lines: between words, and within a word that is wider than a line. Nothing of it is lost but the blanks
 * at the breaks.
 * @param first width of the first line, when something stands before it
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
        // Beside a label there may be no room at all: then the word begins on the next line.
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

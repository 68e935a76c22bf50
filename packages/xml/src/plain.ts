import { suspicious } from './characters.ts';

const SLASH = 47;
const mostDepth = 64;
const plainName = /^[A-Za-z_][\w.-]*$/;
/** An ampersand that does not begin one of the named references of canonical form. */
const otherReference = /&(?!(?:amp|lt|gt);)/;

/**
 * Counts the elements of a text in the simplest canonical XML: only tags without attributes, prefixes or blanks, and
 * text of common characters. For such a text, `canonicalize(readXml(text))` returns the text itself.
 *
 * @param text begins and ends with the tags of its root
 * @param refused a name that no element may have
 * @returns undefined for any other text, XML or not
 */
export function countPlainElements(text: string, refused: string): number | undefined {
  if (suspicious.test(text) || text.includes('\r') || otherReference.test(text)) return undefined;
  const open: string[] = [];
  let count = 0;
  let tag = 0;
  // Each iteration reads one tag and the text after it; `end` is the first `>` from the tag on.
  for (let end = text.indexOf('>'); text.startsWith('<', tag) && end > tag; end = text.indexOf('>', end + 1)) {
    if (text.charCodeAt(tag + 1) === SLASH) {
      const name = open.pop();
      if (name === undefined || text.slice(tag + 2, end) !== name) return undefined;
      if (open.length === 0) return end + 1 === text.length ? count : undefined;
    } else {
      const name = text.slice(tag + 1, end);
      if (!plainName.test(name) || name === refused || open.length === mostDepth) return undefined;
      open.push(name);
      count += 1;
    }
    tag = text.indexOf('<', end + 1);
  }
  return undefined;
}

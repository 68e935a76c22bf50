import { isCharacter } from './characters.ts';
import { fail } from './source.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const longestReference = 12;

/** Resolves the references in a range of the text. In an attribute, literal blanks become spaces. */
export function resolveReferences(text: string, start: number, end: number, inAttribute = false): string {
  let out = '';
  let from = start;
  for (let at = text.indexOf('&', start); at >= 0 && at < end; at = text.indexOf('&', from)) {
    const literal = text.slice(from, at);
    const close = text.slice(at, Math.min(end, at + longestReference)).indexOf(';');
    const name = close < 0 ? '' : text.slice(at + 1, at + close);
    out += (inAttribute ? literal.replace(/[\t\n]/g, ' ') : literal) + resolveReference(text, at, name);
    from = at + close + 1;
  }
  const rest = text.slice(from, end);
  return out + (inAttribute ? rest.replace(/[\t\n]/g, ' ') : rest);
}

/** Length of the part of a reference that a fault shows: to its end, where it has one. */
function shownLength(text: string, at: number): number {
  const end = text.slice(at, at + longestReference).indexOf(';');
  return end < 0 ? longestReference : end + 1;
}

function resolveReference(text: string, at: number, name: string): string {
  const entity = Object.hasOwn(entities, name) ? entities[name] : undefined;
  if (entity !== undefined) return entity;
  const decimal = /^#([0-9]{1,7})$/.exec(name)?.[1];
  const hexadecimal = /^#x([0-9A-Fa-f]{1,6})$/.exec(name)?.[1];
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (!isCharacter(code)) fail('xml/entidad', text, at, text.slice(at, at + shownLength(text, at)));
  return String.fromCodePoint(code);
}

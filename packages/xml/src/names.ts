import { nameCharacter, ncName } from './characters.ts';
import { fail } from './source.ts';

/** Reads the name that begins at `start`, as a slice of the text. Throws if it is not a qualified name. */
export function readName(text: string, start: number): string {
  let end = start;
  let kinds = 0;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    const kind = code < 128 ? (nameCharacter[code] as number) : 2;
    if (kind === 0) break;
    kinds |= kind;
  }
  const name = text.slice(start, end);
  return kinds === 1 && name.charCodeAt(0) > 64 ? name : judgeName(text, start, name);
}

/** Slow path: checks a name that is not only letters, digits and `_`, or that begins with a digit. */
function judgeName(text: string, start: number, name: string): string {
  if (name === '') fail('xml/etiqueta', text, start);
  const parts = name.split(':');
  if (parts.length > 2 || !parts.every((part) => ncName.test(part))) fail('xml/nombre', text, start);
  return name;
}

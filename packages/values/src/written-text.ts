import { keepable } from './unkeepable.ts';

/**
 * The result of reading a text that a person, a spreadsheet or a program wrote: its value, or why it has none, as a
 * sentence in Spanish.
 * `aviso`: the value is right, but the text has something that its author does not see.
 */
export type Reading<Value> =
  | { readonly value: Value; readonly aviso?: string | undefined }
  | { readonly fault: string };

/** Characters that nobody sees, or that stand in place of a letter that was lost, with their names. */
const unseen: Readonly<Record<string, string>> = {
  '\u00a0': 'espacio duro',
  '\u2007': 'espacio duro',
  '\u202f': 'espacio duro',
  '\u00ad': 'guion opcional',
  '\u200b': 'espacio de ancho cero',
  '\u200c': 'separador de ancho cero',
  '\u200d': 'enlace de ancho cero',
  '\u2060': 'enlace de ancho cero',
  '\ufeff': 'marca BOM',
  '\u200e': 'marca de dirección',
  '\u200f': 'marca de dirección',
  '\u202a': 'marca de dirección',
  '\u202b': 'marca de dirección',
  '\u202c': 'marca de dirección',
  '\u202d': 'marca de dirección',
  '\u202e': 'marca de dirección',
  '\u2066': 'marca de dirección',
  '\u2067': 'marca de dirección',
  '\u2068': 'marca de dirección',
  '\u2069': 'marca de dirección',
  '\ufffd': 'letra perdida al cambiar de codificación',
};
const anyUnseen = new RegExp(`[${Object.keys(unseen).join('')}]`, 'g');
/** Those without a width, except U+200C and U+200D, which join or separate the signs of some scripts and of emoji. */
const withoutWidth = /[\u00ad\u200b\u2060\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const hardBlanks = /[\u00a0\u2007\u202f]/g;
/** Ends of lines, and the form in which a workbook writes a carriage return. */
const lineEnds = /\r\n?|_x000[dD]_\n?|[\u0085\u2028\u2029]/g;

/** Longest part of a text that a message repeats. */
const mostQuoted = 40;

/**
 * Names the characters of a text that nobody sees: `espacio duro (U+00A0)`, each once. Empty if there are none.
 */
export const unseenIn = (text: string): readonly string[] =>
  [...new Set(text.match(anyUnseen))].map(
    (character) => `${unseen[character]} (U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')})`,
  );

/** A text as a message repeats it: between quotation marks, cut, and with the characters that nobody sees named. */
export function quoted(text: string): string {
  const names = unseenIn(text);
  const shown = text.replace(withoutWidth, '').replace(/\s+/g, ' ').trim().slice(0, mostQuoted);
  return `«${shown}»${names.length === 0 ? '' : `, con ${names.join(' y ')},`}`;
}

/**
 * The text without what nobody sees: no characters without a width, blanks of every kind as blanks, line ends as `\n`,
 * no blanks at either end.
 */
export const bareText = (text: string): string =>
  text.replace(withoutWidth, '').replace(hardBlanks, ' ').replace(lineEnds, '\n').trim();

/**
 * Reads a text of one line: a name, a description. Line ends become blanks.
 *
 * @param written as it was typed, or as it stands in a file
 * @returns the text, with an aviso that names the characters that nobody sees; hard blanks are so common in copied
 * texts, and so harmless in names, that they alone are no aviso. No text is a fault.
 */
export function readText(written: string): Reading<string> {
  const value = keepable(bareText(written).replace(/\s*\n\s*/g, ' '));
  const names = unseenIn(written.replace(hardBlanks, ' '));
  return names.length === 0
    ? { value }
    : { value, aviso: `«${value.slice(0, mostQuoted)}» tiene ${names.join(' y ')}` };
}

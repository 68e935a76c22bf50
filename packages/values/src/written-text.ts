import { keepable } from './unkeepable.ts';

/**
 * The result of reading a text that a person, a spreadsheet or a program wrote: its value, or why it has none, as a
 * sentence in Spanish.
 * `aviso`: the value is right, but the text has something that its author does not see.
 */
export type Reading<Value> =
  | { readonly value: Value; readonly aviso?: string | undefined }
  | { readonly fault: string };

/** Names of the characters that nobody sees and people meet, and of the one that stands in place of a lost letter. */
const names: Readonly<Record<string, string>> = {
  '\u00a0': 'espacio duro',
  '\u2007': 'espacio duro',
  '\u202f': 'espacio duro',
  '\u00ad': 'guion opcional',
  '\u200b': 'espacio de ancho cero',
  '\u200c': 'separador de ancho cero',
  '\u200d': 'enlace de ancho cero',
  '\u2060': 'enlace de ancho cero',
  '\ufeff': 'marca BOM',
  '\u061c': 'marca de dirección',
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
/**
 * Characters that show nothing, except those that join or choose the signs of some scripts and of emoji (U+200C, U+200D,
 * selectors of variation).
 */
const shownAsNothing = String.raw`(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb]`;
const withoutWidth = new RegExp(shownAsNothing, 'gu');
const oneWithoutWidth = new RegExp(shownAsNothing, 'u');
const anyUnseen = new RegExp(`${shownAsNothing}|[${Object.keys(names).join('')}]`, 'gu');
const hardBlanks = /[\u00a0\u2007\u202f]/g;
/** Ends of lines, and the form in which a workbook writes a carriage return. */
const lineEnds = /\r\n?|_x000[dD]_\n?|[\u0085\u2028\u2029]/g;

/** Longest part of a text that a message repeats. */
const mostQuoted = 40;

/**
 * Names the characters of a text that nobody sees: `espacio duro (U+00A0)`, each once. Empty if there are none.
 */
export const unseenIn = (text: string): readonly string[] =>
  [...new Set(text.match(anyUnseen))].map((character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `${names[character] ?? 'carácter invisible'} (U+${code})`;
  });

/** Whether a text has characters that show nothing. Those that join emoji and the signs of scripts do not count. */
export const hidesSomething = (text: string): boolean => beyondASCII.test(text) && oneWithoutWidth.test(text);

/** Most texts have none of these, and are searched no further. */
const beyondASCII = /[^\n -~]/;

/** A text as a message repeats it: between quotation marks, cut, and with the characters that nobody sees named. */
export function quoted(text: string): string {
  const unseen = unseenIn(text);
  const shown = text.replace(withoutWidth, '').replace(/\s+/g, ' ').trim().slice(0, mostQuoted);
  return `«${shown}»${unseen.length === 0 ? '' : `, con ${unseen.join(' y ')},`}`;
}

/**
 * The text without what nobody sees: no characters without a width, blanks of every kind as blanks, line ends as `\n`,
 * no blanks at either end.
 */
export const bareText = (text: string): string =>
  text.replace(withoutWidth, '').replace(hardBlanks, ' ').replace(lineEnds, '\n').trim();

/** Errors of formulas in Spanish and in English, as sheets show them and copy them into texts. */
const cellErrors =
  /^#(?:N\/[AD]|¡?(?:REF|VALOR|VALUE|DIV\/0|NULO|NULL|NUM|DESBORDAMIENTO|SPILL|C[AÁ]LC|CAMPO|FIELD|BLOQUEADO|BLOCKED)!|¿?(?:NOMBRE|NAME)\?)$/i;

/** Whether a text is the error of a formula, such as `#N/A` or `#¡REF!`, which a file of texts cannot mark as an error. */
export const isCellError = (text: string): boolean => cellErrors.test(bareText(text));

/**
 * Reads a text of one line: a name, a description. Line ends become blanks.
 *
 * @param written as it was typed, or as it stands in a file
 * @returns the text, with an aviso that names the characters that nobody sees; hard blanks are so common in copied
 * texts, and so harmless in names, that they alone are no aviso. Only the error of a formula is a fault.
 */
export function readText(written: string): Reading<string> {
  if (isCellError(written)) return { fault: `${quoted(written)} es un error de la hoja de cálculo: corrija la celda` };
  const value = keepable(bareText(written).replace(/\s*\n\s*/g, ' '));
  const unseen = unseenIn(written.replace(hardBlanks, ' '));
  return unseen.length === 0
    ? { value }
    : { value, aviso: `«${value.slice(0, mostQuoted)}» tiene ${unseen.join(' y ')}` };
}

/** A line of a pasted list of companies. */
export interface PastedLine {
  readonly rnc: string;
  readonly nombre: string;
}

/** A number of 9 or 11 digits, with or without dashes. */
const number = /(?<![\d-])(?:\d{3}-?\d{5}-?\d|\d-?\d{2}-?\d{5}-?\d|\d{3}-?\d{7}-?\d)(?![\d-])/;

/**
 * The companies of a text pasted from Excel or written by hand: a line each, the RNC in any cell and the name in
 * another. A heading, and lines without any digit, are left out; a line whose number cannot be read keeps its text.
 */
export function parsePaste(text: string): PastedLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /\d/.test(line))
    .map((line) => {
      const rnc = number.exec(line)?.[0] ?? '';
      const rest = line
        .replace(rnc, '\t')
        .split(/[\t;]+/)
        .map((cell) => cell.replace(/^[\s,."']+|[\s,"']+$/g, ''))
        .filter((cell) => cell !== '');
      const nombre = rest.toSorted((a, b) => b.length - a.length)[0] ?? '';
      return rnc === '' ? { rnc: line.slice(0, 40), nombre: '' } : { rnc, nombre: nombre.slice(0, 150) };
    });
}

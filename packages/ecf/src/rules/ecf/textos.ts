import { ruleSet } from '../rule.ts';
import type { Checked } from './context.ts';

/** A text of the document, and its path. */
interface Text {
  readonly path: string;
  readonly text: string;
}

/** Replacement character: what programs write for a byte that they could not decode. */
const replaced = '\ufffd';

function collect(value: unknown, path: string, found: Text[]): void {
  if (typeof value === 'string') {
    if (value.includes(replaced)) found.push({ path, text: value });
  } else if (Array.isArray(value)) for (const [i, one] of value.entries()) collect(one, `${path}[${i + 1}]`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) collect(one, path === '' ? name : `${path}.${name}`, found);
}

function replacedTexts({ ecf }: Checked): readonly Text[] {
  const found: Text[] = [];
  collect(ecf, '', found);
  return found;
}

/** Rules of the texts of the document, wherever they stand. */
export const textos = ruleSet<Text, Checked>(replacedTexts, ({ path }) => path, [
  {
    code: 'ECF-TEXTO-01',
    at: '',
    severity: 'aviso',
    source: 'Descripción técnica v1.6, p. 58 (el XML va en UTF-8)',
    holds: () => false,
    message: ({ text }) =>
      `«${text.slice(0, 60)}» tiene el carácter U+FFFD: un programa perdió letras al convertir el texto a UTF-8`,
  },
]);

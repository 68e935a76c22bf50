import { hidesSomething, quoted } from '@timbre/values';
import { damageOf, isPlainText, plainTextRule, type TextAt, textsOf } from '../../texts.ts';
import { ruleSet } from '../rule.ts';
import type { Checked } from './context.ts';

/** Replacement character: programs write it for a byte that they could not decode. */
const replaced = '\ufffd';

const doubtfulTexts = ({ ecf }: Checked) =>
  textsOf(
    ecf,
    (text) => text.includes(replaced) || hidesSomething(text) || !isPlainText(text) || damageOf(text) !== undefined,
  );

/** Rules of the texts of the document, in any element. */
export const textos = ruleSet<TextAt, Checked>(doubtfulTexts, ({ path }) => path, [
  {
    code: 'ECF-TEXTO-01',
    at: '',
    severity: 'aviso',
    source: 'Descripción técnica v1.6, p. 58 (el XML va en UTF-8)',
    holds: ({ text }) => !text.includes(replaced),
    message: ({ text }) =>
      `«${text.slice(0, 60)}» tiene el carácter U+FFFD: un programa perdió letras al convertir el texto a UTF-8`,
  },
  { ...plainTextRule, code: 'ECF-TEXTO-02', holds: ({ text }) => isPlainText(text) },
  {
    code: 'ECF-TEXTO-03',
    at: '',
    severity: 'aviso',
    source:
      'Informe Técnico §17, p. 30 (la representación impresa es legible): lo que no se ve cambia el texto que se firma',
    holds: ({ text }) => !hidesSomething(text),
    message: ({ text }) => `${quoted(text)} lleva caracteres que no se ven: escríbalo de nuevo`,
  },
  {
    code: 'ECF-TEXTO-04',
    at: '',
    severity: 'aviso',
    source:
      'Informe Técnico §17, p. 30 (la representación impresa es legible); Descripción técnica v1.6, p. 58 (UTF-8)',
    holds: ({ text }) => damageOf(text) === undefined,
    message: ({ text }) => `${quoted(text)} ${damageOf(text)}: corríjalo en el programa que lo envía`,
  },
]);

import { expect, test } from 'vitest';
import { wordsOf } from './name-words.ts';

test.each([
  ['FERRETERÍA EL YAQUE, S.R.L.', ['ferreteria', 'el', 'yaque', 'srl']],
  ['Peña & Ñandú', ['pena', 'nandu']],
  ['J.M. Pérez', ['jm', 'perez']],
  ['COL.SAN JUAN', ['col', 'san', 'juan']],
  ['4 HERMANOS (LA VEGA)', ['4', 'hermanos', 'la', 'vega']],
  ["O'CONNOR-DÍAZ", ['o', 'connor', 'diaz']],
  ['  ', []],
  ['漢字 ' + "':* & |!()<->", []],
])('the words of %j are its letters and digits, without case and accents', (name, words) => {
  expect(wordsOf(name)).toEqual(words);
});

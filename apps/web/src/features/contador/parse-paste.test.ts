import { expect, test } from 'vitest';
import { parsePaste } from './parse-paste.ts';

test('a pasted table is read with the RNC in any column, with or without dashes', () => {
  const pasted =
    'RNC\tEmpresa\n131-24679-6\tConstructora Inventada SRL\nColmado Los Primos\t132111117\r\n\n001-1391820-5\tAna Pérez';
  expect(parsePaste(pasted)).toEqual([
    { rnc: '131-24679-6', nombre: 'Constructora Inventada SRL' },
    { rnc: '132111117', nombre: 'Colmado Los Primos' },
    { rnc: '001-1391820-5', nombre: 'Ana Pérez' },
  ]);
});

test('a line written by hand has the number and the name in one cell', () => {
  expect(parsePaste('131246796 Constructora Inventada SRL\n"Ferretería, Hijos"; 132111117')).toEqual([
    { rnc: '131246796', nombre: 'Constructora Inventada SRL' },
    { rnc: '132111117', nombre: 'Ferretería, Hijos' },
  ]);
});

test('a line whose number is none keeps its text, so that it is refused by name', () => {
  expect(parsePaste('12\tMal escrito\nsin número')).toEqual([{ rnc: '12\tMal escrito', nombre: '' }]);
});

import { articulos, familias } from '@timbre/enciclopedia';
import { expect, it } from 'vitest';
import { byFamilia, findArticulos } from './search-articles.ts';
import { numberWords } from './words.ts';

const codes = (typed: string) => findArticulos(typed).map(({ codigo }) => codigo);

it('every article is listed first by its own code, in small letters too', () => {
  for (const { codigo } of articulos) expect(codes(codigo.toLowerCase())[0], codigo).toBe(codigo);
});

it('words match without accents or capitals, wherever they are; those of a title come first', () => {
  expect(codes('DIGITO verificador')).toContain('ECF-RNC-01');
  const [first] = findArticulos('comprador');
  expect(`${first?.codigo} ${first?.titulo}`.toLowerCase()).toContain('comprador');
  expect(codes('zapato')).toEqual([]);
});

it('an empty search lists all, by family, each once and in its order', () => {
  const groups = byFamilia(findArticulos(''));
  expect(groups.map(([familia]) => familia)).toEqual(Object.keys(familias));
  expect(groups.flatMap(([, own]) => own)).toHaveLength(articulos.length);
});

it('each article states what happens to its number, save where none is at stake', () => {
  for (const articulo of articulos)
    expect(numberWords(articulo) === undefined, articulo.codigo).toBe(
      articulo.numero === 'no-aplica' && articulo.severidad !== 'condicional',
    );
});

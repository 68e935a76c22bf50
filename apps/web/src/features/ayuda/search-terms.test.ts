import { expect, it } from 'vitest';
import { findTerms } from './search-terms.ts';
import { documents, sourceOf, terms, titleOf, topics } from './terms.ts';

const namesOf = (typed: string) => findTerms(typed).flatMap(({ names }) => names);

it('every term is listed by its own name, without accents or capitals', () => {
  for (const name of Object.keys(terms))
    expect(namesOf(name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()), name).toContain(name);
});

it('an empty search lists all terms, by topic; a text that no term has lists none', () => {
  expect(findTerms('').map(({ topic }) => topic)).toEqual(topics);
  expect(namesOf('').toSorted()).toEqual(Object.keys(terms).toSorted());
  expect(findTerms('zapato')).toEqual([]);
});

it('the first term within a topic is the one whose name has the words', () => {
  const [first] = findTerms('secuencia').filter(({ topic }) => topic === 'Los números');
  expect(first?.names.slice(0, 1)).not.toEqual(['e-NCF']);
  expect(first?.names).toContain('e-NCF');
});

it('each term has a rule, an example and a document that it names; each document has a term', () => {
  for (const [name, { rule, example }] of Object.entries(terms)) {
    expect(rule, name).toMatch(/^[A-ZÁÉÍÓÚ].+\.$/s);
    expect(example, name).toMatch(/\.$/);
    expect(rule.length + example.length, `${name} fits in a popover`).toBeLessThan(560);
  }
  const named = new Set(Object.values(terms).map(({ document }) => document));
  expect([...named].sort()).toEqual(Object.keys(documents).sort());
});

it('a source is the title of the document and the place in it', () => {
  expect(sourceOf(terms['indicador de monto gravado'])).toBe(
    'Formato Comprobante Fiscal Electrónico (e-CF), versión 1.0, sección A, campo 7 (IndicadorMontoGravado)',
  );
  expect(sourceOf(terms['firmante delegado'])).toBe(documents.delegaciones);
  expect([titleOf('código de seguridad'), titleOf('e-NCF')]).toEqual(['Código de seguridad', 'e-NCF']);
});

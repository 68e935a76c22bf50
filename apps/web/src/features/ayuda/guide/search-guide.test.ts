import { describe, expect, it } from 'vitest';
import { plainText } from '../../../lib/matching.ts';
import { terms } from '../terms.ts';
import { chapters } from './chapters.ts';
import { partsOf } from './marked.ts';
import { excerptOf, searchGuide, typedWords } from './search-guide.ts';

const titles = (typed: string) => searchGuide(typed).map(({ title }) => title);

describe('the search of the guide', () => {
  it('a task is found first by its own title, without accents or capitals; a chapter too, or after a task so called', () => {
    for (const { title, tasks = [] } of chapters) {
      for (const task of tasks) expect(titles(plainText(task.title).toUpperCase())[0], task.title).toBe(task.title);
      expect(titles(plainText(title).toUpperCase()).slice(0, 2), title).toContain(title);
    }
  });

  it('every term is found by its name', () => {
    for (const name of Object.keys(terms)) expect(titles(name).map(plainText), name).toContain(plainText(name));
  });

  it('all words must be there, in any order, and a plural finds the singular', () => {
    expect(titles('rechazadas facturas corregir')[0]).toBe('Cómo corregir una factura rechazada');
    expect(titles('zapato')).toEqual([]);
    expect(titles('factura zapato')).toEqual([]);
  });

  it('tasks come before chapters and terms that match as well', () => {
    expect(searchGuide('anular')[0]?.kind).toBe('Tarea');
    expect(searchGuide('secuencia').map(({ kind }) => kind)).toContain('Término');
  });

  it('nothing typed finds nothing, and no search gives more than twenty', () => {
    expect(searchGuide('  ')).toEqual([]);
    expect(searchGuide('a')).toHaveLength(20);
  });

  it('the text of a result is one that has the words', () => {
    const [found] = searchGuide('expediente zip');
    expect(plainText(excerptOf(found!, typedWords('expediente zip')))).toContain('zip');
  });
});

describe('the marks of a result', () => {
  it('the words are marked where they are, whatever their accents, and the text stays whole', () => {
    const parts = partsOf('Cómo anular números: la anulación', typedWords('numeros ANULACIÓN'));
    expect(parts.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['número', 'anulación']);
    expect(parts.map(({ text }) => text).join('')).toBe('Cómo anular números: la anulación');
    expect(partsOf('', ['a'])).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { placesOf } from './fault-place.ts';

const wordsOf = (path: string) => placesOf(path).map(({ id, inside }) => (inside ? `${id}.…` : id));

it('an element is shown by its own field, by one within it, or by one that contains it', () => {
  expect(wordsOf('Encabezado.Emisor.DireccionEmisor')).toEqual([
    'Encabezado.Emisor.DireccionEmisor',
    'Encabezado.Emisor.DireccionEmisor.…',
    'Encabezado.Emisor',
    'Encabezado',
  ]);
  expect(wordsOf('Encabezado.OtraMoneda').slice(0, 2)).toEqual(['Encabezado.OtraMoneda', 'Encabezado.OtraMoneda.…']);
});

it('another element of the same section is never its place', { tags: ['SI9-1'] }, () => {
  const places = wordsOf('Encabezado.IdDoc.FechaLimitePago').slice(2);
  expect(places).toEqual(['Encabezado.IdDoc', 'Encabezado']);
});

it('an element without a column is shown by its line', () => {
  expect(wordsOf('DetallesItems.Item[2].Retencion.MontoISRRetenido')).toContain('DetallesItems.Item[2].…');
  expect(wordsOf('DetallesItems')).toContain('DetallesItems.…');
});

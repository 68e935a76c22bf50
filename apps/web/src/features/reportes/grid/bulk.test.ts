import { expect, test } from 'vitest';
import type { Comprobante } from '../api.ts';
import { countOf, sameAnswer, suggestionsOf, undoOf } from './bulk.ts';

const receipt = (id: string, part: Partial<Comprobante>): Comprobante =>
  ({ id, pendientes: [], respuestas: {}, sugerencias: {}, excluido: null, ...part }) as Comprobante;

const asks = receipt('a', {
  pendientes: ['tipo_bienes_servicios', 'forma_pago'],
  sugerencias: { tipo_bienes_servicios: '09', itbis_costo: '0.00' },
});
const answered = receipt('b', { respuestas: { tipo_bienes_servicios: '02' } });
const excluded = receipt('c', { pendientes: ['forma_pago'], sugerencias: { forma_pago: '01' }, excluido: 'Personal' });

test('suggestions answer the fields that lack an answer, and no excluded receipt', () => {
  const changes = suggestionsOf([asks, answered, excluded]);
  expect(changes).toEqual([{ id: 'a', respuestas: { tipo_bienes_servicios: '09' } }]);
  expect(countOf(changes)).toBe(1);
});

test('one answer for many is undone to what each had before', () => {
  const rows = [asks, answered, excluded];
  const changes = sameAnswer(rows, 'tipo_bienes_servicios', '05');
  expect(changes.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(undoOf(changes, rows)).toEqual([
    { id: 'a', respuestas: { tipo_bienes_servicios: null } },
    { id: 'b', respuestas: { tipo_bienes_servicios: '02' } },
  ]);
});

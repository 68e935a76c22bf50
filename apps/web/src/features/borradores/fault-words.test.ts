import { expect, test } from 'vitest';
import { emptyLine, items, newDraft } from './draft.ts';
import { inForm } from './fault-words.ts';
import { judge } from './judge.ts';
import { withAt } from './tree.ts';

const now = Date.parse('2026-11-23T15:00:00Z');
const issuer = { rnc: '199000005', razonSocial: 'Colmado Inventado SRL', datos: {}, tasasSelectivo: [] };
const judged = (draft: ReturnType<typeof newDraft>) =>
  judge(draft, issuer, now).faults.map(({ path, message }) => [path, message]);

test('a draft without lines is refused at its first product', () => {
  expect(judged(newDraft('31'))).toContainEqual([
    `${items}[1].NombreItem`,
    'Escriba al menos una línea: el producto o servicio, y su precio',
  ]);
});

test('a missing value has the label of its field, and its line', () => {
  const draft = withAt(newDraft('32'), items, [emptyLine, { ...emptyLine, NombreItem: 'Varilla' }]);
  const faults = judged(draft);
  expect(faults).toContainEqual([
    `${items}[2].PrecioUnitarioItem`,
    'Falta «Precio», línea 2: es obligatorio en el tipo 32',
  ]);
  expect(faults).toContainEqual([
    'Encabezado.Emisor.DireccionEmisor',
    'Falta «Dirección emisor»: es obligatorio en el tipo 32',
  ]);
});

test.each([
  [
    'Una referencia exige NCFModificado y CodigoModificacion',
    'Una referencia exige «NCF modificado» y «Código modificación»',
  ],
  ['El eNCF del Comprador no es válido', 'El eNCF del Comprador no es válido'],
])('in the words of the form, “%s” is “%s”', (message, words) => {
  expect(inForm({ path: 'Encabezado', code: 'ECF-X-01', message, isNotice: false }).message).toBe(words);
});

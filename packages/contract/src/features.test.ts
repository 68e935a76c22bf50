import { expect, test } from 'vitest';
import * as features from './features.generated.ts';
import { menuItems, secciones } from './menu.ts';
import { problems } from './problems.ts';

/** The names in the table that each feature exports under that name. */
const declared = (table: 'problems' | 'kinds' | 'examples') =>
  Object.values(features).flatMap((feature) =>
    table in feature ? Object.keys((feature as Record<string, object>)[table]!) : [],
  );

test('no refusal, kind of event or example is declared by two features', () => {
  for (const table of ['problems', 'kinds', 'examples'] as const)
    expect(declared(table)).toEqual([...new Set(declared(table))]);
});

test('the table of refusals has those of each feature', () => {
  expect(declared('problems').length).toBeGreaterThan(20);
  expect(problems).toMatchObject(features.featureProblems);
});

test('each item of the menu has its own id, address and place', () => {
  const places = menuItems.map(({ seccion, lugar }) => [seccion, lugar]);
  const inOrder = secciones.flatMap((seccion) =>
    menuItems.filter((item) => item.seccion === seccion).map((_, at) => [seccion, at + 1]),
  );
  expect(places, 'the places (lugar) of a section are 1, 2, 3…: each taken once, none left out').toEqual(inOrder);
  const ids = menuItems.map(({ id }) => id);
  const rutas = menuItems.map(({ ruta }) => ruta);
  expect([ids, rutas]).toEqual([[...new Set(ids)], [...new Set(rutas)]]);
});

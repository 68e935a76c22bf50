import { describe, expect, test } from 'vitest';
import { listAt, nodeAt, pruned, textAt, withAt } from './tree.ts';

const tree = {
  Encabezado: { IdDoc: { TipoeCF: '31' } },
  DetallesItems: { Item: [{ NombreItem: 'Varilla' }, { NombreItem: 'Cemento' }] },
};

describe('a tree by its paths', () => {
  test('a tree is read at an element, at an occurrence, and where there is nothing', () => {
    expect(textAt(tree, 'Encabezado.IdDoc.TipoeCF')).toBe('31');
    expect(textAt(tree, 'DetallesItems.Item[2].NombreItem')).toBe('Cemento');
    expect(textAt(tree, 'Encabezado.Comprador.RNCComprador')).toBe('');
    expect(nodeAt(tree, 'Encabezado.IdDoc.TipoeCF.Nada')).toBeUndefined();
    expect(listAt({ A: { B: 'uno' } }, 'A.B')).toEqual(['uno']);
  });

  test('a change leaves the rest as it was, and the old tree unchanged', () => {
    const changed = withAt(tree, 'DetallesItems.Item[2].NombreItem', 'Arena');
    expect(textAt(changed, 'DetallesItems.Item[2].NombreItem')).toBe('Arena');
    expect(textAt(tree, 'DetallesItems.Item[2].NombreItem')).toBe('Cemento');
    expect(nodeAt(changed, 'Encabezado')).toBe(tree.Encabezado);
    expect(nodeAt(changed, 'DetallesItems.Item[1]')).toBe(tree.DetallesItems.Item[0]);
  });

  test('an element is removed with parents that become empty; a list stays, and gets the lines before a new one', () => {
    expect(withAt(tree, 'Encabezado.IdDoc.TipoeCF', undefined)).toEqual({ DetallesItems: tree.DetallesItems });
    expect(withAt({}, 'A.B[2].C', 'x')).toEqual({ A: { B: [{}, { C: 'x' }] } });
    expect(withAt({ A: { B: [{ C: 'x' }] } }, 'A.B[1].C', undefined)).toEqual({ A: { B: [{}] } });
  });

  test('empty elements are pruned at any depth', () => {
    expect(pruned({ A: ' ', B: { C: [{}, { D: '' }] }, E: [{ F: '1' }, {}] })).toEqual({ E: [{ F: '1' }] });
    expect(pruned({ A: [''] })).toBeUndefined();
  });
});

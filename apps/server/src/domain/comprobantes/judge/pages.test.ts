import { describe, expect, test } from 'vitest';
import { completeDraft } from './complete-draft.ts';
import { body, issuer, now, type Tree } from './testing/draft.ts';

describe('a document that takes more than one printed page', () => {
  const long = (count: number, more: Tree = {}) => {
    const one = body('31', { more });
    const [item] = one.DetallesItems.Item;
    const Item = Array.from({ length: count }, (_, index) => ({ ...item, NumeroLinea: index + 1 }));
    return { ...one, DetallesItems: { Item } };
  };

  test('75 lines get their pages, which add up, and no faults', () => {
    const { tree, errores, split } = completeDraft(long(75), issuer, now, [], 'rechaza');
    expect(errores).toEqual([]);
    const pages = tree.Paginacion!.Pagina;
    expect(pages.length).toBeGreaterThan(2);
    expect(tree.Encabezado.IdDoc.TotalPaginas).toBe(String(pages.length));
    expect([pages[0]?.NoLineaDesde, pages.at(-1)?.NoLineaHasta]).toEqual(['1', '75']);
    const cents = (text: string) => Number(text.replace('.', ''));
    const total = pages.reduce((sum, { MontoSubtotalPagina }) => sum + cents(MontoSubtotalPagina!), 0);
    expect(total).toBe(cents(tree.Encabezado.Totales.MontoTotal));
    expect(split?.middle).toContain('<Paginacion>');
  });

  test('a document of one page has none', () => {
    expect(completeDraft(long(5), issuer, now, []).tree.Paginacion).toBeUndefined();
  });

  test('pages of which only the lines are stated are completed as they are stated', () => {
    const Pagina = [
      { NoLineaDesde: 1, NoLineaHasta: 2 },
      { NoLineaDesde: 3, NoLineaHasta: 3 },
    ];
    const { tree, errores } = completeDraft(long(3, { Paginacion: { Pagina } }), issuer, now, [], 'rechaza');
    expect(errores).toEqual([]);
    expect(tree.Paginacion!.Pagina.map(({ MontoSubtotalPagina }) => MontoSubtotalPagina)).toEqual([
      '2360.00',
      '1180.00',
    ]);
    expect(tree.Encabezado.IdDoc.TotalPaginas).toBe('2');
  });
});

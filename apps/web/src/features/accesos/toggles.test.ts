import { menuItems } from '@timbre/contract/tables';
import { describe, expect, it } from 'vitest';
import type { Acceso } from './api.ts';
import { allTo, asTheyAre, copyOf, countEnabled, differences, lockOf, sectionsOf, withToggles } from './toggles.ts';

/** The items of a company whose access was never set. */
const initial: Acceso[] = menuItems.map(({ id, nombre, ruta, icono, seccion, soloRoot }) => ({
  menuId: id,
  nombre,
  ruta,
  icono,
  seccion,
  soloRoot,
  habilitado: !soloRoot,
}));
const possible = initial.filter(({ soloRoot }) => !soloRoot);
const lockedIds = initial.filter(lockOf).map(({ menuId }) => menuId);

describe('the accesses of a company', () => {
  it('accesses are copied from another company, but for those that nobody can change', () => {
    const theirs = initial.map((acceso) => ({ ...acceso, habilitado: acceso.menuId === 'facturas' }));
    const copied = copyOf(initial, theirs);
    expect(copied.auditoria).toBe(false);
    expect(copied).not.toHaveProperty('facturas');
    for (const locked of lockedIds) expect(copied).not.toHaveProperty(locked);
  });

  it("the administrator's items and those that nobody can lose are locked, each with its reason", () => {
    const ofAdministrator = ['aprobaciones', 'registro', 'clientes', 'accesos', 'contribuyentes', 'tasas'];
    expect(lockedIds).toEqual(['inicio', 'contador', ...ofAdministrator]);
    expect(initial.filter(lockOf).every((acceso) => lockOf(acceso) !== '')).toBe(true);
  });

  it('all accesses are listed by section in the order of the menu', { tags: ['S2.11-1'] }, () => {
    const sections = sectionsOf(initial);
    expect(sections.map(({ seccion }) => seccion)).toEqual([
      'Principal',
      'Facturas',
      'Reportes',
      'Seguridad',
      'Administración',
    ]);
    expect(sections.flatMap(({ accesos }) => accesos)).toHaveLength(initial.length);
  });

  it("accesses are counted without the administrator's", { tags: ['S2.11-1'] }, () => {
    const total = possible.length;
    expect(countEnabled(initial)).toEqual({ enabled: total, total, percent: 100 });
    const without = withToggles(initial, { facturas: false });
    expect(countEnabled(without)).toEqual({
      enabled: total - 1,
      total,
      percent: Math.round(((total - 1) * 100) / total),
    });
    expect(countEnabled([])).toEqual({ enabled: 0, total: 0, percent: 0 });
  });

  it('all accesses but the locked ones are enabled or disabled, and only where it changes something', () => {
    const none = allTo(initial, false);
    expect(Object.keys(none)).toEqual(possible.map(({ menuId }) => menuId).filter((id) => !lockedIds.includes(id)));
    expect(allTo(initial, true)).toEqual({});
    expect(allTo(withToggles(initial, { importacion: false }), true)).toEqual({ importacion: true });
  });

  it('changed accesses can be reset to what was loaded', { tags: ['S2.11-2'] }, () => {
    const now = withToggles(initial, { importacion: false, facturas: false });
    const back = differences(now, initial);
    expect(back).toEqual({ facturas: true, importacion: true });
    expect(withToggles(now, back)).toEqual(initial);
    expect(differences(initial, initial)).toEqual({});
  });

  it('accesses are saved whole without the locked ones', () => {
    expect(Object.keys(asTheyAre(initial)).some((id) => lockedIds.includes(id))).toBe(false);
    expect(Object.keys(asTheyAre(initial))).toHaveLength(initial.length - lockedIds.length);
  });
});

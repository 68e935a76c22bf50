import { menuItems } from '@timbre/contract/tables';
import { describe, expect, it } from 'vitest';
import { builtInMenu, deniedItem, shownMenu } from './menu-rules.ts';

const someone = { rol: 'facturador', rncEmisor: '199000005', accesos: {} } as const;
const root = { rol: 'root', rncEmisor: '', accesos: {} } as const;

describe('an address', () => {
  it('an address of a screen that the company may not use is denied, and so is all that is under it', {
    tags: ['S6-3'],
  }, () => {
    const taken = { ...someone, accesos: { facturas: false } };
    expect(deniedItem('/facturas', taken)?.id).toBe('facturas');
    expect(deniedItem('/Facturas/detalle', taken)?.id).toBe('facturas');
    expect(deniedItem('/facturas', someone)).toBeUndefined();
  });

  it("an address of the platform's administrator is denied to everybody else", { tags: ['S6-1'] }, () => {
    for (const { ruta, soloRoot } of menuItems) {
      if (soloRoot) expect(deniedItem(ruta, { ...someone, rol: 'administrador' })?.ruta).toBe(ruta);
      expect(deniedItem(ruta, root)).toBeUndefined();
    }
  });

  it('an address that a role has no use for is denied to that role', () => {
    expect(deniedItem('/auditoria', someone)?.id).toBe('auditoria');
    expect(deniedItem('/auditoria', { ...someone, rol: 'administrador' })).toBeUndefined();
  });

  it('an address is allowed without a menu or a known role; the server decides', () => {
    expect(deniedItem('/facturas', { ...someone, accesos: undefined })).toBeUndefined();
    expect(deniedItem('/auditoria', { ...someone, rol: undefined })).toBeUndefined();
  });

  it('an address of a company is denied to those who have none, but Inicio never is', () => {
    const stray = { ...someone, rncEmisor: '' };
    expect(deniedItem('/facturas', stray)?.id).toBe('facturas');
    expect(deniedItem('/home', { ...stray, accesos: { inicio: false } })).toBeUndefined();
  });

  it('an address of no item is not denied', () => {
    expect(deniedItem('/otra', someone)).toBeUndefined();
  });
});

describe('the menu', () => {
  const item = { id: 'facturas', nombre: 'Facturas Emitidas', icono: 'inbox', ruta: '/facturas', seccion: 'Facturas' };
  const served = { ...item, soloRoot: false, habilitado: false, motivo: 'No está habilitada para su empresa' };
  const secciones = ['Principal', 'Facturas'];

  it('the menu is that of the server, by section', () => {
    const { sections, empty } = shownMenu({ success: true, secciones, menuItems: [served] }, 'consulta');
    expect(sections).toEqual([{ nombre: 'Facturas', items: [served] }]);
    expect(empty).toBe(false);
  });

  it('the menu without an answer of the server is built in: what the role may open', { tags: ['S4-6'] }, () => {
    const ids = (rol: Parameters<typeof shownMenu>[1]) => shownMenu(undefined, rol).items.map(({ id }) => id);
    expect(ids('administrador')).toContain('auditoria');
    expect(ids('consulta')).not.toContain('auditoria');
    expect(ids('consulta')).not.toContain('clientes');
    expect(ids('root')).toContain('clientes');
    expect(ids(undefined)).not.toContain('clientes');
  });

  it('the menu is Inicio and Configuración when nothing was set', { tags: ['S4-6'] }, () => {
    const { items, empty } = shownMenu({ success: true, secciones, menuItems: [] }, 'administrador');
    expect(empty).toBe(true);
    expect(items.map(({ id }) => id)).toEqual(['inicio', 'configuracion']);
  });

  it('the list of companies is for those who have several, or belong to a despacho', () => {
    const ids = (several: boolean) => shownMenu(undefined, 'contador', several).items.map(({ id }) => id);
    expect(ids(false)).not.toContain('contador');
    expect(ids(true)).toContain('contador');
  });

  it("the menu has the platform's items for its administrator only", { tags: ['S6-1'] }, () => {
    const all = builtInMenu('root');
    const answer = { success: true, secciones: [], menuItems: all };
    expect(shownMenu(answer, 'administrador').items.some(({ soloRoot }) => soloRoot)).toBe(false);
    expect(shownMenu(answer, 'root').items).toHaveLength(all.length);
  });
});

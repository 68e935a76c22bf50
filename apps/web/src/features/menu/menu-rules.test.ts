import { menuItems } from '@timbre/contract/tables';
import { describe, expect, it } from 'vitest';
import { builtInMenu, deniedItem, shownMenu } from './menu-rules.ts';

const someone = { rol: 'facturador', rncEmisor: '199000005', accesos: {} } as const;
const root = { rol: 'root', rncEmisor: '', accesos: {} } as const;

describe('an address', () => {
  it('of a screen that was taken from the company is denied, and so is all that is under it', () => {
    const taken = { ...someone, accesos: { facturas: false } };
    expect(deniedItem('/facturas', taken)?.id).toBe('facturas');
    expect(deniedItem('/Facturas/detalle', taken)?.id).toBe('facturas');
    expect(deniedItem('/facturas', someone)).toBeUndefined();
  });

  it("of the platform's administrator is denied to everybody else", () => {
    for (const { ruta, soloRoot } of menuItems) {
      if (soloRoot) expect(deniedItem(ruta, { ...someone, rol: 'administrador' })?.ruta).toBe(ruta);
      expect(deniedItem(ruta, root)).toBeUndefined();
    }
  });

  it('that a role has no use for is denied to that role', () => {
    expect(deniedItem('/auditoria', someone)?.id).toBe('auditoria');
    expect(deniedItem('/auditoria', { ...someone, rol: 'administrador' })).toBeUndefined();
  });

  it('is allowed when the menu did not come, or nobody knows the role; the server decides', () => {
    expect(deniedItem('/facturas', { ...someone, accesos: undefined })).toBeUndefined();
    expect(deniedItem('/auditoria', { ...someone, rol: undefined })).toBeUndefined();
  });

  it('of a company is denied to whoever has none, but Inicio never is', () => {
    const stray = { ...someone, rncEmisor: '' };
    expect(deniedItem('/facturas', stray)?.id).toBe('facturas');
    expect(deniedItem('/home', { ...stray, accesos: { inicio: false } })).toBeUndefined();
  });

  it('of no item is not denied: there is nothing there', () => {
    expect(deniedItem('/otra', someone)).toBeUndefined();
  });
});

describe('the menu', () => {
  const item = { id: 'facturas', nombre: 'Facturas Emitidas', icono: 'inbox', ruta: '/facturas', seccion: 'Facturas' };
  const given = { ...item, soloRoot: false, habilitado: false, motivo: 'No está habilitada para su empresa' };
  const secciones = ['Principal', 'Facturas'];

  it('is what the server says, by section', () => {
    const { sections, empty } = shownMenu({ success: true, secciones, menuItems: [given] }, 'consulta');
    expect(sections).toEqual([{ nombre: 'Facturas', items: [given] }]);
    expect(empty).toBe(false);
  });

  it('is built in when the server does not answer: what the role may open', () => {
    const ids = (rol: Parameters<typeof shownMenu>[1]) => shownMenu(undefined, rol).items.map(({ id }) => id);
    expect(ids('administrador')).toContain('auditoria');
    expect(ids('consulta')).not.toContain('auditoria');
    expect(ids('consulta')).not.toContain('clientes');
    expect(ids('root')).toContain('clientes');
    expect(ids(undefined)).not.toContain('clientes');
  });

  it('is Inicio and Configuración when nothing was set', () => {
    const { items, empty } = shownMenu({ success: true, secciones, menuItems: [] }, 'administrador');
    expect(empty).toBe(true);
    expect(items.map(({ id }) => id)).toEqual(['inicio', 'configuracion']);
  });

  it("keeps the platform's items from everybody else", () => {
    const all = builtInMenu('root');
    const answer = { success: true, secciones: [], menuItems: all };
    expect(shownMenu(answer, 'administrador').items.some(({ soloRoot }) => soloRoot)).toBe(false);
    expect(shownMenu(answer, 'root').items).toHaveLength(all.length);
  });
});

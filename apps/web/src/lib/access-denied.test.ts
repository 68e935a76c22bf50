import { menuItemOf } from '@timbre/contract/tables';
import { expect, test } from 'vitest';
import { textOfDenial } from './access-denied.ts';

test.each([
  ['/aprobaciones-ambientes', 'Aprobaciones de Ambientes'],
  ['/registro', 'Registrar Empresa'],
  ['/admin/clientes', 'Administrar Clientes'],
  ['/admin/accesos', 'Configuración de Accesos'],
  ['/reportes-fiscales', 'Reportes Fiscales'],
  ['/auditoria', 'Auditoría'],
])('the denial of %s has the name of its item', { tags: ['S2.1-3', 'S2.3-2'] }, (route, name) => {
  expect(textOfDenial({ route, menuId: menuItemOf(route)?.id })).toBe(
    `No tienes permisos para acceder a ${name}. Contacta a tu administrador para habilitar este acceso.`,
  );
});

test('the denial of an address without item has the address', { tags: ['S2.3-2'] }, () => {
  expect(textOfDenial({ route: '/no-se-conoce' })).toBe(
    'No tienes permisos para acceder a /no-se-conoce. Contacta a tu administrador para habilitar este acceso.',
  );
});

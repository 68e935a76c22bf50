import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test.each([
  ['/facturas', '/api/facturas', 'Error al obtener las facturas. Por favor intente nuevamente.'],
  ['/excel', '/api/importaciones', 'No se pudieron leer las importaciones.'],
  ['/home', /\/api\/comprobantes\/[^/]+\/user-configuracion$/, 'Error al obtener el perfil del usuario.'],
  ['/usuarios', '/api/sesiones', 'No se pudieron leer las sesiones'],
  ['/configuracion?tab=mapeo&mapeo=itbis', '/api/configuracion/crearimpuestos', 'No se pudieron cargar los impuestos'],
  ['/configuracion?tab=fechas', '/api/configuracion/obtenerfechasvencimiento', 'No se pudieron cargar las fechas'],
  ['/configuracion?tab=rangos', '/api/secuencias', 'No se pudieron cargar las secuencias'],
  ['/dgii', '/api/dgii/estado', 'No se pudo consultar'],
  ['/cuentas-mapping', /^\/api\/catalogo-cuentas\//, 'Error cargando catálogo de cuentas'],
])(
  '%s says what could not be read, and reads it when it is told to',
  { tags: ['S8-8', 'SR8-15'] },
  async (path, call, title) => {
    const { page, context } = await visitor(browser, server);
    const broken = ({ pathname }: URL) => (typeof call === 'string' ? pathname === call : call.test(pathname));
    await context.route(broken, (route) => route.fulfill({ status: 500, body: 'roto' }));
    await page.goto(server.address + path);
    const banner = page.getByRole('alert').filter({ hasText: title });
    await banner.waitFor();
    await context.unroute(broken);
    await banner.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await banner.waitFor({ state: 'detached' });
    await context.close();
  },
);

test('an address that leads nowhere is a page with its own title and a way out', async () => {
  const { page, context } = await visitor(browser, server);
  await page.goto(`${server.address}/no-existe`);
  await page.getByRole('heading', { level: 1, name: 'Esta página no existe' }).waitFor();
  expect(await page.title()).toBe('Esta página no existe · Timbre');
  await page.getByRole('link', { name: 'Ir al inicio' }).click();
  await page.waitForURL('**/home');
  await context.close();
});

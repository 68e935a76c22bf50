import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relayTo } from '../../apps/server/src/main/testing/wire.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { anonymous } from './contexts.ts';
import { type Account, button, callAs, dialog, says, seriousFaults, slow, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;
/** Account of the platform's administrator. */
let root: Account;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo', env: rootEnv })]);
  root = { address: server.address, ...rootCredentials };
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a screen as a user; by default Inicio as a user of the demonstration company. */
const visit = (who: Account = server, path = '/home', options: BrowserContextOptions = {}) =>
  visitor(browser, who, { path, ...options });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });
const phone = { viewport: { width: 390, height: 780 } };
const denial = (what: string) =>
  `No tienes permisos para acceder a ${what}. Contacta a tu administrador para habilitar este acceso.`;

describe('who is sent where', () => {
  test('without a session every screen leads to the login, which leads back to it; with one the login leads to Inicio', {
    tags: ['S2.1-1', 'SR2-1', 'SR5-13', 'SR5-39'],
  }, async () => {
    const { page, context, trouble } = await anonymous(browser);
    for (const path of ['/', '/home', '/admin/clientes', '/configuracion?tab=fechas']) {
      await page.goto(`${server.address}${path}`);
      await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor();
      await page.waitForURL('**/login*');
    }
    await page.getByLabel('RNC').fill(server.login);
    await page.getByLabel('Contraseña', { exact: true }).fill(server.password);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await page.waitForURL('**/configuracion?tab=fechas');
    await page.getByRole('tab', { name: 'Asignar Fechas', selected: true }).waitFor();
    for (const path of ['/', '/login?volver=//ejemplo.invalid']) {
      await page.goto(`${server.address}${path}`);
      await page.waitForURL('**/home');
      expect(new URL(page.url()).origin).toBe(server.address);
    }
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('an address that leads nowhere leads back; a denied one leads to Inicio, where a dialog and an alert tell why', {
    tags: ['S2.1-2', 'S2.1-3', 'S2.3-1', 'S2.3-2'],
  }, async () => {
    const { page, context, trouble } = await visit(server, '/no-hay-tal-cosa');
    await says(page, 'Esta página no existe');
    await page.getByRole('link', { name: 'Ir al inicio' }).click();
    await page.waitForURL('**/home');

    await page.goto(`${server.address}/aprobaciones-ambientes`);
    const shown = dialog(page, 'Acceso Denegado');
    await shown.getByText(denial('Aprobaciones de Ambientes')).waitFor();
    await page.waitForURL((url) => url.pathname === '/home' && url.search === '');

    // By an event of the page, on another screen.
    await page.keyboard.press('Escape');
    await menu(page).getByRole('link', { name: 'Usuarios' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gestión de Usuarios' }).waitFor();
    await page.evaluate(() =>
      window.dispatchEvent(new CustomEvent('accessDenied', { detail: { route: '/reportes-fiscales' } })),
    );
    await shown.getByText(denial('/reportes-fiscales')).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await shown.getByRole('button', { name: 'Volver al Inicio' }).click();
    await page.waitForURL('**/home');
    const alert = page.getByRole('alert').filter({ hasText: denial('/reportes-fiscales') });
    await alert.waitFor();
    await alert.getByRole('button', { name: 'Entendido' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('the header', () => {
  test('the header has 70 px under 768 px with menu, logo, company, RNC, TEST, user and clock; Online when wide', {
    tags: ['S2.2-1', 'S2.2-3', 'S9-1'],
  }, async () => {
    const { page, context, trouble } = await visit();
    const header = page.getByRole('banner');
    const clock = header.locator('time').filter({ visible: true });
    await header.getByText('Online', { exact: true }).waitFor();
    expect(await clock.textContent()).toMatch(/^\d{2}\/\d{2}\/\d{4}, \d{1,2}:\d{2}:\d{2}\s[ap]\.\sm\.$/);
    const menuButton = header.getByRole('button', { name: 'Abrir el menú' });
    await page.setViewportSize({ width: 767, height: 780 });
    await menuButton.waitFor();
    await page.setViewportSize({ width: 768, height: 780 });
    await menuButton.waitFor({ state: 'hidden' });

    await page.setViewportSize(phone.viewport);
    await menuButton.waitFor();
    await expect.poll(async () => (await header.boundingBox())?.height).toBe(70);
    await header.getByRole('button', { name: 'Cambiar el logo' }).waitFor();
    await header.getByText('Colmado La Esquina Demo SRL').waitFor();
    await header.getByText('199-00000-5').waitFor();
    await header.getByText('TEST', { exact: true }).waitFor();
    await header.getByRole('status').waitFor();
    const first = await clock.textContent();
    expect(first).toMatch(/^\d{1,2}:\d{2}:\d{2}\s[ap]\.\sm\.$/);
    await expect.poll(() => clock.textContent()).not.toBe(first);
    const main = await page.getByRole('main').evaluate((element) => {
      const { paddingTop, minHeight } = getComputedStyle(element);
      return { under: Number.parseFloat(paddingTop) >= 70, fills: Number.parseFloat(minHeight) >= innerHeight - 70 };
    });
    expect(main).toEqual({ under: true, fills: true });
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('Online shows whether the server answers: not while it is down, and again when it is back', {
    ...slow,
    tags: ['S2.2-3'],
  }, async ({ onTestFinished }) => {
    const wire = await relayTo(server.address);
    onTestFinished(() => wire.close());
    const { page, context } = await visit({ ...server, address: wire.address });
    const status = page.getByRole('banner').getByRole('status');
    await status.getByText('Online', { exact: true }).waitFor();
    await wire.become('refuse');
    await status.getByText('Sin conexión con el servidor').waitFor();
    await page.getByRole('main').getByText('Sin conexión', { exact: true }).waitFor();
    await wire.become('pass');
    await status.getByText('Online', { exact: true }).waitFor();
    await page.getByRole('main').getByText('Sistema Activo', { exact: true }).waitFor();
    await context.close();
  });

  test('the header stays in sight when the page is scrolled and fits 360 px with the longest names', async () => {
    const { page, context } = await visit(server, '/configuracion', { viewport: { width: 1440, height: 500 } });
    await page.getByRole('heading', { level: 1, name: 'Configuración' }).waitFor();
    await button(page, 'Generar API Key').scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60);
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);

    await page.setViewportSize({ width: 360, height: 740 });
    await context.route('**/api/sesion', async (route) => {
      const response = await route.fetch();
      const names = {
        nombreUsuario: 'facturacion.electronica.principal.de.la.sucursal',
        razonSocial: 'Distribuidora Internacional de Productos Alimenticios y Ferreteros del Caribe SRL',
      };
      await route.fulfill({ response, json: { ...(await response.json()), ...names } });
    });
    await page.goto(`${server.address}/home`);
    await page.getByRole('heading', { level: 1, name: /sucursal/ }).waitFor();
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll('header > *, main h1, main h1 ~ *')]
        .filter((one) => one.getClientRects().length > 0)
        .filter(
          (one) =>
            one.getBoundingClientRect().right > 360 || (one.localName === 'h1' && one.scrollWidth > one.clientWidth),
        )
        .map((one) => one.textContent),
    );
    expect(beyond).toEqual([]);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  test('the header drops a logo that was replaced elsewhere, even when the new one cannot be loaded', async () => {
    const { page, context } = await visit();
    const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('main').getByRole('button', { name: 'Cambiar el logo' }).click();
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(bytes, 'base64') });
    const logos = page.getByRole('img', { name: /^Logo de / });
    await expect.poll(() => logos.count()).toBeGreaterThan(1);
    await context.route('**/api/logos/**', (route) => route.fulfill({ status: 500, body: '' }));
    await context.route('**/user-configuracion', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), logoUrl: '/api/logos/otro' } });
    });
    const asked = page.waitForResponse('**/api/logos/otro');
    await page.reload();
    await asked;
    await expect.poll(() => logos.count()).toBe(0);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
});

describe('the side menu', () => {
  test('the side menu has its sections and items in order; the open one is in sight in a low window', {
    tags: ['S1-1', 'S2.2-5'],
  }, async () => {
    const { page, context, trouble } = await visit(root);
    await menu(page).getByRole('link', { name: 'Inicio' }).waitFor();
    const sections = menu(page).locator('h2');
    expect(await sections.allTextContents()).toEqual([
      'Principal',
      'Facturas',
      'Reportes',
      'Seguridad',
      'Administración',
    ]);
    const items = menu(page).getByRole('link');
    const shown = await items.evaluateAll((all) =>
      all.map((item) => `${item.textContent} ${item.getAttribute('href') ?? '(gris)'}`),
    );
    for (const item of [
      'Inicio /home',
      'Configuración /configuracion',
      'Certificación ECF /certificacion',
      'Facturas Emitidas /facturas',
      'Facturas Recibidas /facturasrecibidas',
      'Reportes Fiscales /reportes-fiscales',
      'Mapeo de Cuentas /cuentas-mapping',
      'Procesar Reportes /procesar-reportes',
      'Firmado Digital /firmado-digital',
      'Aprobaciones de Ambientes /aprobaciones-ambientes',
      'Registrar Empresa /registro',
      'Administrar Clientes /admin/clientes',
      'Configuración de Accesos /admin/accesos',
    ])
      expect(shown).toContain(item);

    await page.setViewportSize({ width: 1440, height: 600 });
    await page.goto(`${server.address}/admin/accesos`);
    await page.getByRole('heading', { level: 1, name: 'Configuración de Accesos' }).waitFor();
    const bottomOf = async (role: 'link' | 'button', name: string) => {
      const box = await menu(page).getByRole(role, { name }).boundingBox();
      return box!.y + box!.height;
    };
    const end = await menu(page).getByRole('button', { name: 'Cerrar sesión' }).boundingBox();
    expect(await bottomOf('link', 'Configuración de Accesos')).toBeLessThanOrEqual(end!.y);
    expect(await bottomOf('button', 'Cerrar sesión')).toBeLessThanOrEqual(600);
    // The window becomes lower, as when a phone's keyboard opens or a tablet is rotated.
    await page.setViewportSize({ width: 1440, height: 500 });
    await expect.poll(() => bottomOf('link', 'Configuración de Accesos')).toBeLessThanOrEqual(end!.y - 100);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('on a phone the side menu opens over the page and closes by an item, Escape or the overlay', {
    tags: ['S2.2-6'],
  }, async () => {
    const { page, context, trouble } = await visit(server, '/home', phone);
    const opener = button(page, 'Abrir el menú');
    const closed = () => expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    await opener.click();
    await menu(page).getByText('Colmado La Esquina Demo SRL').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await menu(page).getByRole('link', { name: 'Usuarios' }).click();
    await page.waitForURL('**/usuarios');
    await closed();
    await menu(page).waitFor({ state: 'hidden' });
    await opener.click();
    await menu(page).waitFor();
    await page.keyboard.press('Escape');
    await closed();
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await menu(page).waitFor();
    await page.mouse.click(380, 400);
    await closed();
    await opener.click();
    await menu(page).getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/login');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('no screen waits for the side menu; a denied screen is left; empty or failed, the menu has the minimum', {
    tags: ['S2.2-7'],
  }, async () => {
    const { page, context } = await visit();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/api/menu-items', async (route) => {
      await held;
      const response = await route.fetch();
      const answer = await response.json();
      const menuItems = answer.menuItems.map((item: { id: string }) =>
        item.id === 'auditoria' ? { ...item, habilitado: false } : item,
      );
      await route.fulfill({ response, json: { ...answer, menuItems } });
    });
    let given = false;
    page.on('requestfailed', (request) => {
      given ||= request.url().endsWith('/api/menu-items');
    });
    await page.goto(`${server.address}/auditoria`, { waitUntil: 'commit' });
    given = false;
    await menu(page).getByText('Cargando menú...').waitFor();
    await page.getByRole('banner').getByText('Online', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    expect(given).toBe(false);
    release();
    await dialog(page, 'Acceso Denegado').getByText(denial('Auditoría')).waitFor();
    await page.waitForURL('**/home');

    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.route('**/api/menu-items', (route) =>
      route.fulfill({ json: { success: true, secciones: [], menuItems: [] } }),
    );
    await page.reload();
    await menu(page).getByText('Sin accesos configurados').waitFor();
    expect(await menu(page).getByRole('link').allTextContents()).toEqual(['Inicio', 'Configuración']);
    await context.unroute('**/api/menu-items');
    await context.route('**/api/menu-items', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await menu(page).getByRole('link', { name: 'Facturas Emitidas' }).waitFor();
    expect(await menu(page).getByRole('link', { name: 'Administrar Clientes' }).count()).toBe(0);
    await context.close();
  });

  test('the side menu changes live when the administrator changes the company’s access', {
    ...slow,
    tags: ['S2.2-5'],
  }, async () => {
    const company = await visit();
    await company.page.goto(`${server.address}/auditoria`);
    await company.page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    const { page, context, trouble } = await visit(root);
    await page.goto(`${server.address}/admin/accesos?rnc=${server.login}`);
    await page.getByRole('switch', { name: 'Auditoría' }).click();
    const item = menu(company.page).getByRole('link', { name: 'Auditoría' });
    await expect.poll(() => item.getAttribute('title')).toBe('Auditoría: No está habilitada para su empresa');
    expect((await callAs(company.page, 'GET', '/api/auditoria')).status).toBe(403);
    await company.page.goto(`${server.address}/auditoria`);
    await dialog(company.page, 'Acceso Denegado').getByText(denial('Auditoría')).waitFor();
    const record = JSON.parse((await company.page.evaluate(() => localStorage.getItem('accesoDenegado'))) ?? '{}');
    expect(record).toMatchObject({ route: '/auditoria', menuId: 'auditoria', timestamp: expect.any(String) });
    await button(company.page, 'Volver al Inicio').click();
    await page.getByRole('switch', { name: 'Auditoría' }).click();
    await expect.poll(() => item.getAttribute('aria-disabled')).toBeNull();
    await item.click();
    await company.page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    expect(trouble).toEqual([]);
    await company.context.close();
    await context.close();
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/sources.mjs';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials } from '../door.ts';
import { button, dialog, processWorkbook, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });
const go = (page: Page, nombre: string) => menu(page).getByRole('link', { name: nombre }).click();
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens Inicio without preloading, so that the code of the other screens is not loaded. */
async function visit() {
  const { page, context } = await visitor(browser, server);
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }),
  );
  await page.goto(`${server.address}/home`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, context };
}

/** Counts the loads of the page. */
function countLoads(page: Page) {
  const loads = { count: 0 };
  page.on('domcontentloaded', () => {
    loads.count += 1;
  });
  return loads;
}

const usuariosCode = /\/assets\/usuarios-screen-[^/]*\.js$/;
/** Simulates a newer version: the server no longer has the chunks of the old one. */
const takeAway = (context: BrowserContext) =>
  context.route(usuariosCode, (route) => route.fulfill({ status: 404, body: '' }));

test('the code of every screen is fetched once nothing else is to be done: they open without a connection', async () => {
  const { page, context } = await visitor(browser, server);
  const files = readdirSync(join(root, 'dist/web/assets')).filter((name) => /-screen-[^/]*\.js$/.test(name));
  const screens = files.filter((name) => !name.startsWith('showcase'));
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)));
  expect(screens.length).toBeGreaterThan(8);
  await expect.poll(fetched).toEqual(expect.arrayContaining(screens));
  await context.setOffline(true);
  await go(page, 'Usuarios');
  await title(page, 'Gestión de Usuarios').waitFor();
  // A context whose page is closed is not reused, so that the next test does not find the code in its cache.
  await page.close();
  await context.close();
});

test('without a connection a screen whose code did not come says so inside the shell, and opens when it is back', async () => {
  const { page, context } = await visit();
  const loads = countLoads(page);
  await context.setOffline(true);
  await go(page, 'Usuarios');
  await title(page, 'Sin conexión con el servidor').waitFor();
  await menu(page).getByRole('link', { name: 'Inicio' }).waitFor();
  await button(page, 'Intentar de nuevo').click();
  await title(page, 'Sin conexión con el servidor').waitFor();
  await context.setOffline(false);
  await title(page, 'Gestión de Usuarios').waitFor();
  expect(loads.count).toBe(0);
  await context.close();
});

test('after a newer version was installed the page starts over once and has the screen', async () => {
  const { page, context } = await visit();
  let isOld = true;
  await context.route(usuariosCode, (route) => (isOld ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  // The new page references the file, and the browser requests it before it has parsed the page.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  const loads = countLoads(page);
  await go(page, 'Usuarios');
  await title(page, 'Gestión de Usuarios').waitFor();
  expect(loads.count).toBe(1);
  await context.close();
});

test('a version that lacks the code of a screen does not start over for ever: it says so, and the rest works', async () => {
  const { page, context } = await visit();
  await takeAway(context);
  const loads = countLoads(page);
  await go(page, 'Usuarios');
  await title(page, 'Recargue la página').waitFor();
  expect(loads.count).toBe(1);
  await go(page, 'Auditoría');
  await title(page, 'Auditoría').waitFor();
  expect(loads.count).toBe(1);
  await context.close();
});

test('what was typed and not saved is not lost by it: it asks', async () => {
  const { page, context } = await visit();
  await go(page, 'Configuración');
  await page.getByRole('tab', { name: 'Asignar Fechas' }).click();
  await page.getByLabel('Serie').selectOption('E');
  await takeAway(context);
  await page.evaluate(() => performance.clearResourceTimings());
  const loads = countLoads(page);
  await menu(page).getByRole('link', { name: 'Usuarios' }).hover();
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      ),
    )
    .toMatch(/\/usuarios-screen/);
  await go(page, 'Usuarios');
  await dialog(page, 'Hay cambios sin guardar').waitFor();
  await button(page, 'Seguir editando').click();
  expect(await page.getByLabel('Serie').inputValue()).toBe('E');
  expect(loads.count).toBe(0);
  await context.close();
});

test('a screen that fails does so inside the shell, in Spanish, and is drawn anew when it is told to', async () => {
  const { page, context } = await visit();
  await context.route('**/api/usuarios/listar', (route) => route.fulfill({ json: [null] }));
  await go(page, 'Usuarios');
  await title(page, 'Esta pantalla falló').waitFor();
  await menu(page).getByRole('link', { name: 'Inicio' }).waitFor();
  await context.unroute('**/api/usuarios/listar');
  await button(page, 'Intentar de nuevo').click();
  await title(page, 'Gestión de Usuarios').waitFor();
  await context.close();
});

describe('what was typed and not saved', () => {
  async function visitAt(path: string, who: BuiltServer = server) {
    const { page, context, trouble } = await visitor(browser, who);
    await page.goto(server.address + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, context, trouble };
  }

  const question = (page: Page) => page.getByRole('dialog', { name: 'Hay cambios sin guardar' });

  test('the XML of a document: not lost by Escape, by the cross or by Cancelar; left on purpose', async () => {
    const { page, context, trouble } = await visitAt('/excel');
    const answer = await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('apiKey')}` };
      const sample = await (await fetch('/api/importaciones-muestra', { headers })).arrayBuffer();
      return [...new Uint8Array(sample)];
    });
    await processWorkbook(page, server.address, { name: 'muestra.xlsx', buffer: Buffer.from(answer) });
    await button(page, 'Editar XML').click();
    const editor = page.getByRole('dialog', { name: /^Editar XML de / });
    await editor.getByRole('textbox').click();
    await page.keyboard.type('<!-- una nota -->');
    expect(await editor.getByLabel('Comprobante').isDisabled()).toBe(true);
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => editor.getByRole('button', { name: 'Cerrar' }).click(),
      () => editor.getByRole('button', { name: 'Cancelar' }).click(),
    ]) {
      await leave();
      await question(page).waitFor();
      await button(page, 'Seguir editando').click();
      await question(page).waitFor({ state: 'detached' });
      await editor.getByText('una nota').waitFor();
    }
    await editor.getByRole('button', { name: 'Cancelar' }).click();
    await button(page, 'Salir sin guardar').click();
    await editor.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('by the platform’s administrator: nothing changed closes at once; something changed asks, in a dialog and on a page', async () => {
    const { page, context, trouble } = await visitAt('/admin/clientes', { ...server, ...rootCredentials });
    const edit = page.getByRole('button', { name: /^Editar / }).first();
    const form = page.getByRole('dialog', { name: /^Editar / });
    await edit.click();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await edit.evaluate((element) => element === document.activeElement)).toBe(true);
    await edit.click();
    await form.getByLabel('ID externo').fill('SUC-01');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    await button(page, 'Salir sin guardar').click();
    await form.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);

    await menu(page).getByRole('link', { name: 'Registrar Empresa' }).click();
    await page.getByLabel('Razón social').fill('Comercial de Ejemplo SRL');
    await menu(page).getByRole('link', { name: 'Inicio' }).click();
    await question(page).waitFor();
    await button(page, 'Seguir editando').click();
    expect(await page.getByLabel('Razón social').inputValue()).toBe('Comercial de Ejemplo SRL');
    await context.close();
  });

  test('on a page: going elsewhere or to another tab asks, once for two forms; staying keeps it, leaving goes', async () => {
    const { page, context, trouble } = await visitAt('/configuracion?tab=fechas');
    const tab = (name: string) => page.getByRole('tab', { name }).click();
    const serie = page.getByLabel('Serie');
    await serie.selectOption('E');
    await tab('General');
    await question(page).waitFor();
    await button(page, 'Seguir editando').click();
    expect(await serie.inputValue()).toBe('E');
    await button(page, 'Guardar Fecha').click();
    await page.getByText('Fecha de vencimiento guardada correctamente').waitFor();
    await tab('General');
    await page.waitForURL('**/configuracion?tab=general');

    await menu(page).getByRole('link', { name: 'Usuarios' }).click();
    await page.getByLabel('Nombre de usuario').fill('ana');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await question(page).waitFor();
    await button(page, 'Seguir editando').click();
    expect(await page.getByLabel('Nombre de usuario').inputValue()).toBe('ana');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await button(page, 'Salir sin guardar').click();
    await page.waitForURL('**/auditoria');

    await menu(page).getByRole('link', { name: 'Usuarios' }).click();
    await page.getByLabel('Nombre de usuario').fill('ana');
    await page.getByLabel('Contraseña actual').fill('la de siempre');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await button(page, 'Salir sin guardar').click();
    await page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    await page.goBack();
    await page.getByLabel('Contraseña actual').fill('la de siempre');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await question(page).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });
});

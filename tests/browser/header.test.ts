import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { button, sampleWorkbook, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('the header stays in sight when the page is scrolled', async () => {
  const { page, context } = await visitor(browser, server, { viewport: { width: 1440, height: 500 } });
  await page.goto(`${server.address}/configuracion`);
  await page.getByRole('heading', { level: 1, name: 'Configuración' }).waitFor();
  await button(page, 'Generar API Key').scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60);
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
  await context.close();
});

test('at 360 px the header and the greeting fit, however long the names are', async () => {
  const { page, context } = await visitor(browser, server, { viewport: { width: 360, height: 740 } });
  await context.route('**/api/sesion', async (route) => {
    const response = await route.fetch();
    const names = {
      nombreUsuario: 'facturacion.electronica.principal.de.la.sucursal',
      razonSocial: 'Distribuidora Internacional de Productos Alimenticios y Ferreteros del Caribe SRL',
    };
    await route.fulfill({ response, json: { ...(await response.json()), ...names } });
  });
  await page.reload();
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

test('a logo that was replaced elsewhere is not shown any more, even where the new one does not come', async () => {
  const { page, context } = await visitor(browser, server);
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

test('the focus stays on a control of the screen after Procesar, Firmar and Enviar', async () => {
  const { page, context } = await visitor(browser, server);
  const file = await sampleWorkbook(page, server.address);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  /** Presses Enter on a button when it is enabled, until its call has been made. */
  const pressed = async (name: RegExp, call: string) => {
    let asked = false;
    page.once('request', function heard(request) {
      if (request.url().endsWith(call)) asked = true;
      else page.once('request', heard);
    });
    await expect
      .poll(async () => {
        if ((await button(page, name).getAttribute('aria-disabled')) === 'false')
          await button(page, name).press('Enter');
        return asked;
      })
      .toBe(true);
  };
  await page.goto(`${server.address}/excel`);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ ...file, mimeType });
  await button(page, 'Procesar Excel').press('Enter');
  await page.getByRole('table', { name: 'e-CF' }).waitFor();
  await expect.poll(focused).toMatch(/^Firmar Todos/);
  await pressed(/^Firmar Todos/, '/firmar');
  await expect.poll(() => button(page, /^Enviar Todos · 15/).getAttribute('aria-disabled')).toBe('false');
  expect(await focused()).toMatch(/^Firmar Todos/);
  await pressed(/^Enviar Todos/, '/enviar');
  await page.getByText(/^La DGII respondió los /).waitFor();
  expect(await focused()).toMatch(/^Enviar Todos/);
  await context.close();
}, 300_000);

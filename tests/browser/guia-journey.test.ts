import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unpack } from '../../apps/server/src/main/testing/unpack.ts';
import { terms } from '../../apps/web/src/features/ayuda/terms.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { anonymous } from './contexts.ts';
import { button, dialog, says, seriousFaults, visitor } from './journeys.ts';

// The guide, without a session and with one; the marks that lead to it; the support bundle.

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo', env: rootEnv })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const widths = { 1440: { width: 1440, height: 900 }, 360: { width: 360, height: 740 } };
const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar en la guía' });
const results = (page: Page) => page.getByRole('option');
const title = (page: Page, name: string, level: 1 | 2 = 1) => page.getByRole('heading', { level, name, exact: true });
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const fits = async (page: Page) =>
  expect({ overflow: await overflow(page), faults: await seriousFaults(page) }).toEqual({ overflow: 0, faults: [] });

describe.each([1440, 360] as const)('the guide without a session, at %i px', (width) => {
  const open = async (path: string) => {
    const visit = await anonymous(browser, { viewport: widths[width] });
    await visit.page.goto(server.address + path);
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    return visit;
  };

  test('a visitor searches by keyboard and opens the task, and Back returns to the results', async () => {
    const { page, context, trouble } = await open('/guia');
    await page.getByRole('link', { name: 'Cómo emitir la primera factura' }).waitFor();
    await fits(page);
    await page.keyboard.press('/');
    await page.keyboard.type('FACTURA RECHAZADAS corregír');
    await results(page).first().getByText('Cómo corregir una factura rechazada').waitFor();
    expect(await results(page).first().locator('mark').allTextContents()).toContain('factura');
    await fits(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await results(page).first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guia/facturas#corregir-rechazo');
    const task = title(page, 'Cómo corregir una factura rechazada', 2);
    await expect.poll(() => task.evaluate((heading) => heading === document.activeElement)).toBe(true);
    await page.getByText('Corregir y reenviar', { exact: true }).waitFor();
    await fits(page);
    await page.goBack();
    await results(page).first().getByText('Cómo corregir una factura rechazada').waitFor();
    expect(await search(page).inputValue()).toBe('FACTURA RECHAZADAS corregír');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a search without results says what to try, and leads to the codes', async () => {
    const { page, context } = await open('/guia?buscar=zapato');
    await page.getByText('La guía no tiene «zapato»').waitFor();
    await fits(page);
    await button(page, 'Ver toda la guía').click();
    await page.getByRole('link', { name: 'Cómo emitir la primera factura' }).waitFor();
    await search(page).fill('614');
    await page.getByRole('link', { name: 'Buscarlo en la Enciclopedia de códigos' }).click();
    await page.waitForURL('**/enciclopedia?buscar=*');
    await context.close();
  });

  test('a chapter has its picture, and its terms lead to their rule', async () => {
    const { page, context, trouble } = await open('/guia/nueva-factura');
    const picture = page.getByRole('img', { name: /^Nueva Factura/ });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
    await page.getByRole('link', { name: 'tipo de ingresos' }).click();
    await page.waitForURL('**/guia/terminos#tipo-de-ingresos');
    await page.getByText(terms['tipo de ingresos'].rule).waitFor();
    await fits(page);
    await page.goto(`${server.address}/guia/otro`);
    await title(page, 'La guía no tiene ese capítulo').waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe.each([1440, 360] as const)('the guide with a session, at %i px', (width) => {
  const open = (path: string) => visitor(browser, server, { path, viewport: widths[width] });
  const mark = (page: Page) => page.getByRole('link', { name: 'Guía de esta pantalla' });

  test('the mark beside the title of a screen leads to its part of the guide; a tab has its own', async () => {
    const { page, context, trouble } = await open('/facturasrecibidas');
    await mark(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guia/recibidas');
    await title(page, 'Facturas recibidas').waitFor();
    await page.getByRole('article').getByText('Cargar XML', { exact: true }).waitFor();
    await fits(page);
    await page.goto(`${server.address}/configuracion?tab=rangos`);
    await page.getByRole('region', { name: 'Secuencias', exact: true }).waitFor();
    await mark(page).click();
    await page.waitForURL('**/guia/secuencias');
    await title(page, 'Cómo agregar un rango de números', 2).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('the guide opens from the menu of the person, and its tasks from the palette', async () => {
    const { page, context } = await open('/home');
    await button(page, /^Usuario /).click();
    await page.getByRole('menuitem', { name: 'Guía', exact: true }).click();
    await title(page, 'Guía').waitFor();
    await page.keyboard.press('Control+k');
    await dialog(page, 'Paleta de comandos').getByRole('combobox').fill('dar acceso contador');
    await dialog(page, 'Paleta de comandos')
      .getByRole('option', { name: /Cómo dar acceso a su contador/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guia/usuarios#agregar-contador');
    await title(page, 'Cómo dar acceso a su contador', 2).waitFor();
    await context.close();
  });
});

test('a chapter whose text could not be loaded says so, and loads it when there is a connection', {
  tags: ['screen/ayuda'],
}, async () => {
  const { page, context } = await anonymous(browser);
  await page.goto(`${server.address}/guia`);
  await title(page, 'Guía').waitFor();
  const file = /\/assets\/correo-[^/]+\.js$/;
  await context.route(file, (route) => route.abort());
  await context.setOffline(true);
  await page.getByRole('link', { name: 'El correo', exact: true }).click();
  await says(page, 'Sin conexión con el servidor');
  await context.setOffline(false);
  await context.unroute(file);
  await title(page, 'Cómo enviar una factura por correo otra vez', 2).waitFor();
  await context.close();
});

test('the administrator of the platform downloads the support bundle', async () => {
  const { page, context, trouble } = await visitor(browser, { address: server.address, ...rootCredentials });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Descargar paquete de soporte').click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^timbre-soporte-[\d-]+\.zip$/);
  const files = unpack(readFileSync(await file.path()));
  expect(files.get('leame.txt')).toContain('Paquete de soporte de Timbre');
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

import { createQuickBooksSimulator, type QuickBooksSimulator } from '@timbre/quickbooks-simulator';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { breakOnce, button, callAs, dialog, says, seriousFaults, slow, visitor } from './journeys.ts';

// With the built-in QuickBooks simulator, and one test with a simulator that fails on demand.

let browser: Browser;
let server: BuiltServer;
let simulator: QuickBooksSimulator;

beforeAll(async () => {
  simulator = createQuickBooksSimulator();
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await simulator.close();
});

const path = '/reportes-fiscales';
const status = (page: Page) => page.getByRole('region', { name: 'QuickBooks' });
const stored = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('qb_'))
      .sort(),
  );

/** Presses Conectar, and returns the consent window. */
async function openConsent(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, 'Conectar').click()]);
  await popup.getByText('SIMULADO').waitFor();
  return popup;
}

test('QuickBooks is connected through its window, seen, reviewed by hand, and disconnected', {
  ...slow,
  tags: ['screen/quickbooks', 'SR2-8', 'SR2-9', 'SR3-7', 'SR4-4'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server, { path });
  await says(page, 'Desconectado');
  const popup = await openConsent(page);
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 700]);
  expect(await popup.getByText('Colmado La Esquina Demo SRL').count()).toBe(1);
  // The window closes by itself after three seconds: it is kept open until it was looked at.
  await popup.addInitScript(() => {
    window.close = () => document.documentElement.setAttribute('data-closed', '');
  });
  await popup.getByRole('link', { name: 'Conectar' }).click();
  await says(popup, 'QuickBooks conectado exitosamente');
  await says(popup, 'Company ID 9130350000000017');
  expect(await seriousFaults(popup)).toEqual([]);
  expect(new URL(popup.url()).search).toBe('');
  await says(page, 'QuickBooks conectado exitosamente');
  await says(page, 'Conectado');
  await says(page, 'ID 91303500…');
  await popup.locator('html[data-closed]').waitFor();
  await popup.close();
  expect(await stored(page)).toEqual([
    ['qb_access_token', 'guardado-en-el-servidor'],
    ['qb_company_id', '9130350000000017'],
    ['qb_refresh_token', 'guardado-en-el-servidor'],
  ]);

  await status(page).getByRole('button', { name: 'Manual' }).click();
  await button(page, 'Revisar').click();
  await says(page, /^Revisado /);
  expect(await seriousFaults(page)).toEqual([]);

  await button(page, 'Desconectar').click();
  await dialog(page, 'Desconectar QuickBooks').getByRole('button', { name: 'Desconectar' }).click();
  await says(page, 'QuickBooks desconectado');
  await says(page, 'Desconectado');
  expect((await stored(page)).map(([key]) => key)).toEqual(['qb_auto_check']);
  expect(trouble).toEqual([]);
  await context.close();
});

test('a consent that is denied is told, and tried again or left; a blocked window is this one', {
  ...slow,
  tags: ['SR2-9', 'SR4-4'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server, { path });
  const popup = await openConsent(page);
  await popup.getByRole('link', { name: 'No autorizar' }).click();
  await says(popup, 'El usuario no autorizó la conexión');
  expect([new URL(popup.url()).search, await stored(popup)]).toEqual(['', []]);
  await button(popup, 'Reintentar Conexión').click();
  await popup.getByRole('link', { name: 'No autorizar' }).click();
  await button(popup, 'Volver al Inicio').click();
  await popup.waitForURL('**/home');
  await popup.close();

  await page.evaluate(() => {
    window.open = () => null;
  });
  await button(page, 'Conectar').click();
  await page.getByRole('link', { name: 'Conectar' }).click();
  await button(page, 'Ir a Reportes Fiscales').click();
  await status(page).getByText('Conectado', { exact: true }).waitFor();
  // Disconnects, because the tests on this server start without a connection.
  expect((await callAs(page, 'DELETE', '/api/quickbooks/conexion')).status).toBe(200);
  expect(trouble).toEqual([]);
  await context.close();
});

test.each([
  ['', 'Código de autorización no recibido de QuickBooks'],
  ['?code=c', 'Estado OAuth no recibido de QuickBooks'],
  ['?code=c&state=s', 'Company ID no recibido de QuickBooks'],
  ['?code=c&state=s&realmId=1', 'Estado de OAuth inválido - posible ataque CSRF'],
  ['?error=server_error', 'server_error'],
  ['?error=', 'Error desconocido en la autenticación'],
])('an address that comes back with «%s» is refused: %s', { ...slow, tags: ['SR8-11'] }, async (search, words) => {
  const { page, context } = await visitor(browser, server, { path: `/callback/quickbooks${search}` });
  await says(page, words);
  expect(new URL(page.url()).search).toBe('');
  await context.close();
});

test('the server’s responses at the end of a consent have the texts of the specification', {
  ...slow,
  tags: ['SR8-11'],
}, async () => {
  const { page, context } = await visitor(browser, server, { path });
  const back = async (words: string | RegExp, begunAgoMs = 0) => {
    await page.evaluate((at) => {
      localStorage.setItem('qb_oauth_state', 's');
      localStorage.setItem('qb_oauth_timestamp', String(at));
    }, Date.now() - begunAgoMs);
    await page.goto(`${server.address}/callback/quickbooks?code=c&state=s&realmId=1`);
    await says(page, words);
  };
  await back('Sesión OAuth expirada, reinicie el proceso', 10 * 60_000 + 1);
  const call = '**/api/quickbooks/oauth/token';
  await page.route(call, (route) => route.fulfill({ json: {} }), { times: 1 });
  await back('Respuesta vacía del servidor');
  await breakOnce(context, '/api/quickbooks/oauth/token', 'POST');
  await back(/Error del servidor: 500 - Respuesta inesperada del servidor \(500\)/);
  await page.route(call, (route) => route.abort(), { times: 1 });
  await back('No se pudo conectar con el servidor de autenticación');

  await page.goto(server.address + path);
  await breakOnce(context, '/api/quickbooks/oauth/iniciar', 'POST');
  await button(page, 'Conectar').click();
  await says(page, /Error al conectar con QuickBooks\. /);
  const popup = await openConsent(page);
  await popup.getByRole('link', { name: 'Conectar' }).click();
  await status(page).getByText('Conectado', { exact: true }).waitFor();
  await breakOnce(context, '/api/quickbooks/conexion', 'DELETE');
  await button(page, 'Desconectar').click();
  await dialog(page, 'Desconectar QuickBooks').getByRole('button', { name: 'Desconectar' }).click();
  await says(page, /Error al desconectar de QuickBooks\. /);
  await context.close();
});

test('faults of the provider are shown in their place; a refusal is a visible disconnection', {
  ...slow,
  tags: ['SR4-5'],
}, async () => {
  const own = await startBuiltServer({ env: { QUICKBOOKS_BASE_URL: await simulator.listen() } });
  const { page, context } = await visitor(browser, own, { path });
  simulator.control.fault({ kind: 'reset', of: 'token' });
  const popup = await openConsent(page);
  await popup.getByRole('link', { name: 'Conectar' }).click();
  await says(popup, /No se pudo conectar con el servidor de autenticación/);
  await button(popup, 'Reintentar Conexión').click();
  await popup.getByRole('link', { name: 'Conectar' }).click();
  await says(popup, 'QuickBooks conectado exitosamente');
  await says(page, 'QuickBooks conectado exitosamente');
  // Any call that reads QuickBooks, such as that of a report, discovers that QuickBooks no longer permits access.
  simulator.control.fault({ kind: 'forbidden', of: 'api' });
  expect((await callAs(page, 'GET', '/api/quickbooks/companyinfo')).status).toBe(409);
  await says(page, 'QuickBooks desconectado');
  await says(page, /QuickBooks no acepta la conexión/);
  await context.close();
  await own.stop();
});

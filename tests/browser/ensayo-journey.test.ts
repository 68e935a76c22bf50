import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { anonymous, type Visitor } from './contexts.ts';
import {
  button,
  callAs,
  processWorkbook,
  sampleWorkbook,
  says,
  seriousFaults,
  signAndSendAll,
  slow,
} from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Logs in a user for the first time in this browser, so that development mode has its default. */
async function newcomer(width: number, height: number): Promise<Visitor> {
  const visit = await anonymous(browser, { viewport: { width, height } });
  const { page } = visit;
  await page.goto(`${server.address}/login`);
  await page.getByLabel('RNC').fill(server.login);
  await page.locator('input[type=password]').fill(server.password);
  await button(page, 'Iniciar Sesión').click();
  await page.waitForURL('**/home');
  return visit;
}

const mode = (page: Page) => page.getByRole('switch', { name: 'Modo desarrollo' });
const asked = async (page: Page, path: string) => JSON.parse((await callAs(page, 'GET', path)).text);
const states = async (page: Page): Promise<Set<string>> => {
  const { cuentas } = await asked(page, `/api/importaciones/${new URL(page.url()).searchParams.get('id')}`);
  return new Set(cuentas.map(({ estado }: { estado: string }) => estado));
};
describe.each([
  [1440, 900],
  [360, 780],
])('development mode, at %i px', (width, height) => {
  test('development mode is on in Test: a workbook is rehearsed with ENSAYO; switched off, the same workbook is sent', {
    ...slow,
    tags: ['S4-7', 'S5-11', 'S9-9'],
  }, async () => {
    const { page, context, trouble } = await newcomer(width, height);
    await callAs(page, 'POST', '/api/autoridad/cerrar', {});
    await processWorkbook(page, server.address, await sampleWorkbook(page, server.address));
    expect(await mode(page).isChecked()).toBe(true);
    await says(page, /Lo que firme y envíe va a la DGII integrada/);
    expect(await button(page, /^Enviar Todos/).isDisabled()).toBe(true);

    await button(page, /^Firmar Todos · \d+/).click();
    await button(page, /^Enviar Todos · \d+/).click();
    await says(page, /^Ensayo · La DGII respondió los /);
    const rows = page.getByRole('region', { name: 'Comprobantes' });
    expect(await rows.getByText('ENSAYO', { exact: true }).count()).toBeGreaterThan(1);
    await rows.getByText('Aceptado', { exact: true }).filter({ visible: true }).first().waitFor();
    expect(await states(page)).toEqual(new Set(['pendiente']));
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    await button(page, 'Ensayar de nuevo').click();
    await button(page, /^Firmar Todos · \d+/).waitFor();
    await mode(page).click();
    await page.reload();
    await rows.waitFor();
    expect(await mode(page).isChecked()).toBe(false);
    expect(await page.getByText('ENSAYO').count()).toBe(0);
    // For real a session with the authority is needed, with the simulator too.
    await expect.poll(() => button(page, /^Enviar Todos/).getAttribute('title')).toBe('Debe autenticarse primero');
    await button(page, 'Autenticar').click();
    await button(page, /^Autenticado · /).waitFor();
    await signAndSendAll(page);
    expect(await states(page)).toEqual(new Set(['aceptado']));
    expect(trouble).toEqual([]);
    await context.close();
  });
});

test('development mode is off in Producción until it is switched on, and remembered for each environment', {
  ...slow,
  tags: ['S9-9'],
}, async () => {
  const { page, context, trouble } = await newcomer(1440, 900);
  // The response is changed so that the page treats the company as in production. Nothing is sent.
  let ambiente = 'Produccion';
  await context.route('**/api/sesion', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), Ambiente: ambiente } });
  });
  await page.goto(`${server.address}/excel`);
  await expect.poll(() => mode(page).isChecked()).toBe(false);
  await mode(page).click();
  await says(page, /Lo que firme y envíe va a la DGII integrada/);
  await page.reload();
  await expect.poll(() => mode(page).isChecked()).toBe(true);
  ambiente = 'Certificacion';
  await page.reload();
  await expect.poll(() => mode(page).isChecked()).toBe(true);
  await mode(page).click();
  ambiente = 'Produccion';
  await page.reload();
  await says(page, /Lo que firme y envíe va a la DGII integrada/);
  expect(trouble).toEqual([]);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

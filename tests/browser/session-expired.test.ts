import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { button, callAs, says, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo' })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const expired = 'La sesión ha expirado. Por favor autentíquese nuevamente.';

async function enter(page: Page) {
  const over = page.getByRole('dialog', { name: 'Iniciar sesión' });
  await over.getByLabel('RNC').fill(server.login);
  await over.getByLabel('Contraseña', { exact: true }).fill(server.password);
  await over.getByRole('button', { name: 'Iniciar Sesión' }).click();
}

/** Opens a screen and enters text without saving. The tests then end the session. */
async function typed(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.address}/usuarios`);
  await page.getByLabel('Nombre de usuario').fill('ana');
  return page;
}

test('a session that ended is entered again over the screen: what was typed is there, and the screen goes on', async () => {
  const { page, context } = await visitor(browser, server);
  const form = await typed(context);
  await page.close();
  await callAs(form, 'POST', '/api/auth/logout', { todas: false });
  await says(form, expired);
  expect(await form.evaluate(() => localStorage.getItem('apiKey'))).toBeNull();
  for (let i = 0; i < 3; i++) await form.keyboard.press('Escape');
  await enter(form);
  await form.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await form.getByLabel('Nombre de usuario').inputValue()).toBe('ana');
  expect(await form.title()).toBe('Gestión de Usuarios · Timbre');
  expect((await callAs(form, 'GET', '/api/sesion')).status).toBe(200);
  await form.getByLabel('Correo').fill('ana@ejemplo.invalid');
  await context.close();
});

test('entered again in one tab, the other goes on by itself with what was typed', async () => {
  const { page, context } = await visitor(browser, server);
  const form = await typed(context);
  await callAs(page, 'POST', '/api/auth/logout', { todas: false });
  await says(form, expired);
  await says(page, expired);
  await enter(page);
  await form.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await form.getByLabel('Nombre de usuario').inputValue()).toBe('ana');
  await form.getByRole('banner').getByText('Online', { exact: true }).waitFor();
  await context.close();
});

test('a secret that is seen once is left by its button, not by Escape, a click outside or a cross', async () => {
  const { page, context } = await visitor(browser, server);
  await page.goto(`${server.address}/configuracion`);
  await button(page, 'Generar API Key').click();
  const password = page.getByRole('dialog', { name: 'Confirme que es usted' });
  const secret = page.getByRole('dialog').filter({ hasText: 'No se volverá a mostrar.' });
  await secret.or(password).first().waitFor();
  if (await password.isVisible()) {
    await password.getByLabel('Contraseña').fill(server.password);
    await password.getByRole('button', { name: 'Confirmar' }).click();
  }
  await secret.waitFor();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await secret.getByText(/^tmb_/).waitFor();
  expect(await secret.getByRole('button', { name: 'Cerrar' }).count()).toBe(0);
  await button(page, 'Ya la guardé').click();
  await secret.waitFor({ state: 'detached' });
  await context.close();
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeRoot, testPassword } from '../../apps/server/src/main/testing/people.ts';
import { withServer } from '../../apps/server/src/main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import { button, dialog, logIn, refusals, says, seriousFaults, visitor } from './journeys.ts';

// The server is in this process, with a clock that the tests advance, because the password confirmation of the login
// expires.

const server = withServer();
const old = () => server.clock.advance(5 * 60_000 + 1_000);
let browser: Browser;
let address: string;
let company: Stranger;

beforeAll(async () => {
  [browser, address] = await Promise.all([
    launchBrowser(),
    server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' }),
  ]);
  await makeRoot(server);
});
beforeEach(async () => {
  company = await stranger(server, { ...bare, certificado: true });
});
afterAll(() => browser.close());

/** Opens a screen as the administrator of the company, or as the named user. */
const visit = (path: string, { login = company.rnc, width = 1440 } = {}) =>
  visitor(browser, { address, login, password: testPassword }, { path, viewport: { width, height: 800 } });

const question = (page: Page) => dialog(page, 'Confirme que es usted');
const gone = (page: Page) => question(page).waitFor({ state: 'detached' });

async function answer(page: Page, password: string): Promise<void> {
  await question(page).getByLabel('Su contraseña').fill(password);
  await question(page).getByRole('button', { name: 'Confirmar' }).click();
}

const users = () =>
  server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('membresia').select('nombre_usuario').execute());

describe('what wants the person’s password', () => {
  test('an old confirmation asks for the password: left, nothing happens; wrong, it is refused; right, the action is done', {
    tags: ['S6-7'],
  }, async () => {
    const { page, context, trouble } = await visit('/usuarios');
    const form = page.getByRole('region', { name: 'Crear usuario' });
    const submit = form.getByRole('button', { name: 'Crear usuario' });
    await form.getByLabel('Nombre de usuario').fill('Berta');
    await form.getByLabel('Correo').fill('berta@ejemplo.example');
    await form.getByLabel('Contraseña', { exact: true }).fill('cuatro caballos trotan');
    await form.getByLabel('Confirmar contraseña').fill('cuatro caballos trotan');
    old();

    await submit.click();
    const typed = question(page).getByLabel('Su contraseña');
    await typed.waitFor();
    expect(await typed.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await typed.getAttribute('autocomplete')).toBe('current-password');
    expect(await question(page).locator('[autocomplete=username]').inputValue()).toBe(company.correo);
    expect(await seriousFaults(page)).toEqual([]);
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await gone(page);
    await expect.poll(() => submit.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await submit.isEnabled()).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await form.getByLabel('Correo').inputValue()).toBe('berta@ejemplo.example');
    expect(await users()).toHaveLength(1);

    await submit.click();
    await answer(page, 'no es esta');
    await question(page).getByText('La contraseña no es correcta').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await answer(page, testPassword);
    await dialog(page, 'Usuario creado').getByText('Usuario creado exitosamente').waitFor();
    expect(await question(page).count()).toBe(0);
    await button(page, 'OK').click();
    await page.getByRole('table', { name: 'Usuarios' }).getByText('Berta', { exact: true }).waitFor();
    expect(await users()).toHaveLength(2);

    // The password was confirmed recently, so it is not requested again.
    await button(page, 'Eliminar a Berta').click();
    await button(page, 'Eliminar usuario').click();
    await dialog(page, 'Usuario eliminado').waitFor();
    expect(trouble).toEqual(refusals(403, 403, 403));
    await context.close();
  });

  test('the question over a dialog fits a phone, leaves the dialog as it was, and returns the focus', async () => {
    const { page, context } = await visit('/configuracion', { width: 360 });
    await page.getByLabel('Ambiente', { exact: true }).selectOption('Produccion');
    const generate = dialog(page, 'Advertencia').getByRole('button', { name: 'Generar Secret Key' });
    await generate.waitFor();
    old();
    await generate.click();
    await question(page).waitFor();
    const box = (await question(page).boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= 360]).toEqual([true, true]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await question(page).evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await gone(page);
    await expect.poll(() => generate.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await generate.click();
    await answer(page, testPassword);
    await dialog(page, 'Secret Key generada').getByLabel('Secret Key').getByText(/^sec_/).waitFor();
    await context.close();
  });

  test('a change that was shown early is undone without a message when the question is left', async () => {
    const { page, context, trouble } = await visit(`/admin/accesos?rnc=${company.rnc}`, { login: 'root' });
    const toggle = page.getByRole('switch', { name: 'Auditoría' });
    await toggle.waitFor();
    old();
    await toggle.click();
    await question(page).waitFor();
    expect(await toggle.isChecked()).toBe(false);
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await gone(page);
    await expect.poll(() => toggle.isChecked()).toBe(true);
    expect(await page.getByText('Error al guardar la configuración').count()).toBe(0);
    await toggle.click();
    await answer(page, testPassword);
    await says(page, 'Configuración guardada');
    expect(await toggle.isChecked()).toBe(false);
    expect(trouble).toEqual(refusals(403, 403));
    await context.close();
  });

  test('a company that is being registered stays in the form when the question is left', async () => {
    const { page, context } = await visit('/registro', { login: 'root' });
    const submit = button(page, 'Registrarse');
    await page.getByLabel('Correo').fill('taller@ejemplo.example');
    await page.getByLabel('Contraseña', { exact: true }).fill('cuatro caballos trotan');
    await page.getByLabel('Confirmar contraseña').fill('cuatro caballos trotan');
    await page.getByLabel('RNC', { exact: true }).fill('101-00003-1');
    await page.getByLabel('Razón social').fill('Taller La Tuerca SRL');
    old();
    await submit.click();
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await gone(page);
    await expect.poll(() => submit.isEnabled()).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByLabel('Razón social').inputValue()).toBe('Taller La Tuerca SRL');
    await submit.click();
    await answer(page, testPassword);
    await dialog(page, 'Empresa registrada').waitFor();
    await context.close();
  });

  test('a session that ends meanwhile leads to the login, and leaves no question behind', async () => {
    const { page, context } = await visit('/configuracion');
    await button(page, 'Generar API Key').waitFor();
    old();
    await button(page, 'Generar API Key').click();
    await button(page, 'Generar').click();
    await question(page).waitFor();
    server.clock.advance(3 * 60 * 60_000);
    // The answer, or an automatic request of the screen, discovers that the session has ended.
    const ended = says(page, 'La sesión ha expirado. Por favor autentíquese nuevamente.');
    await Promise.any([ended, answer(page, testPassword)]);
    await ended;
    await question(page).waitFor({ state: 'detached' });
    await logIn(page, { address, login: company.rnc, password: testPassword });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });
});

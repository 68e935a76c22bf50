import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, makeRoot, testPassword } from '../../apps/server/src/main/testing/people.ts';
import { withServer } from '../../apps/server/src/main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { codeFor, setUpTotp } from '../../apps/server/src/main/testing/totp.ts';
import { sesion } from '../../packages/contract/src/index.ts';
import { launchBrowser } from '../browser.ts';
import { anonymous } from './contexts.ts';
import { button, dialog, refusals, says, seriousFaults, slow, visitor } from './journeys.ts';

// The server is in this process, with a clock that the tests advance, because each code is valid once and for a limited
// time.

const server = withServer();
let browser: Browser;
let address: string;
let company: Stranger;

beforeAll(async () => {
  [browser, address] = await Promise.all([
    launchBrowser(),
    server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' }),
  ]);
});
beforeEach(async () => {
  company = await stranger(server, { ...bare, certificado: true });
});
afterAll(() => browser.close());

const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, acceptDownloads: true };
const nextStep = () => server.clock.advance(30_000);
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));
const panel = (page: Page) => page.getByRole('region', { name: 'Verificación en dos pasos' });

const atUsers = (options: BrowserContextOptions = {}, login = company.rnc) =>
  visitor(browser, { address, login, password: testPassword }, { ...options, path: '/usuarios' });

/** Logs in up to the prompt for the code, with the keyboard only. */
async function toCode(page: Page): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('RNC').waitFor();
  await page.keyboard.type(company.rnc);
  await page.keyboard.press('Tab');
  await page.keyboard.type(testPassword);
  await page.keyboard.press('Enter');
  await page.getByLabel('Código de 6 dígitos').waitFor();
}

test(
  'at 360 px and by keyboard the second factor is set up with the typed key, its recovery codes are kept, one enters, and it is removed; a wrong code is told where it is typed',
  slow,
  async () => {
    const { page, context, trouble } = await atUsers(phone);
    await panel(page).getByRole('button', { name: 'Activar' }).focus();
    await page.keyboard.press('Enter');
    const setup = dialog(page, 'Activar la verificación en dos pasos');
    await setup.getByRole('img', { name: /Código QR/ }).waitFor();
    expect(await focused(page)).toBe('codigo');
    expect(await fits(page)).toBe(true);
    expect(await setup.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    const key = (await setup.getByLabel('Clave para la aplicación').textContent())!;
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    await setup.getByLabel('Código de 6 dígitos').fill('000 000');
    await setup.getByRole('button', { name: 'Activar' }).click();
    await setup.getByText('El código no es correcto').waitFor();
    expect(await setup.getByLabel('Código de 6 dígitos').inputValue()).toBe('');
    await setup.getByLabel('Código de 6 dígitos').focus();
    await page.keyboard.type(codeFor(server, key.replaceAll(' ', '')));
    await page.keyboard.press('Enter');
    const recovery = dialog(page, 'Guarde sus códigos de recuperación');
    await recovery.waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ya los guardé');
    const codes = await recovery.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    expect(await fits(page)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      recovery.getByRole('button', { name: 'Descargar' }).click(),
    ]);
    for (const code of codes) expect(readFileSync(await file.path(), 'utf8')).toContain(code);
    await recovery.getByRole('button', { name: 'Ya los guardé' }).press('Enter');
    await recovery.waitFor({ state: 'detached' });
    await panel(page).getByText('Activa', { exact: true }).waitFor();
    await panel(page).getByText('Le quedan 10 códigos de recuperación.').waitFor();
    expect(trouble).toEqual(refusals(403));
    await context.close();

    const other = await anonymous(browser, phone);
    await toCode(other.page);
    expect(await focused(other.page)).toBe('codigo');
    expect(await other.page.getByLabel('Código de 6 dígitos').getAttribute('autocomplete')).toBe('one-time-code');
    expect(await fits(other.page)).toBe(true);
    expect(await seriousFaults(other.page)).toEqual([]);
    await other.page.keyboard.type('000000');
    await says(other.page, 'El código no es correcto');
    expect(await other.page.getByLabel('Código de 6 dígitos').inputValue()).toBe('');
    await other.page.getByLabel('Código de 6 dígitos').focus();
    await other.page.keyboard.press('Tab');
    await other.page.keyboard.press('Tab');
    await other.page.keyboard.press('Enter');
    await other.page.getByLabel('Código de recuperación').waitFor();
    expect(await focused(other.page)).toBe('codigo');
    await other.page.keyboard.type(codes[3]!);
    await other.page.keyboard.press('Enter');
    await other.page.waitForURL('**/home');
    expect(other.trouble).toEqual(refusals(403, 403));
    await other.page.goto(`${address}/usuarios`);
    await panel(other.page).getByText('Le quedan 9 códigos de recuperación.').waitFor();
    await panel(other.page).getByRole('button', { name: 'Desactivar' }).focus();
    await other.page.keyboard.press('Enter');
    await dialog(other.page, 'Desactivar la verificación en dos pasos').waitFor();
    expect(await other.page.evaluate(() => document.activeElement?.textContent)).toBe('Cancelar');
    await other.page.keyboard.press('Tab');
    await other.page.keyboard.press('Enter');
    await panel(other.page).getByRole('button', { name: 'Activar' }).waitFor();
    await other.context.close();
  },
);

test(
  'a person with a second factor enters by its code alone, and confirms with it their identity, a new password and that a colleague lost the telephone',
  slow,
  async () => {
    const key = await makePerson(server, company, 'facturador');
    const { body: colleague } = await server.call(sesion.sesionActual, {}, key);
    await setUpTotp(server, key);
    const { secreto } = await setUpTotp(server, company.sesion);
    nextStep();
    const { page, context, trouble } = await anonymous(browser, phone);
    await page.setViewportSize({ width: 1440, height: 900 });
    await toCode(page);
    await page.keyboard.type(codeFor(server, secreto));
    await page.waitForURL('**/home');
    await page.goto(`${address}/usuarios`);
    await panel(page).getByRole('button', { name: 'Códigos nuevos' }).waitFor();
    server.clock.advance(6 * 60_000);
    await panel(page).getByRole('button', { name: 'Códigos nuevos' }).click();
    const question = dialog(page, 'Confirme que es usted');
    await question.getByLabel('Su contraseña').fill(testPassword);
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await question.getByLabel('Código de 6 dígitos').waitFor();
    expect(await focused(page)).toBe('codigo');
    expect(await seriousFaults(page)).toEqual([]);
    await question.getByLabel('Código de 6 dígitos').fill('000000');
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await question.getByText('El código no es correcto').waitFor();
    await question.getByLabel('Código de 6 dígitos').fill(codeFor(server, secreto));
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await dialog(page, 'Guarde sus códigos de recuperación').getByRole('button', { name: 'Ya los guardé' }).click();

    trouble.length = 0;
    const { nombreUsuario } = colleague;
    const row = page.getByRole('table', { name: 'Usuarios' }).getByRole('row').filter({ hasText: nombreUsuario });
    await row.getByRole('img', { name: 'Con verificación en dos pasos' }).waitFor();
    await button(page, `Restablecer la verificación en dos pasos de ${nombreUsuario}`).click();
    await button(page, 'Restablecer').click();
    await says(page, `${nombreUsuario} entrará solo con su contraseña`);
    await row.getByRole('img', { name: 'Con verificación en dos pasos' }).waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);

    const mine = page.getByRole('region', { name: 'Mi contraseña' });
    await mine.getByLabel('Contraseña actual').fill(testPassword);
    await mine.getByLabel('Contraseña nueva', { exact: true }).fill('siete perros ladran');
    await mine.getByLabel('Confirmar contraseña nueva').fill('siete perros ladran');
    await mine.getByRole('button', { name: 'Cambiar mi contraseña' }).click();
    nextStep();
    await mine.getByLabel('Código de 6 dígitos').fill(codeFor(server, secreto));
    await mine.getByRole('button', { name: 'Cambiar mi contraseña' }).click();
    await says(page, 'Contraseña cambiada. Las demás sesiones se cerraron.');
    await context.close();
  },
);

describe('with the real DGII', () => {
  const real = withServer({ authority: 'dgii' });

  test(
    'the platform’s administrator sets up the second factor before anything else, and then enters',
    slow,
    async () => {
      await makeRoot(real);
      const site = await real.app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
      const { page, context } = await anonymous(browser, phone);
      await page.goto(`${site}/login`);
      await page.getByLabel('RNC').fill('root');
      await page.locator('input[type=password]').fill(testPassword);
      await button(page, 'Iniciar Sesión').click();
      await page.getByRole('heading', { name: 'Active la verificación en dos pasos' }).waitFor();
      expect(await fits(page)).toBe(true);
      expect(await seriousFaults(page)).toEqual([]);
      await button(page, 'Comenzar').click();
      const secreto = (await page.getByLabel('Clave para la aplicación').textContent())!.replaceAll(' ', '');
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByLabel('Código de 6 dígitos').fill(codeFor(real, secreto));
      await button(page, 'Activar').click();
      await page.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }).waitFor();
      await button(page, 'Ya los guardé').click();
      await page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: 'root' })
        .or(page.getByRole('main'))
        .first()
        .waitFor();
      await page.goto(`${site}/admin/aprobaciones`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('heading', { name: 'Active la verificación en dos pasos' }).count()).toBe(0);
      await context.close();
    },
  );
});

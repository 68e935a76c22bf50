import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { anonymous } from './contexts.ts';
import {
  type Account,
  breakOnce,
  button,
  callAs,
  dialog,
  logIn,
  refusals,
  says,
  seriousFaults,
  slow,
  visitor,
} from './journeys.ts';

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

/** Opens Inicio as a user; by default as a user of the demonstration company. */
const visit = (who: Account = server) => visitor(browser, who);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });

describe('the login', () => {
  const fill = async (page: Page, rnc: string, password: string) => {
    await page.getByLabel('RNC').fill(rnc);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  };

  test('needs both fields, tells a failure in a dialog, and keeps a session under the keys of the specification', {
    tags: ['screen/sesion', 'S2.4-1', 'S2.4-3', 'S8-4', 'S3-3', 'S4-1'],
  }, async () => {
    const { page, context, trouble } = await anonymous(browser);
    await page.goto(`${server.address}/login`);
    const rnc = page.getByLabel('RNC');
    const password = page.getByLabel('Contraseña', { exact: true });
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await says(page, 'Escriba el RNC, el correo o el usuario');
    await says(page, 'Escriba la contraseña');
    expect(await rnc.evaluate((input) => input === document.activeElement)).toBe(true);
    await rnc.fill('1');
    await page.getByText('Escriba el RNC, el correo o el usuario').waitFor({ state: 'detached' });
    await button(page, 'Iniciar Sesión').click();
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/login');
    await password.fill('secreto');
    expect(await password.getAttribute('type')).toBe('password');
    await button(page, 'Mostrar contraseña').click();
    expect(await password.getAttribute('type')).toBe('text');
    await button(page, 'Ocultar contraseña').click();
    expect(await password.getAttribute('type')).toBe('password');
    await says(page, /^© \d{4} Timbre\./);
    expect(await seriousFaults(page)).toEqual([]);

    for (const [typed, secret] of [
      [server.login, 'no es esta'],
      ['131246796', server.password],
    ] as const) {
      await fill(page, typed, secret);
      await dialog(page, 'Error').getByText('RNC o contraseña incorrectos', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await dialog(page, 'Error').waitFor({ state: 'detached' });
      await says(page, 'RNC o contraseña incorrectos'); // the message stays in the form
    }
    expect(trouble).toEqual(refusals(401, 401));

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/api/auth/login', async (route) => {
      await held;
      await route.abort();
    });
    await fill(page, server.login, server.password);
    await says(page, 'Iniciando sesión...');
    expect(await page.getByRole('button', { name: 'Iniciar Sesión' }).isDisabled()).toBe(true);
    release();
    await dialog(page, 'Error')
      .getByText(/^No se recibió respuesta del servidor/)
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByText('Iniciando sesión...').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await context.unroute('**/api/auth/login');

    expect(trouble).toEqual([...refusals(401, 401), 'Failed to load resource: net::ERR_FAILED']);

    await fill(page, server.login.replace(/(\d{3})(\d{5})(\d)/, '$1-$2-$3'), server.password);
    await page.waitForURL('**/home');
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({
      apiKey: expect.stringMatching(/^ses_/),
      apiSecret: expect.any(String),
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nombreUsuario: 'demo',
      rncEmisor: '199000005',
      razonSocial: 'Colmado La Esquina Demo SRL',
      ambiente: 'Test',
      token: stored.apiKey,
    });
    expect(await context.cookies()).toEqual([]);
    expect(trouble).toHaveLength(3);
    await context.close();
  });

  test('logging out forgets the session here and on the server, in every tab, and leads to the login', {
    tags: ['S4-1'],
  }, async () => {
    const { page, context, trouble } = await visit();
    const second = await context.newPage();
    // Simulates an event of the stream that reaches the second tab after the log-out, before that tab has processed it.
    await second.addInitScript(() =>
      addEventListener('storage', ({ key, newValue }) => {
        if (key === 'apiKey' && newValue === null) localStorage.setItem('ultimoEvento', '{"id":"1","now":0}');
      }),
    );
    await second.goto(`${server.address}/usuarios`);
    await menu(second).waitFor();
    const key = await page.evaluate(() => localStorage.getItem('apiKey'));
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/auth/logout'),
      menu(page).getByRole('button', { name: 'Cerrar sesión' }).click(),
    ]);
    expect(answer.status()).toBe(204);
    for (const one of [page, second]) {
      await one.getByRole('button', { name: 'Iniciar Sesión' }).waitFor();
      await one.waitForURL((url) => url.pathname + url.search === '/login');
    }
    // The choice of development mode belongs to the browser, not to the session.
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left.filter((name) => !name.startsWith('modoDesarrollo/'))).toEqual([]);
    expect(trouble).toEqual([]);
    const status = await page.evaluate(
      async (authorization) => (await fetch('/api/sesion', { headers: { authorization } })).status,
      `Bearer ${key}`,
    );
    expect(status).toBe(401);
    await context.close();
  });

  test('a session that the server no longer knows says so, and the next login leads back', {
    tags: ['S8-9'],
  }, async () => {
    const { page, context } = await visit();
    await page.evaluate(() => localStorage.setItem('apiKey', 'ses_ya-no-vale'));
    await page.goto(`${server.address}/configuracion?tab=fechas`);
    await says(page, 'La sesión ha expirado. Por favor autentíquese nuevamente.');
    await fill(page, server.login, server.password);
    await page.waitForURL('**/configuracion?tab=fechas');
    await context.close();
  });
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

test('a session that ended is entered again over the screen, in one tab for all: what was typed is there', async () => {
  const { page, context } = await visitor(browser, server);
  const form = await typed(context);
  await callAs(page, 'POST', '/api/auth/logout', { todas: false });
  await says(form, expired);
  await says(page, expired);
  await enter(page);
  await form.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await form.getByLabel('Nombre de usuario').inputValue()).toBe('ana');
  await form.getByRole('banner').getByText('Online', { exact: true }).waitFor();

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

describe('registering a company', () => {
  const fill = async (page: Page, rnc: string, razonSocial: string, password = 'cuatro caballos trotan') => {
    await page.getByLabel('Correo').fill(`dueno@${rnc}.example`);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByLabel('Confirmar contraseña').fill(password);
    await page.getByLabel('RNC', { exact: true }).fill(rnc);
    await page.getByLabel('Razón social').fill(razonSocial);
    await button(page, 'Registrarse').click();
  };

  test('by itself: what is missing is said; it waits, is told so at the login, and enters once approved', {
    ...slow,
    tags: ['screen/registro', 'S2.5-1', 'S8-5'],
  }, async () => {
    const { page, context, trouble } = await anonymous(browser);
    await page.goto(`${server.address}/registro`);
    await says(page, '¿Ya tiene una cuenta?');
    await page.getByRole('link', { name: 'Iniciar Sesión' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Recuperar contraseña' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click();
    await page.getByRole('link', { name: 'Registrarse' }).click();
    await page.getByRole('heading', { level: 1, name: 'Registro de Usuario' }).waitFor();
    expect(await page.getByRole('heading').allTextContents()).toEqual(['Registro de Usuario']);
    await button(page, 'Registrarse').click();
    for (const words of ['Escriba el correo', 'Escriba la contraseña', 'Escriba el RNC', 'Escriba la razón social'])
      await page.getByText(words, { exact: true }).waitFor();
    await page.getByLabel('RNC', { exact: true }).fill('131-24679-7');
    await says(page, 'El dígito verificador no coincide: revise el número');
    await page.getByLabel('RNC', { exact: true }).fill('131-24679-6');
    await page.getByText('El dígito verificador no coincide').waitFor({ state: 'detached' });
    await page.getByLabel('Contraseña', { exact: true }).fill('cuatro caballos trotan');
    await page.getByLabel('Confirmar contraseña').fill('otra cosa');
    await says(page, 'Las contraseñas no coinciden. Por favor, verifique.');
    expect(await seriousFaults(page)).toEqual([]);
    await fill(page, '131246796', 'Ferretería El Clavo SRL', 'corta');
    await dialog(page, 'Error')
      .getByText('Error: La contraseña no es segura. Debe tener al menos 12 caracteres', { exact: true })
      .waitFor();
    await button(page, 'OK').click();
    await breakOnce(context, '/api/auth/register', 'POST');
    await fill(page, '131246796', 'Ferretería El Clavo SRL');
    await dialog(page, 'Error')
      .getByText('Error al registrar el usuario. Por favor, intente nuevamente.', { exact: true })
      .waitFor();
    await button(page, 'OK').click();
    await fill(page, '131246796', 'Ferretería El Clavo SRL');
    await dialog(page, 'Recibimos su solicitud').getByText('puede aprobarla o rechazarla').waitFor();
    await button(page, 'OK').click();
    await page.waitForURL('**/login');
    const enter = async () => {
      await page.getByLabel('RNC').fill('131-24679-6');
      await page.getByLabel('Contraseña', { exact: true }).fill('cuatro caballos trotan');
      await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    };
    await enter();
    await dialog(page, 'Solicitud de registro')
      .getByText(
        'Su solicitud de registro está pendiente. La de Ferretería El Clavo SRL (131-24679-6) aún no se ha revisado',
        { exact: true },
      )
      .waitFor();
    await button(page, 'Entendido').click();
    expect(trouble).toEqual(refusals(422, 500, 403));

    const administrator = await visit(root);
    await administrator.page.goto(`${server.address}/aprobaciones-ambientes`);
    await button(administrator.page, 'Aprobar la solicitud de Ferretería El Clavo SRL').click();
    await button(administrator.page, 'Aprobar').click();
    await says(administrator.page, 'Solicitud aprobada exitosamente.');
    await administrator.context.close();
    await enter();
    await page.waitForURL('**/home');
    await menu(page).getByText('Ferretería El Clavo SRL').waitFor();
    await context.close();
  });

  test('by the platform’s administrator: at once, its Secret Key seen once; logging out there leads to the login', async () => {
    const { page, context, trouble } = await visit(root);
    await menu(page).getByRole('link', { name: 'Registrar Empresa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Registro de Usuario' }).waitFor();
    await fill(page, server.login, 'Otra con el mismo RNC SRL');
    await dialog(page, 'Error')
      .getByText('Error: Ya hay una empresa registrada con ese RNC', { exact: true })
      .waitFor();
    await button(page, 'OK').click();
    await fill(page, '101000015', 'Panadería La Migaja SRL');
    await says(page, 'Usuario registrado exitosamente');
    await dialog(page, 'Empresa registrada').getByText(/^sec_/).waitFor();
    await button(page, 'Ya la guardé').click();
    expect(await page.getByLabel('Razón social').inputValue()).toBe('');
    expect(await seriousFaults(page)).toEqual([]);
    await menu(page).getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/login');
    await logIn(page, { address: server.address, login: '101000015', password: 'cuatro caballos trotan' });
    await menu(page).getByText('Panadería La Migaja SRL').waitFor();
    expect(trouble).toEqual(refusals(409));
    await context.close();
  });
});

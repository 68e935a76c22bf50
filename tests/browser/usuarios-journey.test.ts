import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rol } from '../../packages/contract/src/index.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import type { Visitor } from './contexts.ts';
import {
  type Account,
  breakOnce,
  button,
  callFor,
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

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo' })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a screen as a user of the demonstration company; by default as its administrator. */
const visit = (path: string, who: Account = server, options: BrowserContextOptions = {}) =>
  visitor(browser, who, { ...options, path });

/** Creates a user of the company through the API, as its administrator. */
async function person(Rol: Rol, name: string): Promise<Account> {
  const [Correo, Contrasena] = [`${name}@demo.example`, `cuatro caballos trotan`];
  const body = { NombreUsuario: name, Correo, Contrasena, Rol };
  expect((await callFor(server, 'POST', '/api/usuarios/crear', body)).status).toBe(201);
  return { address: server.address, login: Correo, password: Contrasena };
}

const panel = (page: Page, title: string) => page.getByRole('region', { name: title });
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row').filter({ hasText: name });

/** Waits until the page has discovered automatically that its session has ended. */
const thrownOut = (page: Page) => says(page, 'La sesión ha expirado. Por favor autentíquese nuevamente.');

describe('the people of the company', () => {
  test('after a question is answered, a bar shows that the answer of the server is awaited', async () => {
    await person('consulta', 'Espera');
    const { page, context } = await visit('/usuarios');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await context.route('**/api/usuarios/*', async (route) => {
      if (route.request().method() === 'DELETE') await held;
      await route.fallback();
    });
    await button(page, 'Eliminar a Espera').click();
    await dialog(page, 'Eliminar a Espera').getByRole('button', { name: 'Eliminar usuario' }).click();
    const bar = page.getByRole('progressbar', { name: 'Esperando la respuesta' });
    await bar.waitFor();
    answer();
    await dialog(page, 'Usuario eliminado').waitFor();
    await bar.waitFor({ state: 'hidden' });
    await context.close();
  });

  test('a user is created, enters, is refused a second time, and is deleted after asking; nobody deletes themselves', {
    tags: ['screen/usuarios', 'S2.8-1', 'S8-6'],
  }, async () => {
    const { page, context, trouble } = await visit('/usuarios');
    await says(page, '1 usuario de Colmado La Esquina Demo SRL');
    const form = panel(page, 'Crear usuario');
    const submit = form.getByRole('button', { name: 'Crear usuario' });
    await submit.click();
    await form.getByText('Escriba el nombre de usuario', { exact: true }).waitFor();
    expect(await form.getByLabel('Nombre de usuario').evaluate((field) => field === document.activeElement)).toBe(true);

    await row(page, 'demo').getByText('Usted').waitFor();
    await button(page, 'Eliminar a demo').click({ force: true });
    await says(page, 'No puede eliminar su propio usuario');
    expect(await page.getByLabel('Rol de demo').count()).toBe(0);

    const fill = async () => {
      await form.getByLabel('Nombre de usuario').fill('Berta');
      await form.getByLabel('Correo').fill('berta@demo.example');
      await form.getByLabel('Contraseña', { exact: true }).fill('cuatro caballos trotan');
      await form.getByLabel('Confirmar contraseña').fill('cuatro caballos trotan');
      await form.getByRole('radio', { name: /^Contador/ }).check();
      await form.getByRole('button', { name: 'Crear usuario' }).click();
    };
    await breakOnce(context, '/api/usuarios/crear', 'POST');
    await fill();
    await dialog(page, 'Error')
      .getByText(/^Error al crear el usuario/)
      .waitFor();
    await button(page, 'OK').click();
    await fill();
    const created = dialog(page, 'Usuario creado');
    await created.getByText('Usuario creado exitosamente').waitFor();
    // For a user created with a password, the code is only for people who already had an account, and is shown on
    // request.
    await created.getByText('Berta entra con la contraseña que usted le asignó.').waitFor();
    expect(await page.getByRole('status', { name: 'Código de invitación' }).count()).toBe(0);
    await button(page, 'Ya usaba Timbre: ver su código').click();
    await page.getByRole('status', { name: 'Código de invitación' }).waitFor();
    await button(page, 'OK').click();
    expect(await form.getByLabel('Nombre de usuario').inputValue()).toBe('');
    await row(page, 'Berta').getByText('Aún no ha entrado').waitFor();
    await fill();
    await dialog(page, 'Error')
      .getByText('Ya hay un usuario con ese nombre o correo. Ese nombre de usuario ya está en uso')
      .waitFor();
    await button(page, 'OK').click();
    expect(await form.getByLabel('Correo').inputValue()).toBe('berta@demo.example');

    const berta = { ...server, login: 'Berta', password: 'cuatro caballos trotan' };
    expect((await callFor(berta, 'GET', '/api/sesion')).status).toBe(200);
    await breakOnce(context, '/api/usuarios/listar', 'GET');
    await page.reload();
    await says(page, /^Error al obtener los usuarios/);
    await button(page, 'Intentar de nuevo').click();
    await row(page, 'Berta')
      .getByText(/\d{2}\/\d{2}\/\d{4}/)
      .waitFor();
    await button(page, 'Eliminar a Berta').click();
    await dialog(page, 'Eliminar a Berta').getByRole('button', { name: 'Cancelar' }).click();
    await context.route(/\/api\/usuarios\/[0-9a-f-]{36}$/, (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    });
    await button(page, 'Eliminar a Berta').click();
    await button(page, 'Eliminar usuario').click();
    await dialog(page, 'Error')
      .getByText(/^Error al eliminar el usuario/)
      .waitFor();
    await button(page, 'OK').click();
    await button(page, 'Eliminar a Berta').click();
    await button(page, 'Eliminar usuario').click();
    await dialog(page, 'Usuario eliminado').getByText('Usuario eliminado exitosamente').waitFor();
    await button(page, 'OK').click();
    await row(page, 'Berta').waitFor({ state: 'detached' });
    expect(trouble).toEqual(refusals(500, 409, 500, 500));
    await context.close();
  });
});

/** Checks what a person who does not administer sees, from Auditoría, which sends them to Inicio, to the screen of users. */
async function seesOwnScreens({ page, trouble }: Visitor, emite: boolean): Promise<void> {
  await page.waitForURL('**/home');
  const denied = dialog(page, 'Acceso Denegado');
  await denied.getByText(/^No tienes permisos para acceder a Auditoría\./).waitFor();
  await page.keyboard.press('Escape');
  await denied.waitFor({ state: 'detached' });
  const menu = page.getByRole('navigation', { name: 'Menú principal' });
  const item = menu.getByRole('link', { name: 'Auditoría' });
  expect(await item.getAttribute('aria-disabled')).toBe('true');
  expect(await item.getAttribute('title')).toMatch(/^Auditoría: \S/);
  expect(await menu.getByText('Administración', { exact: true }).count()).toBe(0);

  await menu.getByRole('link', { name: 'Excel a e-CF' }).click();
  const submit = button(page, 'Procesar Excel');
  await submit.waitFor();
  await page.waitForFunction(
    (may) => document.querySelector<HTMLInputElement>('input[type=file]')?.disabled === !may,
    emite,
  );
  expect(await submit.isDisabled()).toBe(!emite);
  expect(await submit.getAttribute('title')).toBe(emite ? null : 'Su rol permite ver los comprobantes, no emitirlos');

  await menu.getByRole('link', { name: 'Usuarios' }).click();
  await panel(page, 'Sesiones abiertas').getByText('Esta sesión').waitFor();
  await panel(page, 'Mi contraseña').waitFor();
  expect(await panel(page, 'Crear usuario').count()).toBe(0);
  expect(await panel(page, 'Usuarios de la empresa').count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
}

describe('roles', slow, () => {
  test('a colleague who may only look sees their screens, is sent a link, gets another role after asking, which ends their session, and is deleted; a browser that forgot who it is, without the server’s answer, creates and deletes nobody', {
    tags: ['S8-6'],
  }, async () => {
    const who = await person('consulta', 'asciende');
    await person('consulta', 'queda');
    const theirs = await visit('/auditoria', who);
    await seesOwnScreens(theirs, false);
    const { page, context, trouble } = await visit('/usuarios');

    await button(page, 'Enviar un enlace a asciende').click();
    const link = dialog(page, 'Enviar un enlace a asciende');
    await link.getByText(/^Recibirá en asciende@demo\.example un enlace/).waitFor();
    await link.getByRole('button', { name: 'Enviar enlace' }).click();
    await dialog(page, 'Enlace guardado en el servidor')
      .getByText(/administrador de la plataforma el enlace para asciende@demo\.example/)
      .waitFor();
    await button(page, 'OK').click();
    expect(await page.getByRole('button', { name: 'Enviar un enlace a demo' }).count()).toBe(0);

    await page.getByLabel('Rol de asciende').selectOption('administrador');
    const asked = dialog(page, 'Cambiar el rol de asciende');
    await asked.getByText(/^De Consulta a Administrador: todo, incluidos usuarios/).waitFor();
    await asked.getByRole('button', { name: 'Cancelar' }).click();
    expect(await page.getByLabel('Rol de asciende').inputValue()).toBe('consulta');
    await page.getByLabel('Rol de asciende').selectOption('administrador');
    await button(page, 'Cambiar rol').click();
    await says(page, 'asciende es ahora Administrador');
    await thrownOut(theirs.page);
    await logIn(theirs.page, who);
    await theirs.page.getByRole('link', { name: 'Usuarios' }).click();
    await panel(theirs.page, 'Crear usuario').waitFor();
    await button(page, 'Eliminar a asciende').click();
    await button(page, 'Eliminar usuario').click();
    await dialog(page, 'Usuario eliminado').waitFor();
    await button(page, 'OK').click();
    await thrownOut(theirs.page);
    await theirs.context.close();
    expect(trouble).toEqual([]);

    await page.evaluate(() => localStorage.removeItem('userId'));
    await context.route('**/api/sesion', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), userId: '' } });
    });
    await page.reload();
    await panel(page, 'Crear usuario').getByRole('button', { name: 'Crear usuario' }).click();
    await dialog(page, 'Error').getByText('No se encontró el usuario logueado en el sistema.').waitFor();
    await button(page, 'OK').click();
    await button(page, 'Eliminar a queda').click();
    await button(page, 'Eliminar usuario').click();
    await dialog(page, 'Error').getByText('No se encontró el identificador del usuario.').waitFor();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  test('a person who issues sees their screens; their password changes with the current one and ends the other sessions, which are listed by device and closed, one or all', async () => {
    const who = await person('facturador', 'cambia');
    const mine = await visit('/auditoria', who);
    await seesOwnScreens(mine, true);
    const { page: theirs, context: here, trouble } = mine;
    const elsewhere = await visit('/usuarios', who);
    const form = panel(theirs, 'Mi contraseña');
    const submit = form.getByRole('button', { name: 'Cambiar mi contraseña' });
    expect(await submit.isDisabled()).toBe(true);
    expect(await submit.getAttribute('title')).toBe('Escriba su contraseña actual');
    await form.getByLabel('Contraseña actual').fill('no es esta, seguro');
    await form.getByLabel('Contraseña nueva', { exact: true }).fill('siete perros ladran');
    expect(await submit.getAttribute('title')).toBe('Escrita igual las dos veces');
    await form.getByLabel('Confirmar contraseña nueva').fill('siete perros ladran');
    await submit.click();
    await form.getByText('La contraseña no es correcta').waitFor();
    await form.getByLabel('Contraseña actual').fill(who.password);
    await submit.click();
    await says(theirs, 'Contraseña cambiada. Las demás sesiones se cerraron.');
    expect(await form.getByLabel('Contraseña actual').inputValue()).toBe('');
    expect(trouble.splice(0)).toEqual(refusals(403));
    await thrownOut(elsewhere.page);
    const now = { ...who, password: 'siete perros ladran' };
    await logIn(elsewhere.page, now);

    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';
    const phone = await fetch(`${server.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ correo: now.login, contrasena: now.password }),
    });
    const { apiKey } = (await phone.json()) as { apiKey: string };
    const ofThePhone = async () =>
      (await fetch(`${server.address}/api/sesion`, { headers: { authorization: `Bearer ${apiKey}` } })).status;
    expect(await ofThePhone()).toBe(200);
    const sessions = panel(theirs, 'Sesiones abiertas');
    await theirs.reload();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3);
    const ofPhone = sessions.getByRole('listitem').filter({ hasText: 'Safari en iPhone' });
    await ofPhone.getByText(/127\.0\.0\.1 · último uso \d{2}\/\d{2}\/\d{4}, \d{1,2}:\d{2} [ap]\. m\./).waitFor();
    await sessions.getByRole('button', { name: 'Cerrar la sesión de Safari en iPhone, 127.0.0.1' }).click();
    await says(theirs, 'Sesión cerrada');
    await ofPhone.waitFor({ state: 'detached' });
    expect(await ofThePhone()).toBe(401);
    await button(theirs, 'Cerrar todas las demás').click();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    expect(await button(theirs, 'Cerrar todas las demás').isDisabled()).toBe(true);
    await thrownOut(elsewhere.page);

    await logIn(elsewhere.page, now);
    await button(theirs, 'Usuario cambia').click();
    await theirs.getByRole('menuitem', { name: 'Cerrar sesión en todas partes' }).click();
    await theirs.waitForURL('**/login');
    await thrownOut(elsewhere.page);
    expect(trouble).toEqual([]);
    for (const one of [elsewhere.context, here]) await one.close();
  });
});

describe('Auditoría', () => {
  test('Auditoría shows who did what, when and from where, filtered, as CSV, its chain verified; failures have their text', {
    tags: ['screen/auditoria'],
  }, async () => {
    await person('consulta', 'en-la-auditoria');
    for (const _ of [1, 2]) expect((await callFor(server, 'GET', '/api/sesion')).status).toBe(200);
    const early = '/auditoria?desde=2020-01-01&hasta=2020-01-31';
    const { page, context, trouble } = await visit(early, server, { acceptDownloads: true });
    await says(page, 'Nada coincide con los filtros');
    expect(await page.getByRole('textbox', { name: 'Hasta' }).inputValue()).toBe('31/01/2020');
    await button(page, 'Limpiar filtros').last().click();
    await page.waitForURL('**/auditoria');
    const entries = page.getByRole('list', { name: 'Entradas de la auditoría' });
    const made = entries.getByRole('listitem').filter({ hasText: 'en-la-auditoria' });
    await made.first().waitFor();
    await made.first().getByText('demo', { exact: true }).waitFor();
    await made.first().getByText('127.0.0.1').waitFor();
    await made.first().locator('summary').click();
    await made.first().getByText('Correo', { exact: true }).waitFor();
    expect(await made.first().getByText('usuario.creado').count()).toBe(0); // names, not keys
    await page.getByLabel('Grupo').selectOption('sesion');
    await page.waitForURL('**/auditoria?grupo=sesion');
    await made.first().waitFor({ state: 'detached' }); // the filtered list is shown, which groups the log-ins again
    const repeated = entries.locator(':scope > li').filter({ hasText: /Inició sesión · \d+ veces/ });
    await repeated.first().locator('summary').first().click();
    await repeated.first().locator('li').nth(1).getByText('Inició sesión', { exact: true }).waitFor();
    await page.getByLabel('Grupo').selectOption('usuario');
    await page.waitForURL('**/auditoria?grupo=usuario');
    await entries.getByText('Inició sesión').first().waitFor({ state: 'detached' });
    await made.first().waitFor();
    await page.getByLabel('Buscar quién').fill('nadie-se-llama-asi');
    await says(page, 'Nada coincide con los filtros');
    expect(new URL(page.url()).searchParams.get('quien')).toBe('nadie-se-llama-asi');
    await button(page, 'Limpiar filtros').last().click();
    await page.waitForURL('**/auditoria');
    await page.getByRole('textbox', { name: 'Desde' }).fill('01/01/2020');
    await page.getByRole('textbox', { name: 'Hasta' }).fill('31/01/2020');
    await says(page, 'Nada coincide con los filtros');
    expect(new URL(page.url()).searchParams.get('desde')).toBe('2020-01-01');
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);

    await button(page, 'Limpiar filtros').last().click();
    await page.getByLabel('Grupo').selectOption('sesion');
    await entries.getByText('Inició sesión').first().waitFor();
    const download = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Descargar CSV').click()]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
    };
    const { name, text } = await download();
    expect(name).toMatch(/^auditoria-\d{4}-\d{2}-\d{2}\.csv$/);
    const [header, ...rows] = text
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n');
    expect(header).toMatch(/^Número.Fecha.Quién.IP.Qué.Tipo$/);
    expect(rows.length).toBeGreaterThan(0);
    for (const line of rows) expect(line).toMatch(/sesion\.\w+$/);
    await button(page, 'Verificar integridad').click();
    await says(page, 'La auditoría está íntegra');
    await says(page, /^.*Se comprobaron [\d,]+ entradas: ninguna falta ni fue cambiada\.$/);
    await button(page, 'Entendido').click();
    await page.getByText('La auditoría está íntegra').waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);

    await breakOnce(context, '/api/auditoria', 'GET');
    await page.getByLabel('Buscar quién').fill('demo');
    await says(page, 'No se pudo leer la auditoría');
    await button(page, 'Intentar de nuevo').click();
    await page.getByRole('list', { name: 'Entradas de la auditoría' }).waitFor();
    await breakOnce(context, '/api/auditoria/verificacion', 'GET');
    await button(page, 'Verificar integridad').click();
    await says(page, 'No se pudo completar');
    expect(trouble).toEqual(refusals(500, 500));
    await context.close();
  });
});

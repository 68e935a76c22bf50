import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rol } from '../../packages/contract/src/index.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
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
async function person(page: Page, Rol: Rol, name: string): Promise<Account> {
  const [Correo, Contrasena] = [`${name}@demo.example`, `cuatro caballos trotan`];
  const { status } = await callAs(page, 'POST', '/api/usuarios/crear', {
    NombreUsuario: name,
    Correo,
    Contrasena,
    Rol,
  });
  expect(status).toBe(201);
  return { address: server.address, login: Correo, password: Contrasena };
}

const panel = (page: Page, title: string) => page.getByRole('region', { name: title });
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row').filter({ hasText: name });

/** Waits until the page has discovered automatically that its session has ended. */
const thrownOut = (page: Page) => says(page, 'La sesión ha expirado. Por favor autentíquese nuevamente.');

describe('the people of the company', () => {
  test('the form says what each field needs, and a weak password is refused in the server’s words', async () => {
    const { page, context, trouble } = await visit('/usuarios');
    await says(page, '1 usuario de Colmado La Esquina Demo SRL');
    const form = panel(page, 'Crear usuario');
    const submit = form.getByRole('button', { name: 'Crear usuario' });
    await submit.click();
    for (const words of ['Escriba el nombre de usuario', 'Escriba el correo', 'Escriba la contraseña'])
      await form.getByText(words, { exact: true }).waitFor();
    expect(await form.getByLabel('Nombre de usuario').evaluate((field) => field === document.activeElement)).toBe(true);
    await form.getByLabel('Nombre de usuario').fill('ana');
    await form.getByLabel('Correo').fill('ana@');
    await form.getByLabel('Contraseña', { exact: true }).fill('corta');
    await form.getByLabel('Confirmar contraseña').fill('larga');
    await form.getByText('Escriba un correo completo, como ana@empresa.do').waitFor();
    await form.getByText('Las contraseñas no coinciden.', { exact: true }).waitFor();
    await form.getByLabel('Correo').fill('ana@demo.example');
    await form.getByLabel('Confirmar contraseña').fill('corta');
    await submit.click();
    await dialog(page, 'Error').getByText('La contraseña no es segura. Debe tener al menos 12 caracteres').waitFor();
    await button(page, 'OK').click();
    expect(await form.getByLabel('Correo').inputValue()).toBe('ana@demo.example');
    expect(trouble).toEqual(refusals(422));
    await context.close();
  });

  test('one is created, enters, is refused a second time, and is deleted after asking', async () => {
    const { page, context, trouble } = await visit('/usuarios');
    const form = panel(page, 'Crear usuario');
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

    const theirs = await visit('/home', {
      address: server.address,
      login: 'Berta',
      password: 'cuatro caballos trotan',
    });
    await says(theirs.page, /, Berta$/);

    await breakOnce(context, '/api/usuarios/listar', 'GET');
    await page.reload();
    await says(page, /^Error al obtener los usuarios/);
    await page.reload();
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

    await thrownOut(theirs.page);
    await theirs.context.close();
    await context.close();
  });

  test('a colleague is sent a link; a server without mail says where it is', async () => {
    const { page, context, trouble } = await visit('/usuarios');
    await person(page, 'consulta', 'olvida');
    await page.reload();
    await button(page, 'Enviar un enlace a olvida').click();
    const asked = dialog(page, 'Enviar un enlace a olvida');
    await asked.getByText(/^Recibirá en olvida@demo\.example un enlace/).waitFor();
    await asked.getByRole('button', { name: 'Enviar enlace' }).click();
    await dialog(page, 'Enlace guardado en el servidor')
      .getByText(/administrador de la plataforma el enlace para olvida@demo\.example/)
      .waitFor();
    await button(page, 'OK').click();
    expect(await page.getByRole('button', { name: 'Enviar un enlace a demo' }).count()).toBe(0);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('nobody deletes themselves or changes their own role', async () => {
    const { page, context, trouble } = await visit('/usuarios');
    await row(page, 'demo').getByText('Usted').waitFor();
    await button(page, 'Eliminar a demo').click({ force: true });
    await says(page, 'No puede eliminar su propio usuario');
    expect(await page.getByLabel('Rol de demo').count()).toBe(0);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a browser that forgot who it is, and a server that does not say, creates and deletes nobody', async () => {
    const { page, context } = await visit('/usuarios');
    await person(page, 'consulta', 'queda');
    await page.evaluate(() => localStorage.removeItem('userId'));
    await context.route('**/api/sesion', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), userId: '' } });
    });
    await page.reload();
    const form = panel(page, 'Crear usuario');
    await form.getByRole('button', { name: 'Crear usuario' }).click();
    await dialog(page, 'Error').getByText('No se encontró el usuario logueado en el sistema.').waitFor();
    await button(page, 'OK').click();
    await button(page, 'Eliminar a queda').click();
    await button(page, 'Eliminar usuario').click();
    await dialog(page, 'Error').getByText('No se encontró el identificador del usuario.').waitFor();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
});

describe('roles', slow, () => {
  const offered: Record<Rol, { readonly auditoria: boolean; readonly usuarios: boolean; readonly emite: boolean }> = {
    administrador: { auditoria: true, usuarios: true, emite: true },
    facturador: { auditoria: false, usuarios: false, emite: true },
    contador: { auditoria: false, usuarios: false, emite: false },
    consulta: { auditoria: false, usuarios: false, emite: false },
  };

  test.each(Object.entries(offered))('%s: sees what is theirs, and the server refuses the rest', async (rol, may) => {
    const { page, context } = await visit('/usuarios');
    const who = await person(page, rol as Rol, `soy-${rol}`);
    await context.close();
    const { page: theirs, context: other, trouble } = await visit('/usuarios', who);
    const menu = theirs.getByRole('navigation', { name: 'Menú principal' });
    const item = menu.getByRole('link', { name: 'Auditoría' });
    await item.waitFor();
    expect(await item.getAttribute('aria-disabled')).toBe(may.auditoria ? null : 'true');
    if (!may.auditoria) expect(await item.getAttribute('title')).toMatch(/^Auditoría: \S/);
    expect(await menu.getByText('Administración', { exact: true }).count()).toBe(0);
    await panel(theirs, 'Sesiones abiertas').getByText('Esta sesión').waitFor();
    await panel(theirs, 'Mi contraseña').waitFor();
    expect(await panel(theirs, 'Crear usuario').count()).toBe(may.usuarios ? 1 : 0);
    expect(await panel(theirs, 'Usuarios de la empresa').count()).toBe(may.usuarios ? 1 : 0);
    expect(await seriousFaults(theirs)).toEqual([]);
    expect(trouble).toEqual([]);

    await theirs.goto(`${server.address}/excel`);
    const submit = button(theirs, 'Procesar Excel');
    await submit.waitFor();
    await theirs.waitForFunction(
      (emite) => document.querySelector<HTMLInputElement>('input[type=file]')?.disabled === !emite,
      may.emite,
    );
    expect(await submit.isDisabled()).toBe(!may.emite);
    expect(await submit.getAttribute('title')).toBe(
      may.emite ? null : 'Su rol permite ver los comprobantes, no emitirlos',
    );

    const status = async (method: string, path: string, body?: unknown) =>
      (await callAs(theirs, method, path, body)).status;
    expect(await status('GET', '/api/usuarios/listar')).toBe(may.usuarios ? 200 : 403);
    expect(await status('GET', '/api/auditoria')).toBe(may.auditoria ? 200 : 403);
    expect(await status('POST', '/api/configuracion/generar-apikey', { rncEmisor: server.login })).toBe(
      may.usuarios ? 200 : 403,
    );
    // The request is empty. Only users who may issue get the report of that fault.
    expect(await status('POST', '/fe/api/emision/ecf/EnviarFactura', {})).toBe(may.emite ? 422 : 403);
    expect(await status('GET', '/api/clientes')).toBe(403);
    await other.close();
  });

  test('an address of what is not theirs leads to Inicio, which says why', async () => {
    const { page, context } = await visit('/usuarios');
    const who = await person(page, 'facturador', 'curiosa');
    await context.close();
    const { page: theirs, context: other, trouble } = await visit('/home', who);
    await theirs.goto(`${server.address}/auditoria`);
    await theirs.waitForURL('**/home');
    await dialog(theirs, 'Acceso Denegado')
      .getByText('No tienes permisos para acceder a Auditoría. Contacta a tu administrador para habilitar este acceso.')
      .waitFor();
    expect(trouble).toEqual([]);
    await other.close();
  });

  test('a changed role is asked first, ends the person’s session, and holds at the next one', async () => {
    const { page, context, trouble } = await visit('/usuarios');
    const who = await person(page, 'consulta', 'asciende');
    const theirs = await visit('/usuarios', who);
    await page.reload();
    await page.getByLabel('Rol de asciende').selectOption('administrador');
    const asked = dialog(page, 'Cambiar el rol de asciende');
    await asked.getByText(/^De Consulta a Administrador: todo, incluidos usuarios/).waitFor();
    await asked.getByRole('button', { name: 'Cancelar' }).click();
    expect(await page.getByLabel('Rol de asciende').inputValue()).toBe('consulta');
    await page.getByLabel('Rol de asciende').selectOption('administrador');
    await button(page, 'Cambiar rol').click();
    await says(page, 'asciende es ahora Administrador');
    expect(trouble).toEqual([]);
    await thrownOut(theirs.page);
    await logIn(theirs.page, who);
    await theirs.page.getByRole('link', { name: 'Usuarios' }).click();
    await panel(theirs.page, 'Crear usuario').waitFor();
    await theirs.context.close();
    await context.close();
  });
});

describe('one’s own password and sessions', slow, () => {
  test('the password changes with the current one; the other sessions end; the new one enters', async () => {
    const { page, context } = await visit('/usuarios');
    const who = await person(page, 'facturador', 'cambia');
    await context.close();
    const { page: theirs, context: here, trouble } = await visit('/usuarios', who);
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
    expect(trouble).toEqual(refusals(403));
    await thrownOut(elsewhere.page);
    await logIn(elsewhere.page, { ...who, password: 'siete perros ladran' });
    await elsewhere.context.close();
    await here.close();
  });

  test('sessions stand with their device and last use; one is closed, then all the others', async () => {
    const { page, context } = await visit('/usuarios');
    const who = await person(page, 'consulta', 'viaja');
    await context.close();
    const { page: theirs, context: here, trouble } = await visit('/usuarios', who);
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';
    const phone = await visit('/usuarios', who, { userAgent });
    const third = await visit('/usuarios', who);
    const sessions = panel(theirs, 'Sesiones abiertas');
    await theirs.reload();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3);
    const ofPhone = sessions.getByRole('listitem').filter({ hasText: 'Safari en iPhone' });
    await ofPhone.getByText(/127\.0\.0\.1 · último uso \d{2}\/\d{2}\/\d{4}, \d{1,2}:\d{2} [ap]\. m\./).waitFor();
    await sessions.getByRole('button', { name: 'Cerrar la sesión de Safari en iPhone, 127.0.0.1' }).click();
    await says(theirs, 'Sesión cerrada');
    await ofPhone.waitFor({ state: 'detached' });
    await thrownOut(phone.page);
    await button(theirs, 'Cerrar todas las demás').click();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    expect(await button(theirs, 'Cerrar todas las demás').isDisabled()).toBe(true);
    await thrownOut(third.page);
    expect(trouble).toEqual([]);
    for (const one of [phone.context, third.context, here]) await one.close();
  });

  test('logging out everywhere ends each session of the person, and of nobody else', async () => {
    const { page, context } = await visit('/usuarios');
    const who = await person(page, 'consulta', 'se-va');
    const first = await visit('/usuarios', who);
    const second = await visit('/home', who);
    await button(second.page, 'Usuario se-va').click();
    await second.page.getByRole('menuitem', { name: 'Cerrar sesión en todas partes' }).click();
    await second.page.waitForURL('**/login');
    await thrownOut(first.page);
    await page.reload();
    await panel(page, 'Crear usuario').waitFor();
    for (const one of [first.context, second.context, context]) await one.close();
  });
});

describe('Auditoría', () => {
  test('who did what, when and from where; narrowed by group, day and person, and the address carries it', async () => {
    const { page, context, trouble } = await visit('/usuarios');
    await person(page, 'consulta', 'en-la-auditoria');
    const credentials = { correo: server.login, contrasena: server.password };
    for (const _ of [1, 2]) expect((await callAs(page, 'POST', '/api/auth/login', credentials)).status).toBe(200);
    await page.getByRole('link', { name: 'Auditoría' }).click();
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
    await page.reload();
    await says(page, 'Nada coincide con los filtros');
    expect(await page.getByRole('textbox', { name: 'Hasta' }).inputValue()).toBe('31/01/2020');
    expect(new URL(page.url()).searchParams.get('desde')).toBe('2020-01-01');
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('it is downloaded as CSV as it is narrowed, and its chain is verified', async () => {
    const { page, context, trouble } = await visit('/auditoria?grupo=sesion', server, { acceptDownloads: true });
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
    await context.close();
  });

  test('what fails is told, with the way to try again', async () => {
    const { page, context, trouble } = await visit('/home');
    await breakOnce(context, '/api/auditoria', 'GET');
    await page.goto(`${server.address}/auditoria`);
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

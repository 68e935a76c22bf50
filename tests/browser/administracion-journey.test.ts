import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDemoCertificate } from '../../apps/server/src/domain/companies/demo-certificate.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
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

/** Opens a screen as a logged-in user. */
const visit = (path: string, who: Account, options: BrowserContextOptions = {}) =>
  visitor(browser, who, { ...options, path });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });
const demo = 'Colmado La Esquina Demo SRL';
const password = 'cuatro caballos trotan';

/** Registers a company from the public page. `page` has no session. */
async function register(page: Page, rncEmisor: string, razonSocial: string): Promise<Account> {
  const correo = `dueno@${rncEmisor}.example`;
  const body = { nombreUsuario: correo, correo, contrasena: password, rncEmisor, razonSocial };
  expect((await callAs(page, 'POST', '/api/auth/register', body)).status).toBe(201);
  return { address: server.address, login: rncEmisor, password };
}

/** Requests another environment, as a company's administrator. */
async function askForAmbiente(page: Page, NuevoAmbiente: string): Promise<void> {
  const status = await page.evaluate(async (nuevo) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('apiKey')}` };
    const json = { ...headers, 'content-type': 'application/json' };
    const rncEmisor = localStorage.getItem('rncEmisor');
    const post = (path: string, body: unknown) =>
      fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    const { secretKey } = await (await post('/api/configuracion/generar-secreto', {})).json();
    await post('/api/configuracion/validar-secreto', { rncEmisor, secretoIngresado: secretKey });
    const form = new FormData();
    form.append('RncEmisor', String(rncEmisor));
    form.append('NuevoAmbiente', nuevo);
    return (await fetch('/api/configuracion/guardar-configuracion', { method: 'POST', headers, body: form })).status;
  }, NuevoAmbiente);
  expect(status).toBe(200);
}

describe('Solicitudes de Cambio de Ambiente', slow, () => {
  const card = (page: Page, name: string) => page.getByRole('article', { name });

  test('nothing waits; then a company asks: what it says, found by name and RNC, and by nothing else', async () => {
    const { page, context, trouble } = await visit('/aprobaciones-ambientes', root);
    await says(page, 'No hay solicitudes pendientes.');
    await button(page, 'Decididas').click();
    await says(page, 'Todavía no se ha decidido ninguna solicitud');
    await button(page, 'Pendientes').click();
    const company = await visit('/home', server);
    await askForAmbiente(company.page, 'Certificacion');
    await company.context.close();
    await page.reload();
    const asked = card(page, demo);
    await asked.getByText('199-00000-5').waitFor();
    expect(await asked.locator('dd').allTextContents()).toEqual(['Pruebas', 'Certificación']);
    await asked.getByText(/^demo · \d{2}\/\d{2}\/\d{4}/).waitFor();
    await asked.getByText(/^Certificado digital vigente hasta el /).waitFor();
    await asked.getByText('La DGII no ha respondido ningún comprobante en Pruebas').waitFor();
    const search = page.getByLabel('Buscar empresa o RNC');
    for (const found of ['esquina', '199-00000', '1990']) {
      await search.fill(found);
      await page.waitForURL(({ searchParams }) => searchParams.get('buscar')?.includes(found) === true);
      await asked.waitFor();
    }
    await search.fill('nadie');
    await says(page, 'Ninguna solicitud coincide con la búsqueda');
    await button(page, 'Ver todas').click();
    await asked.waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('what cannot be got, approved or rejected is told', async () => {
    const { page, context, trouble } = await visit('/home', root);
    await breakOnce(context, '/api/configuracion/solicitudes-pendientes', 'GET');
    await page.goto(`${server.address}/aprobaciones-ambientes`);
    await says(page, 'Error al obtener las solicitudes.');
    await button(page, 'Intentar de nuevo').click();
    await card(page, demo).waitFor();
    await context.route('**/api/configuracion/*-solicitud/*', (route) => route.fulfill({ status: 500, body: '' }), {
      times: 2,
    });
    for (const [verb, words] of [
      ['Aprobar', 'Error al aprobar la solicitud.'],
      ['Rechazar', 'Error al rechazar la solicitud.'],
    ] as const) {
      await button(page, `${verb} la solicitud de ${demo}`).click();
      if (verb === 'Rechazar') await page.getByLabel('Motivo del rechazo').fill('No procede');
      await button(page, verb).click();
      await dialog(page, 'Error').getByText(words).waitFor();
      await button(page, 'OK').click();
      await card(page, demo).waitFor();
    }
    expect(trouble).toEqual(refusals(500, 500, 500));
    await context.close();
  });

  test('rejected, the company stays where it is, nothing waits any more, and the history says why', async () => {
    const company = await visit('/configuracion', server);
    await says(company.page, 'Cambio de ambiente pendiente de aprobación.');
    const { page, context, trouble } = await visit('/aprobaciones-ambientes', root);
    await button(page, `Rechazar la solicitud de ${demo}`).click();
    const question = dialog(page, 'Rechazar la solicitud');
    await question.getByText(`${demo} (199-00000-5) seguirá en Pruebas: no pasará a Certificación.`).waitFor();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await card(page, demo).waitFor();
    await button(page, `Rechazar la solicitud de ${demo}`).click();
    await question.getByRole('button', { name: 'Rechazar' }).click();
    await question.getByText('Escriba el motivo', { exact: true }).waitFor();
    await question.getByLabel('Motivo del rechazo').fill('Falta la autorización de la DGII');
    await question.getByRole('button', { name: 'Rechazar' }).click();
    await says(page, 'Solicitud rechazada.');
    await says(page, 'No hay solicitudes pendientes.');
    await company.page
      .getByText('Cambio de ambiente pendiente de aprobación.')
      .filter({ visible: true })
      .waitFor({ state: 'detached' });
    await says(company.page, 'El cambio a Certificación fue rechazado. Falta la autorización de la DGII');
    await button(page, 'Decididas').click();
    const history = page.getByRole('region', { name: 'Solicitudes decididas' }).getByRole('listitem');
    for (const words of [demo, 'De Pruebas a Certificación', 'Rechazada', 'Falta la autorización de la DGII'])
      await history.getByText(words).waitFor();
    expect(await history.count()).toBe(1);
    await page.waitForURL('**/aprobaciones-ambientes?ver=decididas');
    expect(await seriousFaults(page)).toEqual([]);
    expect(await company.page.getByLabel('Ambiente', { exact: true }).inputValue()).toBe('Test');
    expect([...trouble, ...company.trouble]).toEqual([]);
    await company.context.close();
    await context.close();
  });

  test('approved, the company is in production at once: it is told, and its badge says so', async () => {
    const company = await visit('/home', server);
    const header = company.page.getByRole('banner');
    await header.getByText('TEST', { exact: true }).waitFor();
    await askForAmbiente(company.page, 'Produccion');
    const { page, context, trouble } = await visit('/aprobaciones-ambientes', root);
    await button(page, `Aprobar la solicitud de ${demo}`).click();
    const question = dialog(page, 'Aprobar la solicitud');
    await question.getByText('lo que emita no llegará a la DGII').waitFor();
    expect(await question.textContent()).not.toContain('reales');
    await question.getByRole('button', { name: 'Aprobar' }).click();
    await says(page, 'Solicitud aprobada exitosamente.');
    await says(page, 'No hay solicitudes pendientes.');
    await dialog(company.page, 'Ambiente Actualizado').getByText('El ambiente ha sido cambiado a Producción').waitFor();
    await button(company.page, 'OK').click();
    await header.getByText('PROD', { exact: true }).waitFor();
    await header.getByText('SIMULADO', { exact: true }).waitFor();
    expect([...trouble, ...company.trouble]).toEqual([]);
    await company.context.close();
    await context.close();
  });

  test('a company that registered by itself waits; approved it enters, rejected its RNC is free again', async () => {
    const { page, context, trouble } = await visit('/home', root);
    const nobody = await browser.newContext();
    const theirs = await nobody.newPage();
    await theirs.goto(`${server.address}/login`);
    const [taken, refused] = [
      await register(theirs, '131246796', 'Ferretería El Clavo SRL'),
      await register(theirs, '101000015', 'Panadería La Migaja SRL'),
    ];
    await page.getByRole('link', { name: 'Aprobaciones de Ambientes' }).click();
    await card(page, 'Ferretería El Clavo SRL').getByText('Empresa nueva').waitFor();
    await button(page, 'Aprobar la solicitud de Ferretería El Clavo SRL').click();
    await button(page, 'Aprobar').click();
    await card(page, 'Ferretería El Clavo SRL').waitFor({ state: 'detached' });
    await button(page, 'Rechazar la solicitud de Panadería La Migaja SRL').click();
    await says(page, 'Panadería La Migaja SRL (101-00001-5) no podrá entrar a la plataforma.');
    await page.getByLabel('Motivo del rechazo').fill('El RNC no es suyo');
    await button(page, 'Rechazar').click();
    await card(page, 'Panadería La Migaja SRL').waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
    await logIn(theirs, taken);
    await menu(theirs).getByText('Ferretería El Clavo SRL').waitFor();
    await nobody.close();
    const again = await (await browser.newContext()).newPage();
    await again.goto(`${server.address}/login`);
    await register(again, refused.login, 'Panadería La Migaja SRL');
    await again.context().close();
    await context.close();
  });
});

describe('Administración de Clientes', slow, () => {
  const row = (page: Page, name: string) =>
    page.getByRole('table', { name: 'Clientes' }).getByRole('row').filter({ hasText: name });

  test('a company is registered with the button that floats; its Secret Key is seen once; it enters at once', async () => {
    const { page, context, trouble } = await visit('/admin/clientes', root);
    await row(page, demo).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'RNC',
      'Razón Social',
      'Ambiente',
      'Facturas Emitidas',
      'Acciones',
    ]);
    await button(page, 'Registrar empresa').click();
    const form = dialog(page, 'Registro de Usuario');
    await form.getByRole('button', { name: 'Registrarse' }).click();
    await form.getByText('Escriba el RNC', { exact: true }).waitFor();
    await form.getByLabel('Correo').fill('taller@ejemplo.example');
    await form.getByLabel('Contraseña', { exact: true }).fill(password);
    await form.getByLabel('Confirmar contraseña').fill('otra cosa distinta');
    await form.getByLabel('RNC', { exact: true }).fill('101-00003-1');
    await form.getByLabel('Razón social').fill('Taller La Tuerca SRL');
    await form.getByText('Las contraseñas no coinciden. Por favor, verifique.').waitFor();
    await form.getByLabel('Confirmar contraseña').fill(password);
    await form.getByRole('button', { name: 'Registrarse' }).click();
    await says(page, 'Usuario registrado exitosamente');
    const secret = await dialog(page, 'Empresa registrada').getByLabel('Secret Key').textContent();
    expect(secret).toMatch(/^sec_\S{20,}$/);
    await button(page, 'Ya la guardé').click();
    await row(page, 'Taller La Tuerca SRL').getByText('101-00003-1').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    const theirs = await visit('/home', { address: server.address, login: '101-00003-1', password });
    await menu(theirs.page).getByText('Taller La Tuerca SRL').waitFor();
    await theirs.context.close();
    await context.close();
  });

  test('the environment is changed in its row: asked, left by No, told when it fails and when it is done', async () => {
    const { page, context, trouble } = await visit('/admin/clientes?buscar=tuerca', root);
    const ambiente = page.getByLabel('Ambiente de Taller La Tuerca SRL');
    await ambiente.waitFor();
    expect(await ambiente.locator('option').allTextContents()).toEqual(['Pruebas', 'Certificación', 'Producción']);
    const question = dialog(page, 'Taller La Tuerca SRL');
    await ambiente.selectOption('Produccion');
    await question.getByText('¿Seguro que desea cambiar el ambiente de Pruebas a Producción?').waitFor();
    await question.getByText('lo que emita no llegará a la DGII').waitFor();
    await question.getByRole('button', { name: 'No', exact: true }).click();
    expect(await ambiente.inputValue()).toBe('Test');
    await context.route('**/api/clientes/*/ambiente', (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    });
    await ambiente.selectOption('Certificacion');
    await question.getByRole('button', { name: 'Sí' }).click();
    await dialog(page, 'Error').getByText('No se pudo cambiar el ambiente. Por favor, intente de nuevo.').waitFor();
    await button(page, 'OK').click();
    await expect.poll(() => ambiente.inputValue()).toBe('Test');
    await ambiente.selectOption('Certificacion');
    await question.getByRole('button', { name: 'Sí' }).click();
    await dialog(page, 'Cambio Exitoso').getByText('Taller La Tuerca SRL está ahora en Certificación.').waitFor();
    await button(page, 'OK').click();
    await expect.poll(() => ambiente.inputValue()).toBe('Certificacion');
    expect(trouble).toEqual(refusals(500));
    await context.close();
  });

  test('it is edited: only .pfx, passwords that match; name, id, certificate and password are saved', async () => {
    const { page, context, trouble } = await visit('/admin/clientes?buscar=tuerca', root);
    await button(page, 'Editar Taller La Tuerca SRL').click();
    const form = dialog(page, 'Editar Taller La Tuerca SRL');
    expect(await form.getByLabel('RNC', { exact: true }).inputValue()).toBe('101-00003-1');
    expect(await form.getByLabel('API Key').isEditable()).toBe(false);
    await form.getByText('No tiene certificado cargado.').waitFor();
    const { p12 } = await makeDemoCertificate({ name: 'Tomás Tuerca', id: '101000031' }, 'clave del pfx', new Date());
    const file = { mimeType: 'application/x-pkcs12', buffer: p12 };
    const certificate = form.locator('input[type=file]');
    const save = form.getByRole('button', { name: 'Guardar' });
    expect(await certificate.getAttribute('accept')).toBe('.pfx');
    await certificate.setInputFiles({ ...file, name: 'taller.p12' });
    await form.getByLabel('Nueva contraseña', { exact: true }).fill('siete perros ladran');
    await save.click();
    await form.getByText('El certificado debe ser un archivo .pfx').waitFor();
    await form.getByText('Las nuevas contraseñas no coinciden.').waitFor();
    await certificate.setInputFiles({ ...file, name: 'taller.pfx' });
    await form.getByLabel('Contraseña del certificado').fill('no es esta');
    await form.getByLabel('Confirmar nueva contraseña').fill('siete perros ladran');
    await form.getByLabel('Razón social').fill('Taller La Gran Tuerca SRL');
    await form.getByLabel('ID externo').fill('ERP-77');
    await save.click();
    await form.getByText('No se pudieron guardar los cambios. Por favor, intente de nuevo.').waitFor();
    await form.getByLabel('Contraseña del certificado').fill('clave del pfx');
    await save.click();
    await dialog(page, 'Guardado Exitoso').waitFor();
    await button(page, 'OK').click();
    await button(page, 'Editar Taller La Gran Tuerca SRL').click();
    const again = dialog(page, 'Editar Taller La Gran Tuerca SRL');
    await again.getByText(/^taller\.pfx, de Tomás Tuerca, válido hasta el /).waitFor();
    expect(await again.getByLabel('ID externo').inputValue()).toBe('ERP-77');
    expect(await again.getByLabel('Nueva contraseña', { exact: true }).inputValue()).toBe('');
    expect(await seriousFaults(page)).toEqual([]);
    await again.getByRole('button', { name: 'Cancelar' }).click();
    expect(trouble).toEqual(refusals(422));
    await context.close();
    const theirs = await visit('/home', {
      address: server.address,
      login: '101000031',
      password: 'siete perros ladran',
    });
    await theirs.context.close();
  });

  test('the list is loaded again on request, and searched by part of the name', async () => {
    const { page, context, trouble } = await visit('/admin/clientes', root);
    await row(page, demo).waitFor();
    const [again] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/api/clientes'),
      button(page, 'Cargar Clientes').click(),
    ]);
    expect(again.status()).toBe(200);
    await page.getByLabel('Buscar empresa o RNC').fill('no hay ninguna así');
    await says(page, 'Ninguna empresa coincide con la búsqueda');
    await button(page, 'Ver todas').click();
    await row(page, demo).waitFor();
    await says(page, /^\d+ empresas? cargadas?$/);
    await page.getByLabel('Ver', { exact: true }).selectOption('Sin certificado vigente');
    await row(page, demo).waitFor({ state: 'detached' });
    await says(page, /^\d+ de \d+ empresas?$/);
    await page.getByLabel('Orden').selectOption('Más facturas emitidas');
    await page.reload();
    await page.getByLabel('Ver', { exact: true }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ ver: 'sin-certificado', orden: 'emitidas' });
    expect(await page.getByLabel('Orden').inputValue()).toBe('emitidas');
    await page.getByLabel('Ver', { exact: true }).selectOption('Ver: todas');
    await row(page, demo).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('whoever is not the platform’s administrator is not let in', async () => {
    const { page, context, trouble } = await visit('/admin/clientes', server);
    await page.waitForURL('**/home');
    await dialog(page, 'Acceso Denegado').waitFor();
    expect((await callAs(page, 'GET', '/api/clientes')).status).toBe(403);
    expect(trouble).toEqual(refusals(403));
    await context.close();
  });
});

describe('Configuración de Accesos', slow, () => {
  const toggle = (page: Page, name: string) => page.getByRole('switch', { name });
  const count = (page: Page) => page.getByRole('region', { name: 'Cliente elegido' }).getByRole('status');

  async function choose(page: Page): Promise<void> {
    const picker = page.getByRole('combobox', { name: 'Cliente' });
    await picker.click();
    await picker.fill('esquina');
    await page.getByRole('option', { name: /199-00000-5/ }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('rnc')?.includes('199000005') === true);
  }

  test('a client is chosen by name; each toggle is saved at once, and one that fails goes back', async () => {
    const { page, context, trouble } = await visit('/admin/accesos', root);
    await says(page, 'Elija un cliente para ver y cambiar sus accesos. Cada cambio se guarda al momento.');
    await choose(page);
    const chosen = page.getByRole('region', { name: 'Cliente elegido' });
    await chosen.waitFor();
    expect(await chosen.locator('dd').allTextContents()).toEqual(['199-00000-5', demo, expect.stringContaining('@')]);
    await count(page)
      .getByText(/^(\d+) de \1 habilitados · 100%( · Guardado)?$/)
      .waitFor();
    await toggle(page, 'Auditoría').click();
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(false);
    await says(page, 'Configuración guardada');
    await count(page)
      .getByText(/habilitados · 9\d% · Guardado$/)
      .waitFor();
    await page.reload();
    await toggle(page, 'Auditoría').waitFor();
    expect(await toggle(page, 'Auditoría').isChecked()).toBe(false);
    await says(page, /^Última modificación: plataforma, /);
    await breakOnce(context, '/api/accesos-clientes/199000005', 'PUT');
    await toggle(page, 'Excel a e-CF').click();
    await says(page, 'Error al guardar la configuración');
    await expect.poll(() => toggle(page, 'Excel a e-CF').isChecked()).toBe(true);
    await button(page, 'Intentar de nuevo').click();
    await expect.poll(() => toggle(page, 'Excel a e-CF').isChecked()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual(refusals(500));
    await context.close();
  });

  test('a section, all, and back to how it was loaded; what is only root’s cannot be given', async () => {
    const { page, context, trouble } = await visit('/home', root);
    const off = { accesos: [{ menuId: 'auditoria', habilitado: false }] };
    expect((await callAs(page, 'PUT', '/api/accesos-clientes/199000005', off)).status).toBe(200);
    await page.goto(`${server.address}/admin/accesos?rnc=199000005`);
    const switches = page.getByRole('switch');
    await toggle(page, 'Auditoría').waitFor();
    const before = await switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
    const checked = () => switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
    expect(await button(page, 'Restablecer').isDisabled()).toBe(true);
    expect(await toggle(page, 'Administrar Clientes').isDisabled()).toBe(true);
    expect(await button(page, /^(Habilitar|Deshabilitar) Administración$/).count()).toBe(0);
    await button(page, 'Deshabilitar Facturas').click();
    for (const name of ['Facturas Emitidas', 'Excel a e-CF', 'Facturas Recibidas', 'Nueva Factura'])
      await expect.poll(() => toggle(page, name).isChecked()).toBe(false);
    await says(page, '0 de 4 habilitados');
    await button(page, 'Deshabilitar todos').click();
    await expect.poll(() => toggle(page, 'Usuarios').isChecked()).toBe(false);
    // Inicio cannot be disabled.
    expect(await toggle(page, 'Inicio').isChecked()).toBe(true);
    await button(page, 'Habilitar todos').click();
    await count(page)
      .getByText(/^(\d+) de \1 habilitados · 100%( · Guardado)?$/)
      .waitFor();
    await button(page, 'Restablecer').click();
    await expect.poll(checked).toEqual(before);
    // The switches move before the change is saved, and a reload would cancel it.
    await count(page).getByText('Guardado').waitFor();
    await page.reload();
    await toggle(page, 'Auditoría').waitFor();
    await expect.poll(checked).toEqual(before);
    await button(page, 'Guardar').click();
    await says(page, 'Configuración guardada');
    await button(page, 'Habilitar todos').click();
    await expect.poll(() => button(page, 'Habilitar todos').isDisabled()).toBe(true);
    await says(page, 'Configuración guardada');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('those of another client are copied, and Restablecer takes them back', async () => {
    const { page, context, trouble } = await visit('/home', root);
    await register(page, '401007479', 'Copiada SRL');
    const set = (habilitado: boolean) =>
      callAs(page, 'PUT', '/api/accesos-clientes/199000005', { accesos: [{ menuId: 'auditoria', habilitado }] });
    expect((await set(false)).status).toBe(200);
    await page.goto(`${server.address}/admin/accesos?rnc=401007479`);
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(true);
    await button(page, 'Copiar de otro cliente').click();
    const from = page.getByRole('combobox', { name: 'Copiar los accesos de' });
    await from.click();
    await from.fill('esquina');
    await page.getByRole('option', { name: /199-00000-5/ }).click();
    await says(page, 'Configuración guardada');
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(false);
    await button(page, 'Restablecer').click();
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(true);
    expect((await set(true)).status).toBe(200);
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a list that does not come is told, by whether the server refused or is not there', async () => {
    const { page, context } = await visit('/home', root);
    await breakOnce(context, '/api/clientes-externos', 'GET');
    await page.goto(`${server.address}/admin/accesos`);
    await says(page, 'Error al cargar la lista de clientes. Verifique su conexión.');
    await context.route('**/api/clientes-externos', (route) => route.abort());
    await button(page, 'Intentar de nuevo').click();
    await says(page, /^No se pudo conectar con el sistema de clientes: /);
    await context.unroute('**/api/clientes-externos');
    await button(page, 'Intentar de nuevo').click();
    await page.getByRole('combobox', { name: 'Cliente' }).waitFor();
    await context.close();
  });
});

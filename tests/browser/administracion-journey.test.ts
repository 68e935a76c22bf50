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
  callFor,
  dialog,
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

const demo = 'Colmado La Esquina Demo SRL';
const password = 'cuatro caballos trotan';

/** Registers a company as its public page does. */
async function register(rncEmisor: string, razonSocial: string): Promise<Account> {
  const correo = `dueno@${rncEmisor}.example`;
  const body = { nombreUsuario: correo, correo, contrasena: password, rncEmisor, razonSocial };
  const answer = await fetch(`${server.address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return { address: server.address, login: rncEmisor, password };
}

/** Requests another environment, as the administrator of the demonstration company. */
async function askForAmbiente(NuevoAmbiente: string): Promise<void> {
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    fetch(server.address + path, {
      method: 'POST',
      headers: body instanceof FormData ? headers : { ...headers, 'content-type': 'application/json' },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
  const login = await post('/api/auth/login', {}, { correo: server.login, contrasena: server.password });
  const { apiKey, rncEmisor } = (await login.json()) as Record<string, string>;
  const headers = { authorization: `Bearer ${apiKey}` };
  const { secretKey } = await (await post('/api/configuracion/generar-secreto', headers, {})).json();
  await post('/api/configuracion/validar-secreto', headers, { rncEmisor, secretoIngresado: secretKey });
  const form = new FormData();
  form.append('RncEmisor', String(rncEmisor));
  form.append('NuevoAmbiente', NuevoAmbiente);
  expect((await post('/api/configuracion/guardar-configuracion', headers, form)).status).toBe(200);
}

/** The name of the company that a user enters. */
const entered = async (who: Account) =>
  ((await (await callFor(who, 'GET', '/api/sesion')).json()) as { razonSocial: string }).razonSocial;

describe('Solicitudes de Cambio de Ambiente', slow, () => {
  const card = (page: Page, name: string) => page.getByRole('article', { name });

  test('a company asks: what it says, found by name and RNC; what cannot be got, approved or rejected is told', {
    tags: ['screen/aprobaciones', 'S2.9-1', 'S8-7'],
  }, async () => {
    const { page, context, trouble } = await visit('/aprobaciones-ambientes', root);
    await says(page, 'No hay solicitudes pendientes.');
    await button(page, 'Decididas').click();
    await says(page, 'Todavía no se ha decidido ninguna solicitud');
    await button(page, 'Pendientes').click();
    await askForAmbiente('Certificacion');
    await breakOnce(context, '/api/configuracion/solicitudes-pendientes', 'GET');
    await page.reload();
    await says(page, 'Error al obtener las solicitudes.');
    await button(page, 'Intentar de nuevo').click();
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
    expect(trouble).toEqual(refusals(500));

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
    // The reason is still there for another try.
    expect(await page.getByLabel('Motivo del rechazo').inputValue()).toBe('No procede');
    expect(trouble).toEqual(refusals(500, 500, 500));
    await context.close();
  });

  test('companies that registered by themselves wait: approved one enters, rejected its RNC is free; a change rejected leaves the company where it is, with the reason in the history; approved, it is in production at once', {
    tags: ['S1-2', 'S2.2-2', 'S2.6-5', 'S2.9-2', 'S2.10-5'],
  }, async () => {
    await askForAmbiente('Certificacion');
    const [taken, refused] = [
      await register('131246796', 'Ferretería El Clavo SRL'),
      await register('101000015', 'Panadería La Migaja SRL'),
    ];
    const company = await visit('/configuracion', server);
    await says(company.page, 'Cambio de ambiente pendiente de aprobación.');
    const header = company.page.getByRole('banner');
    await header.getByText('TEST', { exact: true }).waitFor();
    const { page, context, trouble } = await visit('/aprobaciones-ambientes', root);
    await card(page, 'Ferretería El Clavo SRL').getByText('Empresa nueva').waitFor();
    await button(page, 'Aprobar la solicitud de Ferretería El Clavo SRL').click();
    await button(page, 'Aprobar').click();
    await card(page, 'Ferretería El Clavo SRL').waitFor({ state: 'detached' });
    await button(page, 'Rechazar la solicitud de Panadería La Migaja SRL').click();
    await says(page, 'Panadería La Migaja SRL (101-00001-5) no podrá entrar a la plataforma.');
    await page.getByLabel('Motivo del rechazo').fill('El RNC no es suyo');
    await button(page, 'Rechazar').click();
    await card(page, 'Panadería La Migaja SRL').waitFor({ state: 'detached' });
    expect(await entered(taken)).toBe('Ferretería El Clavo SRL');

    await button(page, `Rechazar la solicitud de ${demo}`).click();
    const question = dialog(page, 'Rechazar la solicitud');
    await question.getByText(`${demo} (199-00000-5) seguirá en Pruebas: no pasará a Certificación.`).waitFor();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await card(page, demo).waitFor();
    await button(page, `Rechazar la solicitud de ${demo}`).click();
    await question.getByRole('button', { name: 'Rechazar' }).click();
    await question.getByText('Escriba el motivo', { exact: true }).waitFor();
    await question.locator('[aria-invalid="true"]:focus').waitFor();
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
    const all = page.getByRole('region', { name: 'Solicitudes decididas' }).getByRole('listitem');
    const history = all.filter({ hasText: demo });
    for (const words of [demo, 'De Pruebas a Certificación', 'Rechazada', 'Falta la autorización de la DGII'])
      await history.getByText(words).waitFor();
    expect([await history.count(), await all.count()]).toEqual([1, 3]);
    await page.waitForURL('**/aprobaciones-ambientes?ver=decididas');
    expect(await seriousFaults(page)).toEqual([]);
    expect(await company.page.getByLabel('Ambiente', { exact: true }).inputValue()).toBe('Test');
    expect([...trouble, ...company.trouble]).toEqual([]);

    await company.page
      .getByRole('navigation', { name: 'Menú principal' })
      .getByRole('link', { name: 'Inicio', exact: true })
      .click();
    await company.page.waitForURL('**/home');
    await askForAmbiente('Produccion');
    await button(page, 'Pendientes').click();
    await button(page, `Aprobar la solicitud de ${demo}`).click();
    const approval = dialog(page, 'Aprobar la solicitud');
    await approval.getByText('lo que emita no llegará a la DGII').waitFor();
    expect(await approval.textContent()).not.toContain('reales');
    await approval.getByRole('button', { name: 'Aprobar' }).click();
    await says(page, 'Solicitud aprobada exitosamente.');
    await says(page, 'No hay solicitudes pendientes.');
    await dialog(company.page, 'Ambiente Actualizado').getByText('El ambiente ha sido cambiado a Producción').waitFor();
    await button(company.page, 'OK').click();
    await header.getByText('PROD', { exact: true }).waitFor();
    await header.getByText('SIMULADO', { exact: true }).waitFor();
    expect([...trouble, ...company.trouble]).toEqual([]);

    // Production gives nobody the screens of the platform's administrator.
    await company.page.goto(`${server.address}/admin/clientes`);
    await company.page.waitForURL('**/home');
    await dialog(company.page, 'Acceso Denegado').waitFor();
    expect((await callAs(company.page, 'GET', '/api/clientes')).status).toBe(403);
    expect(company.trouble).toEqual(refusals(403));
    await register(refused.login, 'Panadería La Migaja SRL');
    await company.context.close();
    await context.close();
  });
});

describe('Administración de Clientes', slow, () => {
  const row = (page: Page, name: string) =>
    page.getByRole('table', { name: 'Clientes' }).getByRole('row').filter({ hasText: name });

  test('the list is searched and ordered; a company is registered with the button that floats, and enters at once', {
    tags: ['screen/clientes', 'S1-2', 'S2.10-1'],
  }, async () => {
    const { page, context, trouble } = await visit('/admin/clientes?ver=sin-certificado&orden=emitidas', root);
    expect(await page.getByLabel('Ver', { exact: true }).inputValue()).toBe('sin-certificado');
    expect(await page.getByLabel('Orden').inputValue()).toBe('emitidas');
    await page.getByLabel('Ver', { exact: true }).selectOption('Ver: todas');
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
    await page.getByLabel('Orden').selectOption('Más rechazos');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      ver: 'sin-certificado',
      orden: 'rechazadas',
    });
    await page.getByLabel('Ver', { exact: true }).selectOption('Ver: todas');
    await row(page, demo).waitFor();
    expect(await seriousFaults(page)).toEqual([]);

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
    expect(await entered({ address: server.address, login: '101-00003-1', password })).toBe('Taller La Tuerca SRL');
    await context.close();
  });

  test('its environment is changed in its row after asking; its name, id, certificate and password are edited', {
    tags: ['S2.10-2', 'S2.10-3', 'S8-7'],
  }, async () => {
    const razonSocial = 'Taller El Tornillo SRL';
    const company = { correo: 'tornillo@ejemplo.example', contrasena: password, rncEmisor: '101-00004-1', razonSocial };
    expect((await callFor(root, 'POST', '/api/auth/register', company)).status).toBe(201);
    const { page, context, trouble } = await visit('/admin/clientes?buscar=tornillo', root);
    const ambiente = page.getByLabel('Ambiente de Taller El Tornillo SRL');
    await ambiente.waitFor();
    expect(await ambiente.locator('option').allTextContents()).toEqual(['Pruebas', 'Certificación', 'Producción']);
    const question = dialog(page, 'Taller El Tornillo SRL');
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
    await dialog(page, 'Cambio Exitoso').getByText('Taller El Tornillo SRL está ahora en Certificación.').waitFor();
    await button(page, 'OK').click();
    await expect.poll(() => ambiente.inputValue()).toBe('Certificacion');
    expect(trouble).toEqual(refusals(500));

    await button(page, 'Editar Taller El Tornillo SRL').click();
    const form = dialog(page, 'Editar Taller El Tornillo SRL');
    expect(await form.getByLabel('RNC', { exact: true }).inputValue()).toBe('101-00004-1');
    expect(await form.getByLabel('API Key').isEditable()).toBe(false);
    await form.getByText('No tiene certificado cargado.').waitFor();
    const { p12 } = await makeDemoCertificate({ name: 'Tomás Tornillo', id: '101000041' }, 'clave del pfx', new Date());
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
    await form.getByLabel('Razón social').fill('Taller El Gran Tornillo SRL');
    await form.getByLabel('ID externo').fill('ERP-77');
    await save.click();
    await form.getByText('No se pudieron guardar los cambios. Por favor, intente de nuevo.').waitFor();
    await form.getByLabel('Contraseña del certificado').fill('clave del pfx');
    await save.click();
    await dialog(page, 'Guardado Exitoso').waitFor();
    await button(page, 'OK').click();
    await button(page, 'Editar Taller El Gran Tornillo SRL').click();
    const again = dialog(page, 'Editar Taller El Gran Tornillo SRL');
    await again.getByText(/^taller\.pfx, de Tomás Tornillo, válido hasta el /).waitFor();
    expect(await again.getByLabel('ID externo').inputValue()).toBe('ERP-77');
    expect(await again.getByLabel('Nueva contraseña', { exact: true }).inputValue()).toBe('');
    expect(await seriousFaults(page)).toEqual([]);
    await again.getByRole('button', { name: 'Cancelar' }).click();
    expect(trouble).toEqual(refusals(500, 422));
    const theirs = await visit('/home', {
      address: server.address,
      login: '101000041',
      password: 'siete perros ladran',
    });
    await theirs.context.close();
    await context.close();
  });
});
